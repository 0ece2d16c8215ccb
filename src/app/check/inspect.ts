import { type Operation, operation } from "../operation.ts";

export const inspect: Operation = operation({
  title: "Inspect a skill",
  details:
    "Shows the format and how it was detected, every value by its meaning with line, column and frontmatter path, " +
    "what is preserved without a meaning, and the problems.",
  examples: ["skillwright inspect skills/pdf-tools"],
  input: {
    skill: {
      kind: "skill",
      required: true,
      positional: true,
      doc: "Skill folder, SKILL.md file, or `-` for standard input.",
    },
    dialect: { kind: "dialect", short: "d", doc: "Format to read it as. Default: detected." },
  },
  output: async () => (await import("../shapes.ts")).inspectionShape,
  effects: "reads",
  needs: [],
  expose: { http: "POST /skills/inspect", mcp: "inspect_skill" },
  run: async (context, { skill, dialect }) => {
    const { inspectSkill } = await import("./inspection.ts");
    const { readSkillSource } = await import("../sources.ts");
    return inspectSkill(readSkillSource(context, skill), dialect);
  },
  text: async () => (await import("./inspection.text.ts")).inspectionText,
});
