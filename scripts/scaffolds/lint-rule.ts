import type { Scaffold } from "./scaffold.ts";

export const lintRuleScaffold: Scaffold = {
  example: "my-rule",
  title: "Say in one line what the rule asks for.",
  plan: ({ id, variable, title }) => ({
    files: {
      [`src/check/lint/rules/${id}.ts`]: `import type { FileRule } from "../rule.ts";

export const ${variable}: FileRule = {
  code: "lint/${id}",
  title: "${title}",
  severity: "warning",
  scope: "file",
  check: (context) => {
    const at = context.body.text.indexOf("REPLACE-ME");
    if (at === -1) return;
    const start = context.body.start + at;
    context.report({
      message: "The instructions are not finished: \`REPLACE-ME\`.",
      hint: "Write what belongs there.",
      span: { start, end: start + "REPLACE-ME".length },
    });
  },
};
`,
      [`docs/reference/diagnostics/lint/${id}.md`]: `---
kind: reference
---

# ${id}

${title} Say in a sentence or two why it matters.

## How to fix it

Say what to do.

## Examples

\`\`\`\`skill bad expect="lint/${id}@6:1-6:11" path="skills/sort-photos/SKILL.md"
---
name: sort-photos
description: Sorts photos by date. Use when a folder of pictures is in disorder.
---

REPLACE-ME
\`\`\`\`

\`\`\`\`skill good path="skills/sort-photos/SKILL.md"
---
name: sort-photos
description: Sorts photos by date. Use when a folder of pictures is in disorder.
---

Sort them.
\`\`\`\`
`,
    },
    lines: [
      {
        path: "src/check/lint/rules/index.ts",
        line: `import { ${variable} } from "./${id}.ts";`,
        after: /^import /u,
      },
      {
        path: "src/check/lint/rules/index.ts",
        line: `  ${variable},`,
        after: /^ {2}\w+,$/u,
      },
    ],
    next: ["Write the check and make the examples of the page true."],
  }),
};
