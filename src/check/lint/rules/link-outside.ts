import type { FileRule } from "../rule.ts";
import { linkedFiles } from "../targets.ts";

export const linkOutside: FileRule = {
  code: "lint/link-outside",
  title: "Links stay inside the skill's folder.",
  severity: "warning",
  scope: "file",
  check({ body, report }) {
    if (!body.text.includes("..")) return;
    for (const file of linkedFiles(body)) {
      if (!file.leavesFolder) continue;
      report({
        span: file.links[0].targetSpan,
        message: `The link to \`${file.path}\` leads out of the skill's folder.`,
        hint: "Installed alone, the skill has no such file. Copy it into the folder, or name the other skill instead.",
      });
    }
  },
};
