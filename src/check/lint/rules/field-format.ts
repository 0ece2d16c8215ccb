import { getPath } from "../../../skill/index.ts";
import { replaceValue } from "../edits.ts";
import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";

export const fieldFormat: FileRule = violationRule("field-format", {
  title: "Texts have the form that the dialect asks for.",
  fixable: "unsafe",
  fix: ({ path }, { document, dialect, reading }) => {
    const value = getPath(reading.view, path);
    if (path.length !== 1 || path[0] !== "name" || typeof value !== "string") return undefined;
    const normalized = dialect.checkName(value).normalized ?? kebab(value);
    if (!dialect.checkName(normalized).isValid) return undefined;
    const title = `Set the name to \`${normalized}\``;
    return replaceValue(document, path, normalized, { title, safety: "unsafe" });
  },
});

function kebab(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
  return words.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}
