import type { LintReport } from "../../check/index.ts";
import {
  github,
  json,
  junit,
  pretty,
  type Reporter,
  type ReportContext,
  sarif,
} from "../../check/report/index.ts";
import { failure, readText } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { programCodes } from "../diagnostics.ts";
import type { LintRun } from "./run.ts";

const reporters: readonly Reporter[] = [pretty, json, sarif, github, junit];

/** The report in the format that was asked for. */
export function renderReport(run: LintRun, context: Context): string {
  const format = formatOf(context);
  const reporter = reporters.find(({ id }) => id === format) ?? pretty;
  const report = context.options.flag("quiet") ? onlyErrors(run.report) : run.report;
  return reporter.render(report, contextOf(run, context));
}

function formatOf({ options }: Context): string | undefined {
  const format = options.text("format");
  if (!options.flag("json")) return format;
  if (format === undefined || format === json.id) return json.id;
  throw failure("cli/usage", `\`--json\` and \`--format ${format}\` contradict each other.`, {
    hint: "Leave one of the two out.",
  });
}

function contextOf({ files, texts, codes = [] }: LintRun, context: Context): ReportContext {
  const paths = new Map(files.map((file) => [file.shown, file.path]));
  return {
    version: context.version,
    codes: [...programCodes(), ...codes],
    readText: (shown) => texts?.get(shown) ?? readAgain(paths.get(shown)),
    paint: context.options.text("output") === undefined ? context.paint : (_style, text) => text,
    columns: context.terminal.columns,
  };
}

/** A file that went away since it was linted is shown without its lines. */
function readAgain(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}

/** Only the errors; what was counted as something else is gone. */
function onlyErrors(report: LintReport): LintReport {
  const files = report.files.map((file) => ({
    ...file,
    diagnostics: file.diagnostics.filter(({ severity }) => severity === "error"),
  }));
  const fixable = files
    .flatMap((file) => file.diagnostics)
    .filter(({ fix }) => fix !== undefined).length;
  return { ...report, files, warnings: 0, infos: 0, fixable };
}
