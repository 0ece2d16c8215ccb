import { findExcess } from "../../platform/network/index.ts";
import type { Json } from "../../skill/index.ts";
import { tooLarge } from "./budget.ts";

/** What an answer of JSON may have; what is in archives has limits of its own. */
export interface JsonLimits {
  readonly bytes: number;
  /** Values take far longer to parse, and far more memory, than the text that they are written in. */
  readonly values: number;
}

/** For programs of one user, who waits for it. */
export const JSON_LIMITS: JsonLimits = { bytes: 8_000_000, values: 250_000 };
/** For servers, where others wait as well: all files of the largest skill fit, and parsing takes few milliseconds. */
export const SERVER_JSON_LIMITS: JsonLimits = { bytes: 4_000_000, values: 50_000 };
const MOST_DEPTH = 64;
/** A reason is short. */
const MOST_REFUSAL_BYTES = 64_000;

/** A map or list of JSON; undefined for everything else. Throws where it is too large to be parsed. */
export function parseAnswer(
  bytes: Uint8Array,
  server: string,
  { values, bytes: most }: JsonLimits = JSON_LIMITS,
): Json | undefined {
  if (bytes.length > most) throw tooLarge(`${server} sent more than ${most} bytes.`);
  const text = Buffer.from(bytes).toString("utf8");
  // A page for people may have any characters.
  if (!/^\s*[{[]/u.test(text)) return undefined;
  const excess = findExcess(text, { values, depth: MOST_DEPTH });
  if (excess === "values")
    throw tooLarge(`${server} sent more than ${values} values in one answer.`);
  if (excess === "depth")
    throw tooLarge(`${server} sent an answer that nests deeper than ${MOST_DEPTH} levels.`);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON of an answer that says why something is refused; undefined where it is no reason for people. */
export function parseRefusal(bytes: Uint8Array): Json | undefined {
  if (bytes.length > MOST_REFUSAL_BYTES) return undefined;
  try {
    return parseAnswer(bytes, "");
  } catch {
    return undefined;
  }
}

/** The beginning of an answer that is no JSON, as text. */
export function refusalText(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, MOST_REFUSAL_BYTES)).toString("utf8");
}
