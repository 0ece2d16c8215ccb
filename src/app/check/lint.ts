import { type Operation, operation } from "../operation.ts";
import { skillsField } from "./skills-field.ts";

export const lint: Operation = operation({
  title: "Lint skills",
  details:
    "Exits with 1 when there are errors, and with 0 when there are only warnings. Reads " +
    "skillwright.config.json from the working directory or the nearest folder above it.",
  examples: [
    "skillwright lint",
    "skillwright lint skills --fix",
    "skillwright lint . --format sarif --output skills.sarif",
  ],
  input: {
    ...skillsField,
    dialect: {
      kind: "dialect",
      short: "d",
      doc: "Read every skill in this format. Default: detected for each skill.",
    },
    fix: { kind: "flag", doc: "Apply the fixes that keep the meaning, and list them." },
    fixUnsafe: { kind: "flag", doc: "Also apply the fixes that need a review." },
    fixDryRun: {
      kind: "flag",
      only: "local",
      doc: "Show the fixes as a diff and write nothing.",
    },
    maxWarnings: {
      kind: "number",
      only: "local",
      doc: "Exit with 1 when there are more warnings than this.",
    },
    quiet: { kind: "flag", short: "q", only: "local", doc: "Show errors only." },
    scan: {
      kind: "flag",
      only: "local",
      doc: "Also scan every file of each skill for security risks.",
    },
    strict: { kind: "flag", only: "local", doc: "Exit with 2 when no skill is found." },
    config: {
      kind: "file",
      short: "c",
      doc: "Read this configuration instead of looking for one.",
    },
    jobs: {
      kind: "number",
      short: "j",
      only: "local",
      doc: "Threads to use. Default: more than one for many files.",
    },
    noCache: { kind: "flag", only: "local", doc: "Neither read nor write the cache." },
  },
  output: async () => (await import("../shapes.ts")).lintShape,
  effects: "writes",
  needs: [],
  expose: { http: "POST /skills/lint", mcp: "lint_skill" },
  formats: ["pretty", "json", "sarif", "github", "gitlab", "junit", "rdjsonl"],
  run: async (context, input) => {
    const { lintSkills } = await import("./linting.ts");
    return await lintSkills(context, input);
  },
  exitCode: ({ errors, warnings, files, skipped, fixed = [], unfixed = [] }, input) => {
    if (unfixed.some(({ isFailure }) => isFailure)) return 2;
    if (files.length === 0 && input.strict) return 2;
    const isOver = input.maxWarnings !== undefined && warnings > input.maxWarnings;
    const isUnread = skipped.some(({ isFailure }) => isFailure);
    const isUnfixed = unfixed.length > 0 || (input.fixDryRun && fixed.length > 0);
    return errors > 0 || isOver || isUnread || isUnfixed ? 1 : 0;
  },
  text: async () => (await import("./linting.text.ts")).lintText,
});
