import type { Diagnostic } from "../../../skill/index.ts";
import type { FileResult } from "../../lint/result.ts";
import type { CodeNote } from "../../report/reporter.ts";
import { sarif } from "../../report/sarif.ts";
import { levelOf, scanCodes } from "../diagnostics.ts";
import type { ScanFinding } from "../finding.ts";
import { shownPath, type ReportedSkill, type ScanReporter } from "./scanned.ts";

/** For code scanning, through the reporter of the linter. */
export const sarifScan: ScanReporter = {
  id: "sarif",
  summary: "SARIF 2.1.0 for code scanning",
  render: (skills, context) => {
    const files = skills.flatMap(fileResults);
    const codes: readonly CodeNote[] = scanCodes();
    const { version, paint, columns } = context;
    return sarif.render(
      { files, errors: 0, warnings: 0, infos: 0, fixable: 0 },
      { version, paint, columns, codes, readText: () => undefined },
    );
  },
};

/** What was found in each file, in the shape of the linter's results. */
export function fileResults(skill: ReportedSkill): readonly FileResult[] {
  const byFile = Map.groupBy(skill.report.findings, ({ file }) => file);
  return [...byFile].map(([file, findings]): FileResult => {
    const path = shownPath(skill, file);
    return {
      path,
      dialect: "",
      dialectReason: "",
      diagnostics: findings.map((finding) => diagnosticOf(skill, finding)),
      facts: { path, root: "", dialect: "", dependsOn: [] },
      ranges: [],
      suppressions: [],
      probes: {},
    };
  });
}

/** A finding in the one shape that all parts of the program share. */
function diagnosticOf(skill: ReportedSkill, finding: ScanFinding): Diagnostic {
  const { code, severity, message, range, related, evidence } = finding;
  const decoded =
    evidence === undefined || evidence.decoding.length === 0
      ? ""
      : `Decoded (${evidence.decoding.join(", ")}): ${evidence.text}\n`;
  const { lowered } = finding;
  const milder = lowered === undefined ? "" : `Lowered from ${lowered.from}: ${lowered.reason}. `;
  return {
    code,
    severity: levelOf(severity),
    message,
    hint: `Severity ${severity}. ${milder}${decoded}${finding.hint ?? ""}`.trim(),
    file: shownPath(skill, finding.file),
    ...(range === undefined ? {} : { range }),
    related: related.map((item) => ({
      ...item,
      ...(item.file === undefined ? {} : { file: shownPath(skill, item.file) }),
    })),
  };
}
