/** A pattern made ready: `**`, `*`, `?` and `{a,b}`, over paths with `/` between the parts. */
export type Glob = (path: string) => boolean;

/** Without a slash the pattern fits a file or folder of that name at any depth, as in ignore files. */
export function compileGlob(pattern: string): Glob {
  const clean = pattern.replace(/^\.?\//, "");
  const isAnchored = clean !== pattern || clean.replace(/\/$/, "").includes("/");
  const inner = translate(clean.replace(/\/$/, ""));
  const expression = new RegExp(`^${isAnchored ? "" : "(?:.*/)?"}${inner}(?:/.*)?$`, "s");
  return (path) => expression.test(path.replaceAll("\\", "/").replace(/^\.\//, ""));
}

function translate(pattern: string): string {
  let result = "";
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] as string;
    if (pattern.startsWith("**/", at)) {
      result += "(?:.*/)?";
      at += 2;
    } else if (pattern.startsWith("**", at)) {
      result += ".*";
      at += 1;
    } else if (char === "*") result += "[^/]*";
    else if (char === "?") result += "[^/]";
    else if (char === "{" && pattern.includes("}", at)) {
      result += "(?:";
      depth++;
    } else if (char === "}" && depth > 0) {
      result += ")";
      depth--;
    } else if (char === "," && depth > 0) result += "|";
    else result += char.replace(/[.+^$()[\]|\\{}]/, "\\$&");
  }
  return result + ")".repeat(depth);
}
