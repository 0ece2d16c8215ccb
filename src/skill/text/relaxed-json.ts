import JSON5 from "json5";
import type { Json } from "../model/index.ts";

/** How much beyond JSON is understood. */
export type JsonLeniency = "trailing-commas" | "json5";

/** Reads JSON as people write it in frontmatter; undefined where it is none. */
export function parseRelaxedJson(text: string, leniency: JsonLeniency): Json | undefined {
  const strict = tryParse(() => JSON.parse(text) as Json);
  if (strict !== undefined) return strict;
  if (leniency === "json5") return tryParse(() => JSON5.parse<Json>(text));
  return tryParse(() => JSON.parse(dropTrailingCommas(text)) as Json);
}

/** Undefined where nesting overflows the stack; that is a property of the input. */
export function unlessTooDeep<Result>(read: () => Result | undefined): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function tryParse(parse: () => Json): Json | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** Removes commas before `}` or `]`, leaving those inside strings alone. */
function dropTrailingCommas(text: string): string {
  const closer = /\s*[}\]]/y;
  let result = "";
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (quote !== "") {
      result += char;
      if (char === "\\") result += text[++at] ?? "";
      else if (char === quote) quote = "";
      continue;
    }
    if (char === '"' || char === "'") quote = char;
    closer.lastIndex = at + 1;
    if (char === "," && closer.test(text)) continue;
    result += char;
  }
  return result;
}
