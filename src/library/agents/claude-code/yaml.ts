/** YAML as Bun reads it, which is what Claude Code runs on: the core schema of YAML 1.2, and a little more. */
import { parseDocument, type ScalarTag } from "yaml";
import { goesOn } from "../libyaml.ts";

/** Bun counts these as numbers, too. */
const signed: readonly ScalarTag[] = [
  { test: /^[-+]0x[0-9a-fA-F]+$/u, base: 16 },
  { test: /^[-+]0o[0-7]+$/u, base: 8 },
].map(({ test, base }) => ({
  tag: "tag:yaml.org,2002:int",
  identify: () => false,
  default: true,
  test,
  resolve: (text) => Number.parseInt(text.replace(/0[xo]/u, ""), base),
}));

/** The value of a text; undefined where it does not parse. */
export function parseLikeBun(text: string): { readonly value: unknown } | undefined {
  if (text.includes("\0")) return undefined;
  // Several documents are a list of them.
  if (goesOn(text)) return { value: [] };
  const document = parseDocument(text, {
    schema: "core",
    customTags: (tags) => [...signed, ...tags],
    resolveKnownTags: false,
    merge: true,
    uniqueKeys: false,
    logLevel: "silent",
  });
  // A value that begins with a comma is text to Bun, and a key may have any length.
  const isWrong = document.errors.some(
    ({ code, message }) =>
      code !== "KEY_OVER_1024_CHARS" &&
      (code !== "BAD_SCALAR_START" || !message.includes("flow indicator character ,")),
  );
  if (isWrong) return undefined;
  try {
    const value: unknown = document.toJS();
    return hasLoneSurrogate(value) ? undefined : { value };
  } catch {
    // An alias without an anchor, or too many of them.
    return undefined;
  }
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === "string") return !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasLoneSurrogate);
}
