import { type Operation, operation } from "../operation.ts";
import { skillsField } from "./skills-field.ts";

export const matrix: Operation = operation({
  title: "Show where skills work",
  details:
    "One row for each skill and one column for each system. Every cell that is not green has a reason.",
  examples: ["skillwright matrix skills", "skillwright matrix skills --format html -o matrix.html"],
  input: {
    ...skillsField,
    systems: {
      kind: "text",
      many: true,
      placeholder: "LIST",
      doc: "Systems to include, separated by commas. Default: all.",
    },
  },
  output: async () => (await import("../shapes.ts")).matrixShape,
  effects: "reads",
  needs: [],
  expose: { http: "POST /skills/matrix", mcp: "compare_systems" },
  formats: ["text", "json", "html"],
  run: async (context, { skills, systems }) => {
    const { compareSystems } = await import("./compatibility.ts");
    return compareSystems(context, skills, systems);
  },
  exitCode: ({ skipped }) => (skipped.some(({ isFailure }) => isFailure) ? 1 : 0),
  text: async () => (await import("./compatibility.text.ts")).compatibilityText,
});
