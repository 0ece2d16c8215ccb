import { type FileResult, type LintReport, withDiagnostics } from "../../../check/index.ts";
import { fileResults, isAtLeast, scan, type ScannedSkill } from "../../../check/scan/index.ts";
import { type FoundFile, joinPath, parentOf } from "../../../platform/index.ts";
import type { Diagnostic, Severity } from "../../../skill/index.ts";
import { readFolderName } from "../inputs.ts";
import { openScanEngines } from "../../../platform/scanning/index.ts";
import { readScanContent } from "../scan/content.ts";
import { scanFound } from "../scan/run.ts";
import type { LintRun, ThreadOptions } from "../../check/lint-run.ts";

/**
 * The run with what the scanner finds in the same skills. Comments that suppress findings do not count for it, nor what
 * the configuration ignores, which may come from the author of the skill: a skill has no say in whether it is dangerous.
 */
export async function withScan(done: LintRun, { jobs }: ThreadOptions): Promise<LintRun> {
  const skills = await scanRun(done, jobs);
  const found = new Map<string, FileResult>();
  for (const result of skills.map(isReportable).flatMap(fileResults)) {
    const known = found.get(result.path);
    const diagnostics = [...(known?.diagnostics ?? []), ...result.diagnostics];
    found.set(result.path, { ...result, diagnostics });
  }
  const own = done.report.files.map((file) => {
    const more = found.get(file.path)?.diagnostics ?? [];
    found.delete(file.path);
    return more.length === 0 ? file : withDiagnostics(file, merged(file, more));
  });
  const others = [...found.values()].map((file) => ({ ...file, diagnostics: merged(file, []) }));
  return {
    ...done,
    report: { ...counted([...own, ...others], done.report), skills: own.length },
    files: [...done.files, ...others.map(({ path }) => findFile(path, scannedFiles(done)))],
  };
}

function scannedFiles({ files, ignored = [] }: LintRun): readonly FoundFile[] {
  return [...files, ...ignored];
}

async function scanRun(done: LintRun, jobs: number | undefined): Promise<readonly ScannedSkill[]> {
  const { texts, drafts } = done;
  const files = scannedFiles(done);
  if (texts !== undefined) return await scanTexts(done);
  return drafts === undefined ? await scanFound(files, jobs) : await scanDrafts(files, drafts);
}

/** Skills whose own file is being edited: its text counts, not what was saved last. */
async function scanDrafts(
  places: readonly FoundFile[],
  drafts: ReadonlyMap<string, string>,
): Promise<readonly ScannedSkill[]> {
  const ports = openScanEngines();
  return await Promise.all(
    places.map(async (file): Promise<ScannedSkill> => {
      const { files, directory, path } = readScanContent(file);
      const name = file.shown.slice(file.shown.lastIndexOf("/") + 1);
      const draft = { path: name, content: drafts.get(file.shown) ?? "" };
      const others = files.filter((other) => other.path !== name);
      const report = await scan({ files: [draft, ...others], directory, ports });
      return { path, report };
    }),
  );
}

/** Without what is only good to know, as `scan` shows it to people. */
function isReportable(skill: ScannedSkill): ScannedSkill {
  const findings = skill.report.findings.filter(({ severity }) => isAtLeast(severity, "low"));
  return { ...skill, report: { ...skill.report, findings } };
}

/** Text that stands in no file is a skill of one file. */
async function scanTexts({ files, texts }: LintRun): Promise<readonly ScannedSkill[]> {
  const ports = openScanEngines();
  return await Promise.all(
    files.map(async (file): Promise<ScannedSkill> => {
      const content = texts?.get(file.shown) ?? "";
      const directory = readFolderName(file);
      const input = { files: [{ path: "SKILL.md", content }], ports };
      const report = await scan(directory === undefined ? input : { ...input, directory });
      return { path: file.shown, report: asFile(report, file.shown) };
    }),
  );
}

/** Findings in the text under the name that it is shown by. */
function asFile(report: ScannedSkill["report"], shown: string): ScannedSkill["report"] {
  return { ...report, findings: report.findings.map((item) => ({ ...item, file: shown })) };
}

function merged(
  { diagnostics }: FileResult,
  more: FileResult["diagnostics"],
): FileResult["diagnostics"] {
  return [...diagnostics, ...more].sort((a, b) => startOffset(a) - startOffset(b));
}

function startOffset({ range }: Diagnostic): number {
  return range?.start.offset ?? -1;
}

function counted(files: readonly FileResult[], { fixable }: LintReport): LintReport {
  const all = files.flatMap(({ diagnostics }) => diagnostics);
  const count = (...wanted: readonly Severity[]): number =>
    all.filter(({ severity }) => wanted.includes(severity)).length;
  return {
    files,
    errors: count("error"),
    warnings: count("warning"),
    infos: count("info", "hint"),
    fixable,
  };
}

/** Where a file of a skill lies, so that its lines can be shown. */
function findFile(shown: string, files: readonly FoundFile[]): FoundFile {
  const skill = files.find((file) => shown.startsWith(`${parentOf(file.shown)}/`));
  if (skill === undefined) return { shown, path: shown };
  const inner = shown.slice(parentOf(skill.shown).length + 1);
  return { shown, path: joinPath(parentOf(skill.path), inner) };
}
