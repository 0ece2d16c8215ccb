import {
  detectDialect,
  type Document,
  type Problem,
  readAs,
  type Reading,
  type Severity,
  findViolations,
  type ViolationRule,
} from "../../skill/index.ts";
import type { Entry } from "./listing.ts";

/** These look at the instructions or at the whole file, which `list` does not read. */
const BODY_RULES: ReadonlySet<ViolationRule> = new Set(["placeholder-undeclared", "file-size"]);

const REFUSED: ViolationRule = "frontmatter-refused";

/** What `list` tells of a skill by its frontmatter. */
export function toEntry(document: Document, path: string, directory: string | undefined): Entry {
  const { dialect, reason } = detectDialect(document.frontmatter, path);
  const reading = readAs(dialect, document, {
    path,
    ...(directory === undefined ? {} : { directory }),
  });
  const { name, description } = dialect.describe(reading);
  const found: FindingCounts = { errors: 0, warnings: 0, codes: [] };
  for (const problem of document.problems)
    add(found, `parse/${problem.kind}`, problemSeverity(problem, reading));
  // The system refuses the file for an oddity of writing that was counted already; asked once, however many there are.
  let areSaid: boolean | undefined;
  const isSaid = (): boolean => (areSaid ??= areAllIn(reading.refusals, document.problems));
  for (const violation of findViolations(reading)) {
    if (BODY_RULES.has(violation.rule) || (violation.rule === REFUSED && isSaid())) continue;
    add(found, `lint/${violation.rule}`, violation.severity);
  }
  const { errors, warnings, codes } = found;
  return { path, name, description, dialect: dialect.id, reason, errors, warnings, codes };
}

interface FindingCounts {
  errors: number;
  warnings: number;
  readonly codes: string[];
}

function add(found: FindingCounts, code: string, severity: Severity): void {
  if (severity === "error") found.errors++;
  else if (severity === "warning") found.warnings++;
  else return;
  if (!found.codes.includes(code)) found.codes.push(code);
}

/** What the system of the dialect bears is no error there. */
function problemSeverity(problem: Problem, { dialect }: Reading): Severity {
  const isTolerated = problem.severity === "error" && dialect.tolerates.includes(problem.kind);
  return isTolerated ? "warning" : problem.severity;
}

function areAllIn(refusals: Reading["refusals"], problems: readonly Problem[]): boolean {
  const kinds = new Set<string>(problems.map(({ kind }) => kind));
  return refusals.every(({ kind }) => kinds.has(kind));
}
