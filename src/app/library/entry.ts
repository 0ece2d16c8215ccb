import {
  detectDialect,
  type Document,
  type Problem,
  readAs,
  type Reading,
  type Severity,
  type Violation,
  violationsOf,
  type ViolationRule,
} from "../../skill/index.ts";
import type { Entry } from "./listing.ts";

/** These look at the instructions or at the whole file, which `list` does not read. */
const BODY_RULES: ReadonlySet<ViolationRule> = new Set(["placeholder-undeclared", "file-size"]);

/** What `list` tells of a skill by its frontmatter. */
export function toEntry(document: Document, path: string, directory: string | undefined): Entry {
  const { dialect, reason } = detectDialect(document.frontmatter, path);
  const reading = readAs(dialect, document, {
    path,
    ...(directory === undefined ? {} : { directory }),
  });
  const { name, description } = dialect.describe(reading);
  const found: Counted = { errors: 0, warnings: 0, codes: [] };
  for (const problem of document.problems)
    add(found, `parse/${problem.kind}`, problemSeverity(problem, reading));
  for (const violation of violationsOf(reading)) {
    if (BODY_RULES.has(violation.rule) || isSaid(violation, document, reading)) continue;
    add(found, `lint/${violation.rule}`, violation.severity);
  }
  const { errors, warnings, codes } = found;
  return { path, name, description, dialect: dialect.id, reason, errors, warnings, codes };
}

interface Counted {
  errors: number;
  warnings: number;
  readonly codes: string[];
}

function add(found: Counted, code: string, severity: Severity): void {
  if (severity === "error") found.errors++;
  else if (severity === "warning") found.warnings++;
  else return;
  if (!found.codes.includes(code)) found.codes.push(code);
}

/** What the system of the dialect bears is no error there. */
function problemSeverity(problem: Problem, { dialect }: Reading): Severity {
  const isBorne = problem.severity === "error" && dialect.bears.includes(problem.kind);
  return isBorne ? "warning" : problem.severity;
}

/** The system refuses the file for an oddity of writing that was counted already. */
function isSaid(violation: Violation, document: Document, reading: Reading): boolean {
  if (violation.rule !== "frontmatter-refused") return false;
  return reading.refusals.every((refusal) =>
    document.problems.some((problem) => problem.kind === refusal.kind),
  );
}
