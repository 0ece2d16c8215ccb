import { type Operation, operation } from "../operation.ts";
import { skillsField } from "./skills-field.ts";

export const validate: Operation = operation({
  title: "Validate skills",
  details:
    "Gives the verdict of the format's own parser: valid or not, and which fields are wrong. Exits with 1 when a " +
    "skill is invalid.",
  examples: ["skillwright validate skills", "skillwright validate . --dialect openclaw --json"],
  input: {
    ...skillsField,
    dialect: {
      kind: "dialect",
      short: "d",
      doc: "Format to validate against. Default: the open specification.",
    },
  },
  output: async () => (await import("../shapes.ts")).validationShape,
  effects: "reads",
  needs: [],
  expose: { http: "POST /skills/validate", mcp: "validate_skill" },
  run: async (context, { skills, dialect }) => {
    const { validateSkills } = await import("./validation.ts");
    return validateSkills(context, skills, dialect);
  },
  exitCode: ({ invalid, skipped }) =>
    invalid > 0 || skipped.some(({ isFailure }) => isFailure) ? 1 : 0,
  text: async () => (await import("./validation.text.ts")).validationText,
});
