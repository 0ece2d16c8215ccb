import type { NameVerdict } from "../dialect.ts";

/** Lower-case words of letters and digits, joined by single hyphens. */
export const KEBAB: RegExp = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Turns any text into lower-case words joined by hyphens, at most `max` characters. */
export function slug(value: string, max = 64): string {
  return value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, max)
    .replace(/^-+|(?<!-)-+$/g, "");
}

/** What makes two names one where case does not count and `_` is as good as `-`. */
export function foldName(value: string): string {
  return value.toLowerCase().replaceAll("_", "-");
}

export function nameVerdict(isValid: boolean, expected: string, normalized: string): NameVerdict {
  return isValid
    ? { isValid, normalized }
    : { isValid, expected, ...(normalized === "" ? {} : { normalized }) };
}
