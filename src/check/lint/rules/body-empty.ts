import type { FileRule } from "../rule.ts";

export const bodyEmpty: FileRule = {
  code: "lint/body-empty",
  title: "A skill has instructions.",
  severity: "warning",
  scope: "file",
  check({ document, report }) {
    const { fence, text, bodyStart } = document;
    // A file without frontmatter, or with an open one, has a finding of its own.
    if (fence === undefined || !fence.isClosed || /\S/.test(text.slice(bodyStart))) return;
    report({
      span: fence.closer,
      message: "The skill has no instructions after the frontmatter.",
      hint: "Write below `---` what the agent should do; the description alone is not instructions.",
    });
  },
};
