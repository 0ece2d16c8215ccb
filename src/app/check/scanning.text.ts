import {
  hideSecrets,
  htmlScan,
  isAtLeast,
  prettyScan,
  type PublicScan,
  type ReportedSkill,
  sarifScan,
  type ScanReporter,
  type ScanSeverity,
  textOfEntry,
  textOfFile,
} from "../../check/scan/index.ts";
import { count, joinInPieces, type Screen, styleSeverity, type TextView } from "../text.ts";
import type { ScanAnswer } from "./scanning.ts";

interface ScanView {
  readonly least?: ScanSeverity;
}

export const scanText: TextView<ScanAnswer, ScanView> = {
  render: (answer, screen, { least = "low" }) => report(prettyScan, answer, least, screen),
  formats: {
    sarif: (answer, screen, { least = "info" }) => report(sarifScan, answer, least, screen),
    html: (answer, screen, { least = "low" }) => report(htmlScan, answer, least, screen),
  },
  json: function* (answer, { least = "info" }) {
    const frame = JSON.stringify({ ...answer, skills: [] });
    // Before the skills stands the name of the scanner alone.
    const at = frame.indexOf("[") + 1;
    yield frame.slice(0, at);
    yield* joinInPieces(serializeSkills(answer.skills, least), ",");
    yield `${frame.slice(at)}\n`;
  },
  summary: ({ skills }) => count(skills.length, "skill"),
  changes: ({ baseline }) =>
    baseline?.added === undefined ? "" : `${baseline.added} accepted in ${baseline.file}.\n`,
  notes: ({ skills, skipped, baseline }, screen) =>
    [
      ...(baseline?.problems ?? []).map(
        ({ severity, message, file = "" }) =>
          `${styleSeverity(screen, severity)}: ${file}: ${message}\n`,
      ),
      ...skipped.map(({ path, reason }) => `Skipped: ${path}: ${reason}.\n`),
      skills.length === 0 ? "Nothing to scan: there are no files below these paths.\n" : "",
    ].join(""),
};

function* serializeSkills(
  skills: ScanAnswer["skills"],
  least: ScanSeverity,
): Generator<string, void> {
  for (const skill of skills) yield JSON.stringify(above(skill, least));
}

function report(
  reporter: ScanReporter,
  { skills }: ScanAnswer,
  least: ScanSeverity,
  screen: Screen,
): string {
  const { version, style, columns } = screen;
  const shown = skills.map((skill) => toReported(above(skill, least)));
  return reporter.render(shown, {
    version,
    paint: style,
    columns,
    readText: (reported, file) => {
      const skill = skills[shown.indexOf(reported)];
      return skill === undefined ? undefined : readText(skill, file, screen);
    },
  });
}

/** The findings to show; the verdict and the score stay those of all. */
function above(skill: PublicScan, least: ScanSeverity): PublicScan {
  return {
    ...skill,
    findings: skill.findings.filter(({ severity }) => isAtLeast(severity, least)),
  };
}

/** As reporters read it. */
function toReported(scanned: PublicScan): ReportedSkill {
  const { path, name, accepted, verdict: decision, tier, reason, ...rest } = scanned;
  return { path, accepted, report: { ...rest, name, verdict: { decision, tier, reason } } };
}

/** Without secrets. A file that went away since it was scanned is shown without its lines. */
function readText({ findings }: PublicScan, file: string, screen: Screen): string | undefined {
  const found = findings.filter((finding) => finding.file === file);
  const [outer = ""] = (found[0]?.path ?? "").split("!/");
  const content = screen.readBytes?.(outer);
  if (content === undefined) return undefined;
  const [path = ""] = file.split("!/");
  const text = path === file ? textOfFile(file, content) : textOfEntry([{ path, content }], file);
  const secrets = found.flatMap(({ category, range }) =>
    category === "secrets" && range !== undefined
      ? [{ start: range.start.offset, end: range.end.offset }]
      : [],
  );
  return text === undefined ? undefined : hideSecrets(text, secrets);
}
