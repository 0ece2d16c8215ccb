import { type Operation, operation } from "../operation.ts";

const WHY = "It writes folders of the computer on which it runs.";

export const migrate: Operation = operation({
  title: "Migrate skills to skills with tools",
  details:
    "Writes the SKILL.md, a `tools.py` that hands its calls to the original handlers, and a report of what a person " +
    "must review. Every migrated skill is experimental. Exits with 1 where a skill is refused, or with `--validate` " +
    "where the result is not valid.",
  examples: [
    "skillwright migrate old/web-search --validate",
    "skillwright migrate old --batch --output skills",
  ],
  input: {
    path: {
      kind: "file",
      positional: true,
      required: true,
      placeholder: "PATH",
      doc: "SKILL.md or folder of a skill; with `--batch`, a folder of skills.",
    },
    to: { kind: "dialect", doc: "Format to write (default: the first that takes the skill)." },
    from: {
      kind: "text",
      placeholder: "SOURCE",
      doc: "System that the skill comes from (default: detected).",
    },
    output: {
      kind: "folder",
      short: "o",
      doc: "Folder in which each skill gets a folder of its name (default: `migrated`).",
    },
    batch: { kind: "flag", doc: "Migrate every skill below PATH, and continue after refusals." },
    validate: { kind: "flag", doc: "Check the result and its tools as loading would." },
    force: { kind: "flag", doc: "Replace existing files." },
    dryRun: { kind: "flag", doc: "Show what would be written, and write nothing." },
  },
  effects: "writes",
  needs: ["files"],
  expose: { not: { http: WHY, mcp: WHY, browser: WHY } },
  run: async ({ files }, input) => {
    const { migrateSkills } = await import("./migration.ts");
    return await migrateSkills(files, input);
  },
  exitCode: ({ skills }) => (skills.every(({ ok }) => ok) ? 0 : 1),
  text: async () => (await import("./migration.text.ts")).migrationText,
});
