import { type Operation, operation } from "../operation.ts";

export const convert: Operation = operation({
  title: "Convert a skill",
  details:
    "Prints the converted skill, or writes it with its other files below `--out`. The report says what " +
    "became of every value. Exits with 1 when the result is not valid in the new dialect.",
  examples: [
    "skillwright convert skills/pdf-tools --to openclaw",
    "skillwright convert skills --to claude --out converted --report json",
  ],
  input: {
    skill: {
      kind: "skill",
      required: true,
      positional: true,
      doc: "Skill folder, SKILL.md file, folder of skills, or `-` for standard input.",
    },
    to: { kind: "dialect", required: true, doc: "Format to write; required." },
    from: { kind: "dialect", doc: "Format to read. Default: detected for each skill." },
    out: { kind: "folder", doc: "Folder in which each skill gets a folder of its name." },
    force: { kind: "flag", only: "local", doc: "Replace existing files." },
    dryRun: {
      kind: "flag",
      only: "local",
      doc: "Show what would be written, and write nothing.",
    },
    report: {
      kind: "choice",
      choices: ["md", "json"],
      placeholder: "FORMAT",
      only: "local",
      doc: "Form of the report: md (for people) or json.",
    },
    reportFile: {
      kind: "file",
      doc: "Write the report to this file instead of standard error.",
    },
  },
  output: async () => (await import("../shapes.ts")).conversionsShape,
  effects: "writes",
  needs: [],
  expose: { http: "POST /skills/convert", mcp: "convert_skill" },
  run: async (context, input) => {
    const { convertSkills } = await import("./conversion.ts");
    const output = await convertSkills(context, input);
    if (input.reportFile !== undefined) {
      const { renderReport } = await import("./conversion.text.ts");
      context.files?.writeText(input.reportFile, renderReport(output.conversions, input.report));
    }
    return output;
  },
  exitCode: ({ conversions }) =>
    conversions.every(
      ({ report, diagnostics }) =>
        report.missing.length === 0 && diagnostics.every(({ severity }) => severity !== "error"),
    )
      ? 0
      : 1,
  text: async () => (await import("./conversion.text.ts")).conversionText,
});
