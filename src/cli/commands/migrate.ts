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
  decodeText,
  type Diagnostic,
  dialects,
  readDocument,
  SkillError,
} from "../../skill/index.ts";
import { withoutCause } from "../../skill/model/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import type { OutputPlan } from "../../app/convert/output-plan.ts";
import { localConverting } from "../../app/machine/converting.ts";
import { folderNameOf } from "../../app/machine/inputs.ts";
import { dialectOption } from "../dialect-option.ts";
import { count, renderFailure } from "../../app/text.ts";
import { renderDiagnostic } from "../../app/diagnostic.text.ts";
import { toScreen } from "../library/select.ts";

const REPORT = "MIGRATION.md";

interface Row {
  readonly source: string;
  readonly folder?: string;
  readonly migrated?: MigratedSkill;
  readonly problems: readonly Diagnostic[];
}

/** Takes over skills of another system, with a report of what a person must review. */
export async function run(context: Context): Promise<number> {
  const [word = ""] = context.arguments;
  const files = sourcesOf(word, context);
  const rows: Row[] = [];
  for (const file of files) rows.push(await migrateOne(file, context));
  if (context.options.flag("json")) printJson(context, { skills: rows.map(plain) });
  else for (const row of rows) show(row, context);
  const failed = rows.filter(({ problems }) =>
    problems.some(({ severity }) => severity === "error"),
  );
  if (files.length > 1 && !context.options.flag("json"))
    context.out(`${count(files.length - failed.length, "skill")} migrated, ${failed.length} not\n`);
  return failed.length === 0 ? FINE : FINDINGS;
}

function sourcesOf(word: string, { options }: Context): readonly FoundFile[] {
  const kind = kindOf(word);
  if (kind === "missing")
    throw failure("cli/no-such-path", `No such file or folder: \`${word}\`.`, {
      hint: "Relative paths start at the working directory.",
    });
  const input = { path: word, shown: showPath(word.replace(/(?<![\\/])[\\/]+$/, "")) };
  const files = kind === "folder" ? findSkills(input).files : [input];
  if (files.length === 0) throw failure("cli/no-skill", `The folder \`${word}\` has no SKILL.md.`);
  if (files.length > 1 && !options.flag("batch"))
    throw failure(
      "cli/usage",
      `\`${word}\` holds ${files.length} skills, and \`migrate\` takes one.`,
      {
        hint: "`--batch` migrates all of them.",
      },
    );
  return files;
}

async function migrateOne(file: FoundFile, context: Context): Promise<Row> {
  const { options } = context;
  const source = file.shown;
  const { text, problems } = decodeText(readBytes(file.path));
  const to = dialectOption(context, "to");
  const from = options.text("from");
  const takers = dialects.filter(({ migrate }) => migrate !== undefined);
  const result = migrateSkill(readDocument(text, problems), takers, {
    shown: source,
    ...(to === undefined ? {} : { to }),
    ...(from === undefined ? {} : { from }),
  });
  if ("refused" in result) return { source, problems: result.refused };
  const plan = planOf(file, result, context);
  const isDryRun = options.flag("dry-run");
  try {
    await localConverting.write([plan], { isForced: options.flag("force"), isDryRun });
  } catch (error) {
    // Other skills are migrated although this one has been before.
    if (!SkillError.isInstance(error) || error.diagnostic.code !== "app/outputs-exist") throw error;
    return { source, problems: [error.diagnostic] };
  }
  const found = options.flag("validate") && !isDryRun ? await validate(plan, result) : [];
  return { source, folder: showPath(plan.folder), migrated: result, problems: found };
}

function planOf(file: FoundFile, migrated: MigratedSkill, { options }: Context): OutputPlan {
  const out = options.text("output") ?? "migrated";
  if (isInside(resolvePath(parentOf(file.path)), resolvePath(out)))
    throw failure(
      "cli/usage",
      `The output folder \`${out}\` contains the skill itself; choose another folder.`,
    );
  const { text, name, files } = migrated;
  const plan = localConverting.plan(
    { path: file.path, text, name, files },
    folderNameOf(file),
    out,
  );
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

function plain({ source, folder, migrated, problems }: Row): object {
  return {
    source,
    ok: problems.every(({ severity }) => severity !== "error"),
    ...(folder === undefined ? {} : { folder }),
    ...(migrated === undefined
      ? {}
      : {
          name: migrated.name,
          dialect: migrated.dialect.id,
          review: migrated.review,
          files: ["SKILL.md", ...Object.keys(migrated.files), REPORT],
        }),
    problems: problems.map(withoutCause),
  };
}

function show({ source, folder, migrated, problems }: Row, context: Context): void {
  const { out, err, paint, paintError, options } = context;
  if (migrated !== undefined && folder !== undefined) {
    const verb = options.flag("dry-run") ? "would write" : "wrote";
    out(
      `${paint("green", "✓")} ${source}: ${verb} ${folder}, ${count(migrated.review.length, "point")} to review\n`,
    );
    for (const line of migrated.review) out(`    ${line}\n`);
  } else out(`${paint("red", "✗")} ${source}\n`);
  for (const problem of problems)
    err(
      problem.severity === "error"
        ? renderFailure(problem, paintError)
        : renderDiagnostic(problem, toScreen(context)),
    );
}
