import { type Operation, operation } from "../operation.ts";
import { priorityField, systemFields } from "./selection.ts";

const SIMULATED =
  "A page has no machine: it simulates one that you describe, with the rules of the same gate.";

export const explain: Operation = operation({
  title: "Explain why a skill loads",
  details:
    "Shows every step on the load path of each file of that name: found, parsed, shadowed, enabled, requirements, " +
    "listed. Exits with 1 when a system does not load the skill.",
  examples: [
    "skillwright explain pdf-tools",
    "skillwright explain ./pdf-tools --as claude",
    "skillwright explain pdf-tools --as openclaw --host mac-mini.json",
    "skillwright explain pdf-tools --as gsv --gateway ws://127.0.0.1:4817",
    "skillwright explain pdf-tools --as gsv --store s3://bucket/team --agent main",
  ],
  input: {
    name: {
      kind: "text",
      required: true,
      positional: true,
      doc: "Name of a skill, of its folder, or path of its file.",
    },
    ...systemFields,
    ...priorityField,
  },
  output: async () => (await import("../explanation-shape.ts")).explanationShape,
  effects: "reads",
  needs: ["systems"],
  expose: { http: "GET /library/explanation", mcp: "explain_skill", not: { browser: SIMULATED } },
  run: async ({ systems }, { name, ...selection }) => {
    const { explainSkill } = await import("./explain-skill.ts");
    return await explainSkill(systems, name, selection);
  },
  exitCode: ({ systems }) =>
    systems.length > 0 && systems.every(({ isLoaded }) => isLoaded) ? 0 : 1,
  text: async () => (await import("./explanation.text.ts")).explanationText,
});
