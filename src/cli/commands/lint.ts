import { summarize, unifiedDiff } from "../../check/report/index.ts";
import {
  failure,
  reasonOf,
  withoutControls,
  withoutInterruption,
  writeFileAtomically,
} from "../../platform/index.ts";
import { type Context, FAILURE, FINDINGS, FINE } from "../context.ts";
import { fixFiles, type FixOutcome } from "../lint/fix.ts";
import { renderReport } from "../lint/report.ts";
import { lintTree, type LintRun } from "../lint/run.ts";
import { ConfigurationError, readSettings, type Settings } from "../lint/settings.ts";
import { lintInput } from "../lint/stdin.ts";
import { count } from "../render.ts";

export async function run(context: Context): Promise<number> {
  try {
    const settings = readSettings(context);
    if (context.arguments.includes("-"))
      return finish(await scanned(lintInput(context, settings), context), context);
    return await lintPaths(context, settings);
  } catch (error) {
    if (error instanceof ConfigurationError) return FAILURE;
    throw error;
  }
}

async function lintPaths(context: Context, settings: Settings): Promise<number> {
  const { options } = context;
  const isDryRun = options.flag("fix-dry-run");
  const isUnsafe = options.flag("fix-unsafe");
  const first = await scanned(await lintTree(context, settings), context);
  if (!isDryRun && !isUnsafe && !options.flag("fix")) return finish(first, context);
  const trees = context.arguments.length === 0 ? ["."] : context.arguments;
  const outcome = await withoutInterruption(() =>
    fixFiles(first, settings, { isUnsafe, isDryRun, trees }),
  );
  if (isDryRun) return showDiff(outcome, first, context);
  tellFixes(outcome, context);
  const last =
    outcome.fixed.length === 0 ? first : await scanned(await lintTree(context, settings), context);
  return Math.max(finish(last, context), tellUnfixed(outcome, context));
}

/** With the findings of the scanner, where it was asked for; it is large, so that it is loaded only then. */
async function scanned(done: LintRun, context: Context): Promise<LintRun> {
  if (!context.options.flag("scan")) return done;
  const { withScan } = await import("../lint/scan.ts");
  return await withScan(done, context);
}

/** Writes the report and gives the exit code. */
function finish(done: LintRun, context: Context): number {
  const { options, err } = context;
  const text = renderReport(done, context);
  const output = options.text("output");
  if (output === undefined) context.out(text);
  else {
    writeOutput(output, text);
    err(`${summarize(done.report)}; the report is in ${output}.\n`);
  }
  return exitCode(done, context);
}

function exitCode({ report, files, skipped }: LintRun, context: Context): number {
  const { options, err } = context;
  const failures = skipped.filter((item) => item.isFailure);
  for (const { path, reason } of failures) err(`Not looked into: ${path}: ${reason}.\n`);
  if (files.length === 0) {
    err("No skill was found: no SKILL.md lies below the paths.\n");
    if (options.flag("strict")) return FAILURE;
  }
  const limit = options.number("max-warnings");
  if (limit !== undefined && report.warnings > limit) {
    err(`${count(report.warnings, "warning")}, and \`--max-warnings\` allows ${limit}.\n`);
    return FINDINGS;
  }
  return report.errors > 0 || failures.length > 0 ? FINDINGS : FINE;
}

function writeOutput(path: string, text: string): void {
  try {
    writeFileAtomically(path, text);
  } catch (error) {
    throw failure("cli/unwritable", `The file cannot be written: ${reasonOf(error)}.`, {
      file: path,
      cause: error,
    });
  }
}

function tellFixes({ fixed, refused }: FixOutcome, { err, paintError: paint }: Context): void {
  for (const { path, applied } of fixed) {
    err(`${paint("green", "fixed")} ${withoutControls(path)}\n`);
    for (const { title, code } of applied) err(`  ${title} (${code})\n`);
  }
  tellRefused({ fixed, refused }, err);
}

/** The exit code that files ask for which are not in the state that was asked for. */
function tellUnfixed({ refused }: FixOutcome, { err }: Context): number {
  if (refused.length === 0) return FINE;
  const files = count(refused.length, "file was", "files were");
  err(`${files} not fixed and ${refused.length === 1 ? "is" : "are"} as before.\n`);
  return refused.some((file) => file.isFailure) ? FAILURE : FINDINGS;
}

function tellRefused({ refused }: FixOutcome, err: Context["err"]): void {
  for (const { path, reason } of refused)
    err(`Not fixed: ${withoutControls(path)}: ${withoutControls(reason)}.\n`);
}

/** Shows what `--fix` would write. A difference counts as a finding. */
function showDiff(outcome: FixOutcome, done: LintRun, context: Context): number {
  const { fixed } = outcome;
  for (const file of fixed) context.out(unifiedDiff(file.path, file.before, file.after));
  tellRefused(outcome, context.err);
  const fixes = fixed.reduce((sum, file) => sum + file.applied.length, 0);
  context.err(`${count(fixes, "fix", "fixes")} in ${count(fixed.length, "file")}, none written.\n`);
  return fixed.length > 0 ? FINDINGS : exitCode(done, context);
}
