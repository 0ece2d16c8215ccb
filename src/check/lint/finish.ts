import {
  type Diagnostic,
  findDialect,
  type Range,
  type Severity,
  type Span,
} from "../../skill/index.ts";
import { severityOf } from "./diagnostics.ts";
import { internal } from "./internal.ts";
import { addDiagnostics } from "./packed.ts";
import type { Planner } from "./plan.ts";
import type { FileResult, LintReport } from "./result.ts";
import type { CollectionRule, Finding, SkillFacts } from "./rule.ts";
import { filterSuppressed, staleFinding, type Suppression } from "./suppress.ts";

/** Runs the rules over all files together, adds what they found to the files, and counts. */
export function finishRun(planner: Planner, files: readonly FileResult[]): LintReport {
  const found = new Map<SkillFacts, Diagnostic[]>();
  const owners = new Map(files.map((file) => [file.facts, file]));
  const add = (skill: SkillFacts, diagnostic: Diagnostic): void => {
    const list = found.get(skill);
    if (list === undefined) found.set(skill, [diagnostic]);
    else list.push(diagnostic);
  };
  const skills = files.map((file) => file.facts);
  for (const rule of planner.collectionRules) {
    const report = (skill: SkillFacts, finding: Finding): void => {
      const owner = owners.get(skill);
      const diagnostic = owner && diagnosticOf(planner, rule, owner, finding);
      if (diagnostic !== undefined) add(skill, diagnostic);
    };
    try {
      rule.check({ skills, report, describe: (skill) => owners.get(skill)?.description });
    } catch (cause) {
      const [first] = skills;
      const where = `the rule \`${rule.code}\``;
      if (first !== undefined) add(first, internal(first.path, where, cause));
    }
  }
  return countUp(files.map((file) => complete(planner, file, found.get(file.facts) ?? [])));
}

/** The result with what was found at the end, less what the file asks to leave unsaid. */
function complete(planner: Planner, file: FileResult, found: readonly Diagnostic[]): FileResult {
  if (found.length === 0 && file.suppressions.length === 0) return file;
  const { kept, used } = filterSuppressed(found, file.suppressions);
  const stale = file.suppressions
    .filter((suppression) => !used.has(suppression))
    .flatMap((suppression) => staleDiagnostic(planner, file, suppression));
  return addDiagnostics(file, [...kept, ...stale]);
}

function staleDiagnostic(
  planner: Planner,
  file: FileResult,
  suppression: Suppression,
): readonly Diagnostic[] {
  const code = "lint/suppression-stale";
  const dialect = findDialect(file.dialect);
  const level = dialect && planner.planFor(file.path, dialect).levelOf(code);
  if (level === "off") return [];
  const { message, hint, fix } = staleFinding(suppression);
  const severity = level ?? severityOf(code);
  return [{ code, severity, message, hint, file: file.path, range: suppression.range, fix }];
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
  const count = (severity: Severity, isFixable: boolean): void => {
    counts[severity]++;
    if (isFixable) fixable++;
  };
  for (const file of files)
    if (file.packed === undefined)
      for (const { severity, fix } of file.diagnostics) count(severity, fix !== undefined);
    else for (const { severity, isFixable } of file.packed.diagnostics) count(severity, isFixable);
  return {
    files,
    errors: counts.error,
    warnings: counts.warning,
    infos: counts.info + counts.hint,
    fixable,
  };
}
