import { replaceValue } from "../edits.ts";
import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";

export const nameDirectory: FileRule = violationRule("name-directory", {
  title: "The folder carries the name of the skill.",
  fixable: "unsafe",
  whenGuessed: "warning",
  fix: (violation, { document, dialect, reading }) => {
    const { directory } = reading;
    if (directory === undefined || !dialect.checkName(directory).isValid) return undefined;
    const title = `Set the name to \`${directory}\``;
    return replaceValue(document, violation.path, directory, { title, safety: "unsafe" });
  },
});
