import type { Scaffold } from "./scaffold.ts";

export const operationScaffold: Scaffold = {
  example: "my-operation",
  title: "Say in one sentence what it does.",
  plan: ({ id, variable, type, title }) => ({
    files: {
      [`src/app/check/${id}.ts`]: `import { type Operation, operation } from "../operation.ts";

export const ${variable}: Operation = operation({
  title: "${type}",
  details: "Say what the summary leaves open.",
  examples: ["skillwright ${id} skills/pdf-tools"],
  input: {
    skill: {
      kind: "skill",
      required: true,
      positional: true,
      doc: "Skill folder, SKILL.md file, or \`-\` for standard input.",
    },
  },
  output: async () => (await import("./${id}.shape.ts")).${variable}Shape,
  effects: "reads",
  needs: [],
  expose: {
    not: {
      http: "Replace this by a method and a path, or say why other programs cannot call it.",
      mcp: "Replace this by the name of a tool, or say why agents cannot call it.",
      browser: "Delete this where it reads nothing but its input, or say why a page cannot call it.",
    },
  },
  run: async (context, { skill }) => {
    const { readSkillSource } = await import("../sources.ts");
    const { content } = readSkillSource(context, skill);
    const text = typeof content === "string" ? content : new TextDecoder().decode(content);
    return { lines: text.split("\\n").length };
  },
  text: async () => (await import("./${id}.text.ts")).${variable}Text,
});
`,
      [`src/app/check/${id}.shape.ts`]: `import { z } from "zod";

export interface ${type}Answer {
  readonly lines: number;
}

export const ${variable}Shape: z.ZodType<${type}Answer> = z.object({ lines: z.number() });
`,
      [`src/app/check/${id}.text.ts`]: `import { count, type TextView } from "../text.ts";
import type { ${type}Answer } from "./${id}.shape.ts";

export const ${variable}Text: TextView<${type}Answer> = {
  render: ({ lines }) => \`\${count(lines, "line")}\\n\`,
};
`,
    },
    lines: [
      {
        path: "src/app/operations.ts",
        line: `  {
    id: "${id}",
    summary: "${title}",
    load: async () => (await import("./check/${id}.ts")).${variable},
  },`,
        before: /^\];$/u,
      },
    ],
    next: [
      `Say in src/app/check/${id}.ts what it takes and gives, and where it can be called.`,
      "Add its inputs to `CASES` in test/operations.test.ts, which compares the answers of all interfaces.",
    ],
  }),
};
