/** Writes a new lint rule and its page: `npm run new:rule my-rule "What the rule asks for"`. */
import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const [slug, title = "Say in one line what the rule asks for."] = process.argv.slice(2);
if (slug === undefined || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug)) {
  console.error("Unexpected name, expected lower-case words such as `my-rule`.");
  console.error('Usage: npm run new:rule my-rule "What the rule asks for"');
  process.exit(2);
}
const rulePath = `src/check/lint/rules/${slug}.ts`;
const pagePath = `docs/reference/diagnostics/lint/${slug}.md`;
for (const path of [rulePath, pagePath])
  if (existsSync(resolve(root, path))) {
    console.error(`Unexpected file ${path}, expected a rule that does not exist yet.`);
    process.exit(1);
  }
const variable = slug.replace(/-([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());

writeFileSync(
  resolve(root, rulePath),
  `import type { FileRule } from "../rule.ts";

export const ${variable}: FileRule = {
  code: "lint/${slug}",
  title: "${title}",
  severity: "warning",
  scope: "file",
  check: (context) => {
    const at = context.body.text.indexOf("REPLACE-ME");
    if (at === -1) return;
    const start = context.body.start + at;
    context.report({
      message: "Unexpected \`REPLACE-ME\`, expected the instructions to be finished.",
      hint: "Write what belongs there.",
      span: { start, end: start + "REPLACE-ME".length },
    });
  },
};
`,
);
writeFileSync(
  resolve(root, pagePath),
  `---
kind: reference
---

# ${slug}

${title} Say in a sentence or two why it matters.

## How to fix it

Say what to do.

## Examples

\`\`\`\`skill bad expect="lint/${slug}@6:1-6:11" path="skills/sort-photos/SKILL.md"
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
);
console.log(`Wrote ${rulePath} and ${pagePath}. Next:`);
console.log(`1. Add \`${variable}\` to the list in src/check/lint/rules/index.ts.`);
console.log("2. Write the check and make the page's examples true.");
console.log("3. npm run docs, then npm test.");
