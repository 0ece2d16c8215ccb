import {
  hideSecrets,
  isAtLeast,
  isScanSeverity,
  isScanTier,
  type ScanSeverity,
  htmlScan,
  jsonScan,
  prettyScan,
  sarifScan,
  type ScannedSkill,
  type ScanReporter,
  textOfEntry,
  textOfFile,
} from "../../check/scan/index.ts";
import {
  failure,
  joinPath,
  kindOf,
  parentOf,
  reasonOf,
  writeFileAtomically,
} from "../../platform/index.ts";
import { readContentFile } from "../../platform/content/index.ts";
import { type Context, FAILURE, FINDINGS, FINE } from "../context.ts";
import { count, paintSeverity } from "../render.ts";
import { applyBaseline } from "../../app/machine/scan/baseline.ts";
import { contentOf } from "../../app/machine/scan/content.ts";
import { scanSkills, type ScanRun } from "../../app/machine/scan/run.ts";
import { textOptions } from "../text-options.ts";

const reporters: readonly ScanReporter[] = [prettyScan, jsonScan, sarifScan, htmlScan];

export async function run(context: Context): Promise<number> {
  const tier = context.options.text("tier") ?? "community";
  if (!isScanTier(tier)) throw new Error(`The table of commands allows the tier ${tier}.`);
  const { options } = context;
  const request = { tier, feeds: options.texts("feed"), jobs: options.number("jobs") };
  const scanned = await withOpinion(await scanSkills(context.arguments, request), context);
  const names = { baseline: "baseline", accept: "accept", author: "author", expires: "expires" };
  const { skills, problems } = applyBaseline(scanned, textOptions(options, names), {
    now: context.now(),
    notify: (line) => context.err(`${line}\n`),
  });
  const done: ScanRun = { ...scanned, skills };
  write(render(done, context), done, context);
  for (const { severity, message, file = "" } of problems)
    context.err(`${paintSeverity(context.paintError, severity)}: ${file}: ${message}\n`);
  return exitCode(done, context);
}

async function withOpinion(done: ScanRun, context: Context): Promise<ScanRun> {
  const asked = context.options.text("opinion");
  if (asked === undefined) return done;
  const [{ modelSettings }, { openModels }, { withSecondOpinion }] = await Promise.all([
    import("../run/model-settings.ts"),
    import("../../run/models/index.ts"),
    import("../../app/machine/scan/second-opinion.ts"),
  ]);
  const { environment } = context;
  const models = openModels({ settings: await modelSettings(context, environment), environment });
  return await withSecondOpinion(done, models, asked, (line) => context.err(`${line}\n`));
}

function render(done: ScanRun, context: Context): string {
  const format = formatOf(context);
  const reporter = reporters.find(({ id }) => id === format) ?? prettyScan;
  const isForPrograms = reporter === jsonScan || reporter === sarifScan;
  const least = severityOption(context, "least") ?? (isForPrograms ? "info" : "low");
  const isWritten = context.options.text("output") !== undefined;
  return reporter.render(
    done.skills.map((skill) => above(skill, least)),
    {
      version: context.version,
      paint: isWritten ? (_style, text) => text : context.paint,
      columns: context.terminal.columns,
      readText: (skill, file) => readAgain(done, skill.path, file),
    },
  );
}

/** The findings to show; the verdict and the score stay those of all. */
function above(skill: ScannedSkill, least: ScanSeverity): ScannedSkill {
  const findings = skill.report.findings.filter(({ severity }) => isAtLeast(severity, least));
  return { ...skill, report: { ...skill.report, findings } };
}

function severityOption({ options }: Context, name: string): ScanSeverity | undefined {
  const word = options.text(name);
  return word !== undefined && isScanSeverity(word) ? word : undefined;
}

function formatOf({ options }: Context): string {
  const format = options.text("format");
  if (!options.flag("json")) return format ?? prettyScan.id;
  if (format === undefined || format === jsonScan.id) return jsonScan.id;
  throw failure("cli/usage", `\`--json\` and \`--format ${format}\` contradict each other.`, {
    hint: "Leave one of the two out.",
  });
}

/** A file that went away since it was scanned is shown without its lines. */
function readAgain({ skills, places }: ScanRun, path: string, file: string): string | undefined {
  const index = skills.findIndex((skill) => skill.path === path);
  const place = places[index];
  if (place === undefined) return undefined;
  const folder = kindOf(place.path) === "folder" ? place.path : parentOf(place.path);
  const secrets = (skills[index]?.report.findings ?? []).flatMap((finding) =>
    finding.category === "secrets" && finding.file === file && finding.range !== undefined
      ? [{ start: finding.range.start.offset, end: finding.range.end.offset }]
      : [],
  );
  try {
    const text = file.includes("!/")
      ? textOfEntry(contentOf(place).files, file)
      : textOfFile(file, readContentFile(joinPath(folder, file)).content);
    return text === undefined ? undefined : hideSecrets(text, secrets);
  } catch {
    return undefined;
  }
}

function write(text: string, { skills }: ScanRun, { options, out, err }: Context): void {
  const output = options.text("output");
  if (output === undefined) {
    out(text);
    return;
  }
  try {
    writeFileAtomically(output, text);
  } catch (error) {
    throw failure("cli/unwritable", `The file cannot be written: ${reasonOf(error)}.`, {
      file: output,
      cause: error,
    });
  }
  err(`${count(skills.length, "skill")}; the report is in ${output}.\n`);
}

function exitCode({ skills, skipped }: ScanRun, context: Context): number {
  const failures = skipped.filter((item) => item.isFailure);
  for (const { path, reason } of skipped) context.err(`Not looked into: ${path}: ${reason}.\n`);
  if (skills.length === 0) {
    context.err("There is nothing to scan: no file lies below the paths.\n");
    return FAILURE;
  }
  const word = context.options.text("fail-on") ?? "high";
  if (word === "never") return failures.length > 0 ? FINDINGS : FINE;
  const isGrave = ({ report }: ScannedSkill): boolean =>
    report.verdict.decision === "block" ||
    // Nobody knows what stands in the part that was not read.
    report.unread.length > 0 ||
    (isScanSeverity(word) && report.findings.some(({ severity }) => isAtLeast(severity, word)));
  return failures.length > 0 || skills.some(isGrave) ? FINDINGS : FINE;
}
