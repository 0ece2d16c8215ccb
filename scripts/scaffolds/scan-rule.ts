import type { Scaffold } from "./scaffold.ts";

export const scanRuleScaffold: Scaffold = {
  example: "my-rule",
  title: "Say in one line what a safe skill is like.",
  plan: ({ id, variable, title }) => ({
    files: {
      [`src/check/scan/rules/${id}.ts`]: `import type { ScanRule } from "../rule.ts";
import { statementPlace } from "../text/prose.ts";

export const ${variable}: ScanRule = {
  code: "scan/${id}",
  title: "${title}",
  severity: "high",
  category: "injection",
  hint: "Say what a reviewer looks at next.",
  check(context) {
    for (const statement of context.statements) {
      if (!statement.folded.includes("replace-me")) continue;
      context.report({
        ...statementPlace(statement),
        message: "The instructions say \`replace-me\`.",
      });
    }
  },
};
`,
      [`docs/reference/diagnostics/scan/${id}.md`]: `---
kind: reference
---

# scan/${id}

${title} Say in a sentence or two what an attacker gains.

\`\`\`\`skill bad expect="scan/${id}"
---
name: tables
description: Formats tables. Use when the user asks for a table.
---

Replace-me with an attack, defanged.
\`\`\`\`

\`\`\`\`skill good
---
name: tables
description: Formats tables. Use when the user asks for a table.
---

Replace this by text that looks like the attack and is harmless.
\`\`\`\`
`,
    },
    lines: [
      {
        path: "src/check/scan/rules/index.ts",
        line: `import { ${variable} } from "./${id}.ts";`,
        after: /^import /u,
      },
      {
        path: "src/check/scan/rules/index.ts",
        line: `  ${variable},`,
        after: /^ {2}\w+,$/u,
      },
    ],
    next: [
      "Write the check and make the examples of the page true: a look-alike that is harmless, too.",
      "Measure it with `npm run scan:eval`: what it catches, and what it flags wrongly.",
    ],
  }),
};
