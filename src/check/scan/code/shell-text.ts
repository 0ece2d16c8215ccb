/** Lines for a shell of which only parts are known. */
import type { Scope, Value } from "./value.ts";

/** Parts that are not known become variables of the shell, so that they stay with the words they stand in. */
export function withNames(text: Value, scope: Scope): string {
  if (text.text !== undefined || text.parts === undefined) return text.text ?? "";
  let isQuoted = false;
  return text.parts
    .map((part, index) => {
      if (typeof part === "string") {
        isQuoted = endsQuoted(part, isQuoted);
        return part;
      }
      const name = `__part${index}`;
      scope.names.set(name, part);
      // Between single quotation marks a shell fills nothing in.
      return isQuoted ? `'"\${${name}}"'` : `\${${name}}`;
    })
    .join("");
}

/** Whether a single quotation mark is open at the end. */
function endsQuoted(text: string, isQuoted: boolean): boolean {
  let open = isQuoted ? "'" : "";
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\" && open !== "'") at++;
    else if (open === "" && (char === "'" || char === '"')) open = char;
    else if (char === open) open = "";
  }
  return open === "'";
}
