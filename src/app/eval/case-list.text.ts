import { type Diagnostic, oneLine } from "../../skill/index.ts";
import type { EvalCase } from "../../check/eval/index.ts";
import {
  clip,
  count,
  describeSkipped,
  type Screen,
  styleSeverity,
  type TextView,
} from "../text.ts";
import type { CaseList, ListedSuite } from "./case-list.ts";

const NO_SUITE =
  "No evaluation file was found. Draft one with `skillwright eval new PATH`, or name the file itself.\n";

export const caseListText: TextView<CaseList> = {
  render: ({ suites, problems, cases, errors, warnings }, screen) => {
    const summary = `${count(cases, "case")} in ${count(suites.length, "suite")}, ${count(errors, "error")}, ${count(warnings, "warning")}`;
    return [
      ...suites.flatMap((suite) => renderSuite(suite, screen)),
      ...problems.map((problem) => renderProblem(problem, screen, true)),
      screen.style("bold", summary),
      "",
    ].join("\n");
  },
  notes: ({ suites, problems, skipped }) =>
    describeSkipped(skipped) + (suites.length + problems.length === 0 ? NO_SUITE : ""),
};

function renderSuite(suite: ListedSuite, screen: Screen): readonly string[] {
  const { path, formatTitle, skill, cases, problems } = suite;
  const about = skill === undefined || skill === "" ? "" : ` for ${oneLine(skill)}`;
  return [
    screen.style("bold", `${oneLine(path)}: ${formatTitle}${about}`),
    ...cases.map((item) => `  ${renderCase(item, screen)}`),
    ...problems.map((problem) => `  ${renderProblem(problem, screen, false)}`),
  ];
}

function renderCase(
  { id, prompt, trigger, assertions, checks, output }: EvalCase,
  screen: Screen,
): string {
  const parts = [
    ...(trigger === undefined ? [] : [describeTrigger(trigger)]),
    ...(assertions.length === 0 ? [] : [count(assertions.length, "assertion")]),
    ...(checks.length === 0 ? [] : [count(checks.length, "check")]),
    ...(output !== undefined && assertions.length + checks.length === 0 ? ["expected output"] : []),
  ];
  const what = parts.length === 0 ? "" : ` ${screen.style("dim", `(${parts.join(", ")})`)}`;
  return `${screen.style("cyan", oneLine(id))} ${oneLine(clip(prompt, 60))}${what}`;
}

function describeTrigger({ fires, silent, none }: NonNullable<EvalCase["trigger"]>): string {
  if (none) return "loads no skill";
  if (fires.length > 0) return `loads ${oneLine(fires.join(" or "))}`;
  return silent.length === 0 ? "any skill" : `does not load ${oneLine(silent.join(", "))}`;
}

export function renderProblem(
  { code, severity, message, hint, file, range }: Diagnostic,
  screen: Screen,
  hasFile: boolean,
): string {
  const line = range === undefined ? "" : `${range.start.line}:${range.start.column}`;
  const place = [hasFile ? (file ?? "") : "", line].filter((part) => part !== "").join(":");
  const next = hint === undefined ? "" : ` ${hint}`;
  const where = place === "" ? "" : `${oneLine(place)} `;
  return `${where}${styleSeverity(screen, severity)} ${oneLine(message)}${next} ${screen.style("dim", code)}`;
}
