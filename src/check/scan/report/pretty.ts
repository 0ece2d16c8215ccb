import { renderFrame } from "../../report/frame.ts";
import { rulesCommand, count, type Style } from "../../report/reporter.ts";
import { harmless } from "../../report/screen.ts";
import type { ScanFinding, ScanSeverity } from "../finding.ts";
import type { ScanDecision } from "../verdict.ts";
import {
  shownPath,
  type ReportedSkill,
  type ScanReportContext,
  type ScanReporter,
} from "./scanned.ts";
import { countWords, headline } from "./words.ts";

type FrameStyle = "red" | "yellow" | "blue" | "cyan";

const STYLES: { readonly [Name in ScanSeverity]: FrameStyle } = {
  critical: "red",
  high: "red",
  medium: "yellow",
  low: "blue",
  info: "cyan",
};

const DECISIONS: { readonly [Name in ScanDecision]: Style } = {
  allow: "green",
  review: "yellow",
  block: "red",
};

/** For people at a terminal: the verdict, and for each finding its lines and the decoded evidence. */
export const prettyScan: ScanReporter = {
  id: "pretty",
  summary: "for people, with the lines in question",
  render: (skills, context) => {
    const isAlone = skills.length === 1;
    const blocks = skills
      .filter(
        ({ report }) =>
          isAlone || report.findings.length > 0 || report.verdict.decision === "block",
      )
      .map((skill) => renderSkill(skill, context));
    return `${[...blocks, ...(isAlone ? [] : [renderSummary(skills, context)])].join("\n")}\n`;
  },
};

function renderSkill(skill: ReportedSkill, context: ScanReportContext): string {
  const { paint } = context;
  const { report, path, accepted = 0 } = skill;
  const { decision, tier, reason } = report.verdict;
  const name = report.name === undefined ? "" : ` (${harmless(report.name)})`;
  const findings = report.findings.map((finding) => renderFinding(skill, finding, context));
  const tail = [
    `${paint(DECISIONS[decision], paint("bold", `${decision}: ${headline(skill)}`))} (${countWords(skill)}; score ${report.score.total} of 100)`,
    `${paint("dim", `${tier}:`)} ${harmless(reason)}`,
    ...(accepted === 0
      ? []
      : [`${count(accepted, "finding is", "findings are")} accepted by the baseline.`]),
  ];
  return `${paint("bold", harmless(path))}${name}\n\n${findings.join("\n")}${findings.length === 0 ? "" : "\n"}${tail.join("\n")}`;
}

function renderFinding(
  skill: ReportedSkill,
  finding: ScanFinding,
  context: ScanReportContext,
): string {
  const { paint } = context;
  const { severity, message, hint, range, code, file, evidence, related, confidence } = finding;
  const style = STYLES[severity];
  const place = range === undefined ? "" : `:${range.start.line}:${range.start.column}`;
  const doubt = confidence === "high" ? "" : paint("dim", ` (${confidence} confidence)`);
  const lines = [
    `${paint("dim", `${harmless(shownPath(skill, file))}${place} `)}${paint(style, severity)}: ${harmless(message)}${doubt}`,
  ];
  const text = range === undefined ? undefined : context.readText(skill, file);
  if (text !== undefined && range !== undefined)
    lines.push(...renderFrame(text, range, { paint, columns: context.columns, style }));
  if (evidence !== undefined && evidence.decoding.length > 0)
    lines.push(
      `${paint("magenta", `decoded (${evidence.decoding.join(", ")})`)}: ${harmless(evidence.text.replaceAll(/\s+/g, " "))}`,
    );
  for (const { message: words, file: where = "", range: at } of related)
    lines.push(
      `see ${harmless(shownPath(skill, where))}${at === undefined ? "" : `:${at.start.line}`}: ${harmless(words)}`,
    );
  const { lowered } = finding;
  if (lowered !== undefined)
    lines.push(
      `${paint("cyan", "lowered")}: it would be ${lowered.from}; ${lowered.reason}, and nothing there makes it happen.`,
    );
  if (hint !== undefined) lines.push(`${paint("cyan", "hint")}: ${harmless(hint)}`);
  lines.push(paint("dim", `why: \`${rulesCommand(code)}\``));
  return lines.map((line) => `  ${line}\n`).join("");
}

function renderSummary(skills: readonly ReportedSkill[], { paint }: ScanReportContext): string {
  const of = (decision: ScanDecision): number =>
    skills.filter(({ report }) => report.verdict.decision === decision).length;
  const blocked = of("block");
  const style = blocked > 0 ? "red" : of("review") > 0 ? "yellow" : "green";
  return paint(
    style,
    paint(
      "bold",
      `${count(skills.length, "skill")}: ${of("allow")} allowed, ${of("review")} to review, ${blocked} blocked.`,
    ),
  );
}
