import type { Diagnostic } from "../../../skill/index.ts";
import { fileOf } from "../artifacts/inspect.ts";
import { textOfBytes } from "../decode.ts";
import type { ScanFinding } from "../finding.ts";
import type { ScanFile } from "../skill-files.ts";
import { baselineCodes, baselineProblem } from "./diagnostics.ts";
import { BASELINE_FILE, type Baseline, type BaselineEntry } from "./format.ts";

/** SHA-256 in hexadecimal digits; it comes from outside, since it is not to be had everywhere. */
export type Digest = (content: string | Uint8Array) => string;

/**
 * What a finding is bound to: its rule, its file and the text that it points at as it stands in the file, or the
 * whole file where it points at no place. Lines that move do not change it, another text does.
 */
export function evidenceOf(
  finding: ScanFinding,
  files: readonly ScanFile[],
  digest: Digest,
): string {
  const { code, file, range, evidence } = finding;
  const own = files.find(({ path }) => path === file);
  // A file out of an archive stands and falls with the archive.
  const content = (own ?? files.find(({ path }) => path === fileOf(file)))?.content ?? "";
  const isWhole = range === undefined || own === undefined;
  const place = isWhole
    ? digest(content)
    : textOf(content).slice(range.start.offset, range.end.offset);
  return `sha256:${digest([code, file, place, evidence?.text ?? ""].join("\0"))}`;
}

function textOf(content: string | Uint8Array): string {
  return typeof content === "string" ? content : textOfBytes(content);
}

export interface Accepted {
  readonly finding: ScanFinding;
  readonly entry: BaselineEntry;
}

export interface BaselineResult {
  /** Findings that nobody accepted. */
  readonly kept: readonly ScanFinding[];
  readonly accepted: readonly Accepted[];
}

export interface AppliedBaseline {
  apply(skill: ScannedSkill, findings: readonly ScanFinding[]): BaselineResult;
  /** What is wrong with the baseline, once all skills were scanned: entries that ran out or match nothing. */
  finish(): readonly Diagnostic[];
}

export interface ScannedSkill {
  readonly name: string | undefined;
  readonly files: readonly ScanFile[];
}

export interface BaselineOptions {
  readonly digest: Digest;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** The file of the baseline, for messages. */
  readonly file?: string;
}

/** Takes findings out that somebody accepted, as long as the acceptance holds. */
export function openBaseline(baseline: Baseline, options: BaselineOptions): AppliedBaseline {
  const used = new Set<BaselineEntry>();
  return {
    apply: ({ name, files }, findings) => {
      const kept: ScanFinding[] = [];
      const accepted: Accepted[] = [];
      for (const finding of findings) {
        const evidence = evidenceOf(finding, files, options.digest);
        const entry = baseline.entries.find((candidate) =>
          fits(candidate, finding, evidence, name),
        );
        if (entry !== undefined) used.add(entry);
        if (entry === undefined || entry.expires < options.today) kept.push(finding);
        else accepted.push({ finding, entry });
      }
      return { kept, accepted };
    },
    finish: () =>
      baseline.entries.flatMap((entry, index) => problemOf(entry, index, used.has(entry), options)),
  };
}

function fits(
  entry: BaselineEntry,
  { code, file }: ScanFinding,
  evidence: string,
  name: string | undefined,
): boolean {
  if (entry.code !== code || entry.file !== file || entry.evidence !== evidence) return false;
  return entry.skill === undefined || entry.skill === name;
}

function problemOf(
  entry: BaselineEntry,
  index: number,
  isUsed: boolean,
  { today, file = BASELINE_FILE }: BaselineOptions,
): readonly Diagnostic[] {
  const path = ["entries", index];
  if (!isUsed) {
    const message = `Unexpected entry for \`${entry.code}\` in \`${entry.file}\`, expected a finding that it accepts.`;
    const hint =
      "Take it out. The finding is gone, or its text changed and has to be looked at again.";
    return [baselineProblem(baselineCodes.stale, message, { hint, file, path })];
  }
  if (entry.expires >= today) return [];
  const message = `Unexpected entry for \`${entry.code}\` that ended on ${entry.expires}, expected one that still holds.`;
  const hint = "Look at the finding again, then set a later day or mend the skill.";
  return [
    baselineProblem(baselineCodes.expired, message, { hint, file, path: [...path, "expires"] }),
  ];
}

export interface Acceptance {
  readonly reason: string;
  readonly author: string;
  readonly expires: string;
}

/** Entries that accept findings, to be written to a baseline. */
export function acceptFindings(
  { name, files }: ScannedSkill,
  findings: readonly ScanFinding[],
  acceptance: Acceptance,
  digest: Digest,
): readonly BaselineEntry[] {
  const entries = findings.map((finding): BaselineEntry => ({
    code: finding.code,
    file: finding.file,
    evidence: evidenceOf(finding, files, digest),
    ...acceptance,
    ...(name === undefined ? {} : { skill: name }),
  }));
  // The same text twice in a file is one thing to accept.
  return entries.filter(
    (entry, index) => entries.findIndex((other) => other.evidence === entry.evidence) === index,
  );
}
