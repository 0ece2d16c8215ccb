import { getPath } from "../../../skill/index.ts";
import { replaceValue } from "../edits.ts";
import type { FileRule } from "../rule.ts";
import { formatHint, suggestName } from "../suggest-value.ts";
import { violationRule } from "../violation-rule.ts";

export const fieldFormat: FileRule = violationRule("field-format", {
  title: "Texts have the form that the dialect asks for.",
  fixable: "unsafe",
  fix: ({ path }, { document, dialect, reading }) => {
    const value = getPath(reading.view, path);
    if (path.length !== 1 || path[0] !== "name" || typeof value !== "string") return undefined;
    const name = suggestName(value, dialect);
    if (name === undefined) return undefined;
    const title = `Set the name to \`${name}\``;
    return replaceValue(document, path, name, { title, safety: "unsafe" });
  },
  hint: formatHint,
});
