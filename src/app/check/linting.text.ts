import {
  github,
  gitlab,
  junit,
  pretty,
  rdjsonl,
  type Reporter,
  type ReportContext,
  sarif,
  summarize,
} from "../../check/report/index.ts";
import { oneLine } from "../../skill/index.ts";
import {
  count,
  describeSkipped,
  joinInPieces,
  NO_SKILL,
  type Screen,
  type TextView,
} from "../text.ts";
import type { UnfixedFile } from "./lint-run.ts";
import { type LintAnswer, type LintedFile, PackedLintedFile } from "./linting.ts";

interface LintView {
  readonly quiet: boolean;
  readonly fixDryRun: boolean;
  readonly scan: boolean;
  readonly maxWarnings?: number;
}

type ReportedFile = Parameters<Reporter["render"]>[0];

export const lintText: TextView<LintAnswer, LintView> = {
  render: (answer, screen, view) =>
    view.fixDryRun
      ? (answer.fixed ?? []).map(({ diff = "" }) => diff).join("")
      : pretty.render(toReport(answer, view), toContext(screen, [])),
  formats: {
    sarif: async (answer, screen, view) => {
      const codes = await screen.codes();
      const own = view.scan ? codes : codes.filter(({ code }) => !code.startsWith("scan/"));
      return sarif.render(toReport(answer, view), toContext(screen, own));
    },
    github: (answer, screen, view) => github.render(toReport(answer, view), toContext(screen, [])),
    gitlab: (answer, screen, view) => gitlab.render(toReport(answer, view), toContext(screen, [])),
    rdjsonl: (answer, screen, view) =>
      rdjsonl.render(toReport(answer, view), toContext(screen, [])),
    junit: (answer, screen, view) => junit.render(toReport(answer, view), toContext(screen, [])),
  },
  json: (answer, { quiet }) => renderJson(quiet ? onlyErrors(answer) : answer),
  summary: summarize,
  changes: (answer, screen, view) => (view.fixDryRun ? "" : describeFixes(answer, screen)),
  notes: (answer, _screen, view) => {
    const { skipped, files, warnings, unfixed = [] } = answer;
    const { maxWarnings } = view;
    return [
      view.fixDryRun ? describeDiff(answer) : describeUnfixed(unfixed),
      describeSkipped(skipped),
      files.length === 0 ? NO_SKILL : "",
      maxWarnings !== undefined && warnings > maxWarnings
        ? `${count(warnings, "warning")}, and \`--max-warnings\` allows ${maxWarnings}.\n`
        : "",
    ].join("");
  },
};

function* renderJson(answer: LintAnswer): Generator<string, void> {
  const frame = JSON.stringify({ ...answer, files: [] });
  // Before the files stand numbers alone.
  const at = frame.indexOf("[") + 1;
  yield frame.slice(0, at);
  yield* joinInPieces(serializeFiles(answer.files), ",");
  yield `${frame.slice(at)}\n`;
}

function* serializeFiles(files: LintAnswer["files"]): Generator<string, void> {
  for (const file of files)
    yield file instanceof PackedLintedFile ? file.render() : JSON.stringify(file);
}

function toContext(screen: Screen, codes: ReportContext["codes"]): ReportContext {
  const { version, readText, style, columns } = screen;
  return { version, codes, readText, paint: style, columns };
}

/** The report as reporters read it, where each finding names its file. */
function toReport(answer: LintAnswer, { quiet }: LintView): ReportedFile {
  const shown = quiet ? onlyErrors(answer) : answer;
  const files = shown.files.map(({ path, diagnostics }) => ({
    path,
    diagnostics: diagnostics.map((item) => ({ ...item, file: path })),
  }));
  return { ...shown, files };
}

/** Only the errors; what was counted as something else is gone. */
function onlyErrors(answer: LintAnswer): LintAnswer {
  const files = answer.files.map((file): LintedFile => {
    const all = file instanceof PackedLintedFile ? file.toJSON() : file;
    return { ...all, diagnostics: all.diagnostics.filter(({ severity }) => severity === "error") };
  });
  const fixable = files
    .flatMap((file) => file.diagnostics)
    .filter(({ fix }) => fix !== undefined).length;
  return { ...answer, files, warnings: 0, infos: 0, fixable };
}

function describeFixes({ fixed = [], unfixed = [] }: LintAnswer, { style }: Screen): string {
  const lines = fixed.flatMap(({ path, applied }) => [
    `${style("green", "fixed")} ${oneLine(path)}\n`,
    ...applied.map(({ title, code }) => `  ${title} (${code})\n`),
  ]);
  return [...lines, ...unfixed.map(describeReason)].join("");
}

function describeReason({ path, reason }: UnfixedFile): string {
  return `Not fixed: ${oneLine(path)}: ${oneLine(reason)}.\n`;
}

function describeUnfixed({ length }: readonly UnfixedFile[]): string {
  if (length === 0) return "";
  const files = count(length, "file was", "files were");
  return `${files} not fixed and ${length === 1 ? "is" : "are"} as before.\n`;
}

function describeDiff({ fixed = [], unfixed = [] }: LintAnswer): string {
  const fixes = fixed.reduce((sum, { applied }) => sum + applied.length, 0);
  const end = `${count(fixes, "fix", "fixes")} in ${count(fixed.length, "file")}, none written.\n`;
  return [...unfixed.map(describeReason), end].join("");
}
