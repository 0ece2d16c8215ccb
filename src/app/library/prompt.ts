import { type Operation, operation } from "../operation.ts";
import { priorityField, systemFields } from "./selection.ts";

const SIMULATED =
  "A page has no machine: it renders the list of skills that a server names, under budgets that you try.";

export const prompt: Operation = operation({
  title: "Show the prompt",
  details:
    "Prints the list of skills exactly as the system gives it to the model. With `--explain` it prints what each skill " +
    "costs, which are truncated or dropped, and what would bring them back.",
  examples: [
    "skillwright prompt --as claude",
    "skillwright prompt --budget 4000 --priority pdf-tools,notes --explain",
  ],
  input: {
    ...systemFields,
    budget: {
      kind: "number",
      doc: "Maximum characters of the list. Default: what the system or its settings say.",
    },
    context: {
      kind: "number",
      doc: "Tokens of the model's context, where the system takes a share of it.",
    },
    ...priorityField,
    explain: { kind: "flag", doc: "Show characters and tokens of each skill." },
  },
  output: async () => (await import("../explanation-shape.ts")).promptShape,
  effects: "reads",
  needs: ["systems"],
  expose: { http: "GET /library/listing", mcp: "show_prompt", not: { browser: SIMULATED } },
  run: async (context, { explain: withCost, ...selection }) => {
    const isNamed = selection.as !== undefined || selection.client !== undefined;
    const [agent] = isNamed ? ((await context.systems.agents?.(selection)) ?? []) : [];
    if (agent !== undefined) {
      const { promptByAgent } = await import("./agents.ts");
      return await promptByAgent(agent, withCost);
    }
    const { readPrompt } = await import("./prompt-cost.ts");
    return await context.systems.one(selection, (system) => readPrompt(system, withCost, context));
  },
  text: async () => (await import("./prompt-cost.text.ts")).promptText,
});
