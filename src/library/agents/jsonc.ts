/** JSON with comments, as people write the settings of agents. */

const TOKEN = /"(?:[^"\\]|\\[^])*"?|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/gu;

/** The text with its comments blanked, so that what is left keeps its place. */
export function blankComments(text: string): string {
  return text.replaceAll(TOKEN, (token) =>
    token.startsWith('"') ? token : token.replaceAll(/[^\r\n]/gu, " "),
  );
}

export type Fields = Readonly<Record<string, unknown>>;

/** Undefined where the value is no object. */
export function toFields(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;
}

/** What stands below a key; nothing where there is no object. */
export function under(value: unknown, key: string): Fields {
  return toFields(toFields(value)?.[key]) ?? {};
}

/** JSON with comments, and with commas after the last item; undefined where it is not. */
export function parseJsonc(text: string): unknown {
  // A string that is never closed runs to the end: it is no JSON anyway.
  const bare = blankComments(text).replaceAll(/"(?:[^"\\]|\\[^])*"?|,(?=\s*[\]}])/gu, (token) =>
    token === "," ? " " : token,
  );
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
}
