import type { FileRule } from "../rule.ts";

export const fileName: FileRule = {
  code: "lint/file-name",
  title: "The file is called `SKILL.md`, in this case.",
  severity: "warning",
  scope: "file",
  check: ({ path, report }) => {
    const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
    if (name === "SKILL.md" || name.toLowerCase() !== "skill.md") return;
    report({
      message: `The file is called \`${name}\`, not \`SKILL.md\`.`,
      hint: "Where the case of names counts, most systems do not find the skill. Rename the file.",
    });
  },
};
