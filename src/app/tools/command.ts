import { type Operation, operation } from "../operation.ts";
import { agreementFields, installField, rootField, RUNS_HERE } from "./fields.ts";

export const toolsCommand: Operation = operation({
  title: "Run a slash command of a skill",
  details:
    "Hands `/NAME words` to the tool that the skill of that command names, in the sandbox and past any model. Exits " +
    "with 1 where it is refused or fails.",
  examples: ['skillwright tools command "/notes add milk" --allow-experimental'],
  input: {
    message: {
      kind: "text",
      required: true,
      positional: true,
      doc: 'The command with its words, such as `"/notes add milk"`.',
    },
    ...agreementFields,
    ...installField,
    ...rootField,
  },
  effects: "writes",
  needs: ["files"],
  expose: { not: { http: RUNS_HERE, mcp: RUNS_HERE, browser: RUNS_HERE } },
  run: async (context, input) => {
    const { runCommand } = await import("./tool-calls.ts");
    return await runCommand(context, input);
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
  text: async () => (await import("./tool-calls.text.ts")).toolCallText,
});
