import { z } from "zod";
import { findExcess, mayBeJson } from "../../../platform/network/index.ts";
import { marketCodes, marketRefusal } from "../../contract/index.ts";
import { hasNul, nameOf, readBody, type RequestContext } from "../adapter.ts";

/** A publication of JSON holds words and a list of uploads, though its route takes forms that are longer. */
const MOST_JSON = 4 * 1024 * 1024;
/** A package names each of its files with up to four values. */
const BOUNDS = { values: 30_000, depth: 64 };

/** What a field may hold. */
export const fields: {
  readonly name: z.ZodString;
  readonly handle: z.ZodString;
  readonly version: z.ZodString;
  readonly reason: z.ZodString;
} = {
  name: z.string().min(1).max(200),
  handle: z.string().max(100),
  version: z.string().min(1).max(100),
  reason: z.string().max(2000),
};

/** The skill that a path or query is about. */
export function skillIn(context: RequestContext, ownerHandle?: string): string {
  const slug = context.params["slug"] ?? queryOf(context, "slug") ?? "";
  return nameOf(slug, ownerHandle ?? queryOf(context, "ownerHandle"));
}

/** A parameter that says something; an empty one is none. */
export function queryOf({ url }: RequestContext, name: string): string | undefined {
  const value = url.searchParams.get(name)?.trim();
  return value === undefined || value === "" ? undefined : value;
}

/** The version or tag that is asked for. */
export function versionIn(context: RequestContext): string {
  return queryOf(context, "version") ?? queryOf(context, "tag") ?? "latest";
}

export function limitIn(context: RequestContext, most: number): number {
  const text = queryOf(context, "limit") ?? "25";
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw invalid(`\`limit\` must be 1 to ${most}, not \`${text}\`.`);
  return Math.min(value, most);
}

export function invalid(message: string): Error {
  return marketRefusal(marketCodes.invalid, message);
}

export async function readJson<T>(context: RequestContext, schema: z.ZodType<T>): Promise<T> {
  if (!mayBeJson(context.request.headers))
    throw invalid(
      "This body is not declared as JSON. Send it with `Content-Type: application/json`.",
    );
  const maxBytes = Math.min(context.maxBytes, MOST_JSON);
  const text = new TextDecoder().decode(await readBody({ ...context, maxBytes }));
  return parseJson(text.trim() === "" ? "{}" : text, schema);
}

export function parseJson<T>(text: string, schema: z.ZodType<T>): T {
  let value: unknown;
  if (findExcess(text, BOUNDS) !== undefined)
    throw invalid("The body holds too many values, or nests too deep.");
  try {
    value = JSON.parse(text, withoutNul);
  } catch {
    throw invalid("The body is not JSON without NUL characters.");
  }
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  const field = issue === undefined || issue.path.length === 0 ? "body" : issue.path.join(".");
  throw invalid(`Invalid \`${field}\`: ${issue?.message ?? "it is not valid"}.`);
}

/** PostgreSQL keeps no text with a NUL in it, and nobody means one. */
function withoutNul(key: string, value: unknown): unknown {
  if (hasNul(key) || (typeof value === "string" && hasNul(value)))
    throw new TypeError("NUL character");
  return value;
}
