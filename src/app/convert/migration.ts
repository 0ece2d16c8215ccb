/** Skills of another system taken over, with a report of what a person must review. */
import {
  failure,
  fileExists,
  findSkills,
  type FoundFile,
  isInside,
  joinPath,
  joinShown,
  kindOf,
  parentOf,
  readBytes,
  resolvePath,
  showPath,
} from "../../platform/index.ts";
import {
  loadProblems,
  type MigratedSkill,
  migrateSkill,
  missingHandlers,
  packageProblems,
  permissionProblems,
  readSkillTools,
  renderMigrationReport,
} from "../../run/tools/index.ts";
import {
  chooseDialect,
  decodeText,
  type Diagnostic,
  dialects,
  readDocument,
  SkillError,
} from "../../skill/index.ts";
import { withoutCause } from "../../skill/model/index.ts";
import type { Files } from "../context.ts";
import { readFolderName } from "../machine/inputs.ts";
import type { LocalConverter, OutputPlan } from "./output-plan.ts";

const REPORT = "MIGRATION.md";

interface MigrateInput {
  readonly path: string;
  readonly to?: string;
  readonly from?: string;
  readonly output?: string;
  readonly batch: boolean;
  readonly validate: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
}

export interface MigratedRow {
  readonly source: string;
  readonly ok: boolean;
  readonly folder?: string;
  readonly name?: string;
  readonly dialect?: string;
  readonly review?: readonly string[];
  readonly files?: readonly string[];
  readonly problems: readonly Omit<Diagnostic, "cause">[];
}

export interface MigrationAnswer {
  readonly skills: readonly MigratedRow[];
}

export async function migrateSkills(files: Files, input: MigrateInput): Promise<MigrationAnswer> {
  const converting = await files.converting();
  const skills: MigratedRow[] = [];
  for (const file of findSources(input.path, input.batch))
    skills.push(await migrateOne(file, input, converting));
  return { skills };
}

function toRow(
  source: string,
  problems: readonly Diagnostic[],
  done?: { readonly folder: string; readonly migrated: MigratedSkill },
): MigratedRow {
  return {
    source,
    ok: problems.every(({ severity }) => severity !== "error"),
    ...(done === undefined
      ? {}
      : {
          folder: done.folder,
          name: done.migrated.name,
          dialect: done.migrated.dialect.id,
          review: done.migrated.review,
          files: ["SKILL.md", ...Object.keys(done.migrated.files), REPORT],
        }),
    problems: problems.map(withoutCause),
  };
}

function findSources(word: string, isBatch: boolean): readonly FoundFile[] {
  const kind = kindOf(word);
  if (kind === "missing")
    throw failure("cli/no-such-path", `No such file or folder: \`${word}\`.`, {
      hint: "Relative paths start at the working directory.",
    });
  const input = { path: word, shown: showPath(word.replace(/(?<![\\/])[\\/]+$/, "")) };
  const files = kind === "folder" ? findSkills(input).files : [input];
  if (files.length === 0) throw failure("cli/no-skill", `The folder \`${word}\` has no SKILL.md.`);
  if (files.length > 1 && !isBatch)
    throw failure(
      "cli/usage",
      `\`${word}\` holds ${files.length} skills, and \`migrate\` takes one.`,
      {
        hint: "`--batch` migrates all of them.",
      },
    );
  return files;
}

async function migrateOne(
  file: FoundFile,
  input: MigrateInput,
  converting: LocalConverter,
): Promise<MigratedRow> {
  const source = file.shown;
  const { text, problems } = decodeText(readBytes(file.path));
  const { from, dryRun: isDryRun } = input;
  const takers = dialects.filter(({ migrate }) => migrate !== undefined);
  const result = migrateSkill(readDocument(text, problems), takers, {
    shown: source,
    ...(input.to === undefined ? {} : { to: chooseDialect(input.to) }),
    ...(from === undefined ? {} : { from }),
  });
  if ("refused" in result) return toRow(source, result.refused);
  const plan = planOutput(file, result, input.output ?? "migrated", converting);
  try {
    await converting.write([plan], { isForced: input.force, isDryRun });
  } catch (error) {
    // Other skills are migrated although this one has been before.
    if (!SkillError.isInstance(error) || error.diagnostic.code !== "app/outputs-exist") throw error;
    return toRow(source, [error.diagnostic]);
  }
  const found = input.validate && !isDryRun ? await validate(plan, result) : [];
  return toRow(source, found, { folder: showPath(plan.folder), migrated: result });
}

function planOutput(
  file: FoundFile,
  migrated: MigratedSkill,
  out: string,
  converting: LocalConverter,
): OutputPlan {
  if (isInside(resolvePath(parentOf(file.path)), resolvePath(out)))
    throw failure(
      "cli/usage",
      `The output folder \`${out}\` contains the skill itself; choose another folder.`,
    );
  const { text, name, files } = migrated;
  const plan = converting.plan({ path: file.path, text, name, files }, readFolderName(file), out);
  const texts = new Map([...plan.texts, [REPORT, renderMigrationReport(migrated, file.shown)]]);
  return { ...plan, texts, copies: plan.copies.filter((path) => !texts.has(path)) };
}

/** What loading would find, short of running it. */
async function validate(plan: OutputPlan, migrated: MigratedSkill): Promise<readonly Diagnostic[]> {
  const file = joinPath(plan.folder, "SKILL.md");
  const shown = joinShown(showPath(plan.folder), "SKILL.md");
  const skill = await readSkillTools(file, shown);
  const missing = missingHandlers(migrated, shown, (path) =>
    fileExists(joinPath(plan.folder, path)),
  );
  const packages = packageProblems(skill).map((problem) => ({ ...problem, file: shown }));
  const unread = new Set(skill.diagnostics.map(({ message }) => message));
  const refused = loadProblems(skill).filter(({ message }) => !unread.has(message));
  const permissions = permissionProblems(skill);
  return [
    ...migrated.diagnostics,
    ...skill.diagnostics,
    ...refused,
    ...missing,
    ...packages,
    ...permissions,
  ];
}
