import { type Diagnostic, findDialect, type Range, type Span } from "../../skill/index.ts";
import { byPlace } from "./order.ts";
import type { Planner } from "./plan.ts";
import type { FileResult, LintReport } from "./result.ts";
import type { CollectionRule, Finding, SkillFacts } from "./rule.ts";

/** Runs the rules over all files together, adds what they found to the files, and counts. */
export function finishRun(planner: Planner, files: readonly FileResult[]): LintReport {
  const found = new Map<SkillFacts, Diagnostic[]>();
  const skills = files.map((file) => file.facts);
  const owners = new Map(files.map((file) => [file.facts, file]));
  for (const rule of planner.collectionRules) {
    rule.check({
      skills,
      report: (skill, finding) => {
        const owner = owners.get(skill);
        const diagnostic = owner && diagnosticOf(planner, rule, owner, finding);
        if (diagnostic === undefined) return;
        const list = found.get(skill);
        if (list === undefined) found.set(skill, [diagnostic]);
        else list.push(diagnostic);
      },
    });
  }
  const complete = files.map((file) => {
    const added = found.get(file.facts);
    if (added === undefined) return file;
    return { ...file, diagnostics: [...file.diagnostics, ...added].sort(byPlace) };
  });
  return countUp(complete);
}

function diagnosticOf(
  planner: Planner,
  rule: CollectionRule,
  owner: FileResult,
  finding: Finding,
): Diagnostic | undefined {
  const dialect = findDialect(owner.dialect);
  if (dialect === undefined || rule.appliesTo?.(dialect) === false) return undefined;
  const level = planner.planFor(owner.path, dialect).levelOf(rule.code);
  if (level === "off") return undefined;
  return {
    code: rule.code,
    severity: level ?? finding.severity ?? rule.severity,
    message: finding.message,
    ...(finding.hint === undefined ? {} : { hint: finding.hint }),
    file: owner.path,
    range: rangeFor(owner, finding.span),
    ...(finding.path === undefined ? {} : { path: finding.path }),
    ...(finding.related === undefined ? {} : { related: finding.related }),
    ...(finding.fix === undefined ? {} : { fix: finding.fix }),
  };
}

function rangeFor(owner: FileResult, span: Span | undefined): Range {
  const known = owner.ranges.find(
    (range) => range.start.offset === span?.start && range.end.offset === span.end,
  );
  const start = { line: 1, column: 1, offset: 0 };
  return known ?? { start, end: start };
}

function countUp(files: readonly FileResult[]): LintReport {
  const counts = { error: 0, warning: 0, info: 0, hint: 0 };
  let fixable = 0;
  for (const file of files)
    for (const diagnostic of file.diagnostics) {
      counts[diagnostic.severity]++;
      if (diagnostic.fix !== undefined) fixable++;
    }
  return {
    files,
    errors: counts.error,
    warnings: counts.warning,
    infos: counts.info + counts.hint,
    fixable,
  };
}
