import type { SkillError } from "../../skill/model/index.ts";
import { storeCodes, storeError } from "./diagnostics.ts";

const MAX_BYTES = 1024;

/** Where folder stores keep locks and unfinished writes. Reserved everywhere, so that stores can be copied. */
export const RESERVED_PART = ".skillwright";

const encoder = new TextEncoder();

/** What is wrong with a key, to follow "has …", and what to use instead. */
interface KeyFault {
  readonly found: string;
  readonly expected: string;
}

/** Throws unless the text is a key: parts with `/` between them, each a plain name. */
export function checkKey(key: string): void {
  const fault = findFault(key, key.split("/"));
  if (fault !== undefined) throw refuse("key", key, fault);
}

export function isKey(key: string): boolean {
  return findFault(key, key.split("/")) === undefined;
}

/** Throws unless a key can begin like this; the last part may be unfinished or empty. */
export function checkPrefix(prefix: string): void {
  if (prefix === "") return;
  const parts = prefix.split("/").slice(0, -1);
  const fault = findFault(prefix, parts);
  if (fault !== undefined) throw refuse("prefix", prefix, fault);
}

function findFault(text: string, parts: readonly string[]): KeyFault | undefined {
  if (text === "") return { found: "no characters", expected: "at least one character" };
  if (text.startsWith("/"))
    return { found: "a leading slash", expected: "a name before the first slash" };
  if (text.includes("\0")) return { found: "a NUL character", expected: "printable characters" };
  if (text.includes("\\")) return { found: "a backslash", expected: "`/` between the parts" };
  if (!text.isWellFormed())
    return { found: "half of a surrogate pair", expected: "whole characters" };
  if (parts.includes("")) return { found: "an empty part", expected: "a name between slashes" };
  if (parts.includes(".") || parts.includes(".."))
    return { found: "a part `.` or `..`", expected: "plain names" };
  if (parts[0] === RESERVED_PART)
    return {
      found: `\`${RESERVED_PART}\` as the first part`,
      expected: "a name that is not taken",
    };
  const size = text.length * 3 > MAX_BYTES ? encoder.encode(text).length : 0;
  if (size > MAX_BYTES)
    return { found: `a length of ${size} bytes`, expected: `at most ${MAX_BYTES}` };
  return undefined;
}

function refuse(what: "key" | "prefix", text: string, fault: KeyFault): SkillError {
  const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text);
  return storeError(
    storeCodes.keyInvalid,
    `The ${what} \`${shown.slice(1, -1)}\` has ${fault.found}: use ${fault.expected}.`,
    { hint: "Write keys as plain names with `/` between them, for example `skills/a/SKILL.md`." },
  );
}
