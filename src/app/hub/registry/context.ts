/** Who may ask a registry for what, and what its operations work with. */
import { z } from "zod";
import { type Market, REGISTRY_PATH, type Viewer } from "../../../registry/contract/index.ts";
import { type Define, type HubOperation, createDefine, type Scope } from "../define.ts";
import { from, listOf, type Shape, toShape } from "../shape.ts";

export interface MarketContext {
  readonly market: Market;
  readonly viewer: Viewer;
  /** Where the request came from, where that is known. */
  readonly address?: string;
  /** All values of a field of the query that may come several times, each with commas between; undefined for none. */
  readonly valuesOf: (field: string) => readonly string[] | undefined;
}

export const registryRefusals: HubOperation<never>["refusals"] = {
  400: "A field is invalid.",
  401: "A login is required.",
  403: "The account may not do this, or the version is in quarantine.",
  404: "Not found, or not visible to this account.",
};

const common = { tag: "registry", base: REGISTRY_PATH, refusals: registryRefusals };

/** Reports, reviews and reasons; publications say for themselves how long they may be. */
const MOST_BYTES = 64 * 1024;

function forUsers(scope: Scope): Define<MarketContext> {
  return createDefine({ ...common, access: "user", scope, maxBytes: MOST_BYTES });
}

/** For strangers too, where the registry is public. */
export const open: Define<MarketContext> = createDefine({
  ...common,
  access: "everyone",
  scope: "registry:read",
});
/** For those who have logged in, and may write. */
export const member: Define<MarketContext> = forUsers("registry:write");
/** For moderators; the registry itself asks who is one. */
export const moderator: Define<MarketContext> = forUsers("registry:moderate");
/** By which others come to sign or publish for a publisher, or for the registry. */
export const keeper: Define<MarketContext> = forUsers("registry:keys");

export const conflict: { readonly 409: string } = {
  409: "The name or version is taken, or the state does not allow it.",
};

export const pageFields: {
  readonly limit: z.ZodOptional<z.ZodCoercedNumber>;
  readonly cursor: z.ZodOptional<z.ZodString>;
} = {
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().optional(),
};

interface Page<Value> {
  readonly items: readonly Value[];
  readonly cursor: string | undefined;
}

/** A part of a list, under the name of what is listed; the cursor leads to the next. */
export function pageOf<Value>(name: string, shape: Shape<Value>): Shape<Page<Value>> {
  const wire = toShape({ [name]: listOf(shape), next_cursor: z.string().nullable() });
  return from(wire, ({ items, cursor }) => ({ [name]: items, nextCursor: cursor }));
}

/** All there are, under their name. */
export function wholeOf<Value>(name: string, shape: Shape<Value>): Shape<readonly Value[]> {
  return from(toShape({ [name]: listOf(shape) }), (items) => ({ [name]: items }));
}

/** Several values in one field, with commas between. */
export const list: z.ZodType<readonly string[] | undefined> = z
  .string()
  .max(4000)
  .optional()
  .transform((text) => (text === undefined ? undefined : partsOf(text)));

export function partsOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
