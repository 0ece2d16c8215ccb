import {
  type FormPart,
  findExcess,
  JSON_BOUNDS,
  mayBeJson,
  readBodyBytes,
  readFormParts,
} from "../../platform/network/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { apiCodes } from "../../hub/requests/index.ts";
import type { ApiRoute } from "./route.ts";

const MOST_BYTES = 1024 * 1024;
/** Strangers send passwords and codes. */
const MOST_BYTES_OF_STRANGERS = 16 * 1024;

/** The body of a request as the schema of its route has it; never reads more than it may have. */
export async function readBody(request: Request, route: ApiRoute): Promise<unknown> {
  if (!mayBeJson(request.headers))
    throw new SkillError({
      code: apiCodes.wrongMediaType,
      severity: "error",
      message: "This body is not declared as JSON. Send it with `Content-Type: application/json`.",
    });
  const most = route.access === "everyone" ? MOST_BYTES_OF_STRANGERS : MOST_BYTES;
  const text = await readText(request, route.maxBytes ?? most);
  const value = parseJson(text, route.maxValues ?? JSON_BOUNDS.values);
  checkText(value, "body");
  const result = route.body?.safeParse(value);
  if (result === undefined || result.success) return result?.data;
  const [issue] = result.error.issues;
  throw invalid(
    issue === undefined || issue.path.length === 0 ? "body" : issue.path.join("."),
    issue?.message ?? "It is not valid",
  );
}

async function readText(request: Request, most: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(request, most));
}

export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  return await readBodyBytes(request, { maxBytes: most, tooLarge });
}

/** The fields of a form with files; `field` is the one that the route is about. */
export async function readForm(
  request: Request,
  { maxBytes, maxParts, field }: FormLimits,
): Promise<readonly FormPart[]> {
  return await readFormParts(request, {
    maxBytes,
    maxParts,
    tooLarge,
    invalid: (reason) => invalid(field, `The body is not a form with files: ${reason}`),
  });
}

interface FormLimits {
  readonly maxBytes: number;
  readonly maxParts: number;
  readonly field: string;
}

function tooLarge(maxBytes: number): SkillError {
  return new SkillError({
    code: apiCodes.tooLarge,
    severity: "error",
    message: `The body is too large: ${maxBytes} bytes are the limit.`,
  });
}

interface OpenValue {
  readonly value: unknown;
  readonly field: string;
  readonly depth: number;
}

/** Entries of one list or map: a schema tells of each that is wrong. */
const MOST_ENTRIES = 2000;

/**
 * What no schema should see: PostgreSQL keeps no text with a NUL in it, and none is meant; `1e999` is JSON and no
 * number; lists of thousands of entries and what nests deep would keep a schema busy.
 */
export function checkText(value: unknown, where: string, mostEntries: number = MOST_ENTRIES): void {
  // By a list of its own, since untrusted text may nest deeper than calls can.
  const open: OpenValue[] = [{ value, field: where, depth: 0 }];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { value: found, field, depth } = item;
    if (depth > JSON_BOUNDS.depth) throw tooDeep(field);
    if (typeof found === "string" && found.includes("\0"))
      throw invalid(field, "The text contains a NUL character");
    if (typeof found === "number" && !Number.isFinite(found))
      throw invalid(field, "A number is too large");
    if (typeof found !== "object" || found === null) continue;
    const entries = Object.entries(found);
    if (entries.length > mostEntries)
      throw invalid(field, `A list or map holds more than ${mostEntries} entries`);
    for (const [key, part] of entries) {
      if (key.includes("\0")) throw invalid(field, "The name of a field contains a NUL character");
      open.push({ value: part, field: field === where ? key : field, depth: depth + 1 });
    }
  }
}

function tooDeep(field: string): SkillError {
  return invalid(field, `It nests deeper than ${JSON_BOUNDS.depth} levels`);
}

function parseJson(text: string, values: number): unknown {
  // A route may let every field of its body be absent.
  if (text.trim() === "") return {};
  const { depth } = JSON_BOUNDS;
  const excess = findExcess(text, { values, depth });
  if (excess === "values") throw invalid("body", `It holds more than ${values} values`);
  if (excess === "depth") throw tooDeep("body");
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("body", "The body is not valid JSON");
  }
}

export function invalid(field: string, message: string): SkillError {
  return new SkillError({ code: apiCodes.invalid, severity: "error", message, path: [field] });
}
