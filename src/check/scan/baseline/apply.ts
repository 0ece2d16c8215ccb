import type { Diagnostic, Range } from "../../../skill/index.ts";
import { fileOf } from "../artifacts/inspect.ts";
import { textOfBytes } from "../decode.ts";
import type { ScanFinding } from "../finding.ts";
import type { ScanFile } from "../skill-files.ts";
import { baselineCodes, baselineProblem } from "./diagnostics.ts";
import { BASELINE_FILE, type Baseline, type BaselineEntry } from "./format.ts";

/** SHA-256 in hexadecimal digits; it comes from outside, since it is not to be had everywhere. */
export type Digest = (content: string | Uint8Array) => string;

/**
 * What a finding is bound to: its rule, file, severity and words, the text that it points at as it stands in the file
 * (or the whole file where it points at no place), what was decoded, the values that code was found to use, and the
 * texts of the places that it refers to. Lines that move do not change it, everything else does.
 */
function evidenceOf(finding: ScanFinding, files: readonly ScanFile[], digest: Digest): string {
  const { code, file, range, evidence, severity, message, trace = "", more = 0 } = finding;
  const related = finding.related.flatMap((other) => [
    other.message,
    other.file ?? "",
    placeOf(other.file ?? file, other.range, files, digest),
  ]);
  const parts = [
    code,
    file,
    severity,
    message,
    placeOf(file, range, files, digest),
    evidence?.text ?? "",
    evidence?.decoding.join(" ") ?? "",
    trace,
    String(more),
    ...related,
  ];
  return `sha256:${digest(JSON.stringify(parts))}`;
}

function placeOf(
  file: string,
  range: Range | undefined,
  files: readonly ScanFile[],
  digest: Digest,
): string {
  const own = files.find(({ path }) => path === file);
  // A file out of an archive stands and falls with the archive.
  const content = (own ?? files.find(({ path }) => path === fileOf(file)))?.content ?? "";
  if (range === undefined || own === undefined) return digest(content);
  return textOf(content).slice(range.start.offset, range.end.offset);
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
  const used = new Map<BaselineEntry, number>();
  return {
    apply: ({ name, files }, findings) => {
      const kept: ScanFinding[] = [];
      const accepted: Accepted[] = [];
      for (const finding of findings) {
        const evidence = evidenceOf(finding, files, options.digest);
        const entry = baseline.entries.find(
          (candidate) =>
            fits(candidate, finding, evidence, name) &&
            (used.get(candidate) ?? 0) < (candidate.count ?? 1),
        );
        if (entry !== undefined) used.set(entry, (used.get(entry) ?? 0) + 1);
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
    const message = `The entry for \`${entry.code}\` in \`${entry.file}\` matches no finding.`;
    const hint =
      "Take it out. The finding is gone, or its text changed and has to be looked at again.";
    return [baselineProblem(baselineCodes.stale, message, { hint, file, path })];
  }
  if (entry.expires >= today) return [];
  const message = `The entry for \`${entry.code}\` expired on ${entry.expires}.`;
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
  // The same thing twice is one entry that accepts two, and no third.
  const counts = new Map<string, number>();
  for (const { evidence } of entries) counts.set(evidence, (counts.get(evidence) ?? 0) + 1);
  return entries
    .filter(
      (entry, index) => entries.findIndex((other) => other.evidence === entry.evidence) === index,
    )
    .map((entry) => {
      const count = counts.get(entry.evidence) ?? 1;
      return count === 1 ? entry : { ...entry, count };
    });
}
