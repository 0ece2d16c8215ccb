import type { Scaffold } from "./scaffold.ts";

export const nodeScaffold: Scaffold = {
  example: "my-node",
  title: "Say in one sentence what the node does.",
  plan: ({ id, variable, type, title }) => ({
    files: {
      [`src/run/workflow/nodes/${id}/index.ts`]: `import { z } from "zod";
import type { NodeContext, NodeRun } from "../../node.ts";
import { resolveTemplate } from "../../template.ts";
import { text } from "../fields.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { ${variable}Form } from "./form.ts";

const ${variable}Data = z.looseObject({ template: text.default("{{input}}") });

export const ${variable}Node: NodeSpec = defineNode({
  type: "${id}",
  form: ${variable}Form,
  data: ${variable}Data.prefault({}),
  run,
});

/** ${title} */
// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
async function* run(
  { template }: z.infer<typeof ${variable}Data>,
  { variables }: NodeContext,
): NodeRun {
  return { output: resolveTemplate(template, variables) };
}
`,
      [`src/run/workflow/nodes/${id}/form.ts`]: `import { type NodeForm, TEMPLATE_HELP } from "../form.ts";

export const ${variable}Form: NodeForm = {
  title: "${type}",
  icon: "text",
  about: "${title}",
  output: "The text with its templates filled in.",
  summary: "template",
  fields: [
    {
      key: "template",
      label: "Text",
      kind: "area",
      names: "template",
      preset: "{{input}}",
      help: TEMPLATE_HELP,
    },
  ],
};
`,
    },
    lines: [
      {
        path: "src/run/workflow/nodes/index.ts",
        line: `import { ${variable}Node } from "./${id}/index.ts";`,
        before: /^import type \{ NodeForm \}/u,
      },
      {
        path: "src/run/workflow/nodes/index.ts",
        line: `  ${variable}Node,`,
        before: /^ {2}endNode,$/u,
      },
    ],
    next: [
      `Write schema and \`run\` in src/run/workflow/nodes/${id}/index.ts, and what people are told in form.ts.`,
      "Run `npm run docs:main`: reference and canvas are made from the list. Add a test to src/serve/api/workflows.test.ts.",
    ],
  }),
};
