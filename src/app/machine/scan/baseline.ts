import {
  acceptFindings,
  type AppliedBaseline,
  type Baseline,
  type BaselineEntry,
  openBaseline,
  readBaseline,
  type ScannedSkill,
  withFindings,
  writeBaseline,
} from "../../../check/scan/index.ts";
import {
  failure,
  fileExists,
  readText,
  computeSha256,
  writeWithoutLinks,
} from "../../../platform/index.ts";
import { type Diagnostic, SkillError } from "../../../skill/index.ts";
import type { BaselineOptions, LocalScanning, ScanRun } from "../../check/scan-run.ts";

const DAY = 86_400_000;
const DEFAULT_DAYS = 90;
/** Whoever accepts something for longer does not mean to look at it again. */
const MOST_DAYS = 731;

/** Takes out what the baseline accepts, after what the user accepts now was added to it. */
export function applyBaseline(
  run: ScanRun,
  options: BaselineOptions,
  now: number,
): ReturnType<LocalScanning["applyBaseline"]> {
  const { baseline: file, accept: reason } = options;
  if (file === undefined) {
    if (reason !== undefined) throw usage("`--accept` needs `--baseline`.");
    refuseAlone(options);
    return { run };
  }
  if (reason === undefined) refuseAlone(options);
  const known = readKnown(file, reason !== undefined);
  const { added, ...baseline } =
    reason === undefined ? known : accept(run, known, file, { ...options, accept: reason }, now);
  const applied = openBaseline(baseline, { digest: computeSha256, today: formatDay(now), file });
  const skills = run.skills.map((skill, index) => applyTo(skill, run.contents[index], applied));
  const problems = applied.finish().filter((problem) => isAbout(problem, baseline, run));
  return {
    run: { ...run, skills },
    baseline: { file, ...(added === undefined ? {} : { added }), problems },
  };
}

/** An entry for a skill that was not looked at this time is not out of date. */
function isAbout({ path = [] }: Diagnostic, { entries }: Baseline, { skills }: ScanRun): boolean {
  const index = path[1];
  const name = typeof index === "number" ? entries[index]?.skill : undefined;
  return name === undefined || skills.some(({ report }) => report.name === name);
}

interface KnownBaseline extends Baseline {
  /** Findings that were accepted now. */
  readonly added?: number;
}

function readKnown(file: string, mayBeNew: boolean): KnownBaseline {
  if (mayBeNew && !fileExists(file)) return { entries: [] };
  if (!fileExists(file))
    throw failure("cli/no-such-path", `No such baseline: \`${file}\`.`, {
      hint: "Create one with `--accept REASON --author NAME`.",
    });
  const { value, diagnostics } = readBaseline(readText(file), file);
  const [first] = diagnostics;
  if (first !== undefined) throw new SkillError(first);
  return value ?? { entries: [] };
}

function accept(
  { skills, contents }: ScanRun,
  known: Baseline,
  file: string,
  { accept: reason, author, ...given }: BaselineOptions & { readonly accept: string },
  now: number,
): KnownBaseline {
  const { expires = formatDay(now + DEFAULT_DAYS * DAY) } = given;
  if (author === undefined) throw usage("`--accept` needs `--author`.");
  checkDay(expires, now);
  const added = skills.flatMap(({ report }, index) => {
    const read = contents[index];
    if (read === undefined || report.findings.length === 0) return [];
    const skill = { name: report.name, files: read().files };
    return acceptFindings(skill, report.findings, { reason, author, expires }, computeSha256);
  });
  // What is accepted again is accepted with the new reason, number and end.
  const isAdded = (entry: BaselineEntry): boolean =>
    added.some(({ evidence, skill }) => evidence === entry.evidence && skill === entry.skill);
  const entries = [...known.entries.filter((entry) => !isAdded(entry)), ...added];
  const text = writeBaseline({ entries });
  // What was given on the command line has to have the form that reading asks for.
  const { diagnostics } = readBaseline(text, file);
  const [first] = diagnostics;
  if (first !== undefined) throw new SkillError(first);
  writeWithoutLinks(file, text);
  return { entries, added: added.length };
}

/** Refused before anything is written. A day of another form is left to the reading of what is written. */
function checkDay(expires: string, now: number): void {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(expires)) return;
  const latest = formatDay(now + MOST_DAYS * DAY);
  if (expires >= formatDay(now) && expires <= latest) return;
  throw usage(`\`--expires\` must be a day from today to ${latest}, not \`${expires}\`.`);
}

function refuseAlone(options: BaselineOptions): void {
  for (const name of ["author", "expires"] as const)
    if (options[name] !== undefined) throw usage(`\`--${name}\` needs \`--accept\`.`);
}

function applyTo(
  skill: ScannedSkill,
  read: ScanRun["contents"][number] | undefined,
  applied: AppliedBaseline,
): ScannedSkill {
  const { report } = skill;
  if (read === undefined || report.findings.length === 0) return skill;
  const given = { name: report.name, files: read().files };
  const { kept, accepted } = applied.apply(given, report.findings);
  return { ...skill, report: withFindings(report, kept), accepted: accepted.length };
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function usage(message: string): Error {
  return failure("cli/usage", message, {
    hint: "Write `--baseline FILE --accept REASON --author NAME`.",
  });
}
