import type { Dialect, Problem, Severity } from "../../skill/index.ts";
import type { FileContext } from "./context.ts";
import type { Plan } from "./plan.ts";

function codeOf(problem: Pick<Problem, "kind">): string {
  return `parse/${problem.kind}`;
}

/** Oddities that hide the frontmatter from a system that looks for a bare `---` line. */
const HIDING: ReadonlySet<Problem["kind"]> = new Set([
  "byte-order-mark",
  "text-before-fence",
  "opener-blanks",
  "closer-blanks",
  "carriage-return",
]);

/** What the oddity does to the system: it refuses the file, sees no frontmatter in it, or neither. */
function effectOf(problem: Problem, context: FileContext): "refused" | "hidden" | "none" {
  const { dialect, document, reading } = context;
  if (dialect.tolerates.includes(problem.kind)) return "none";
  if (reading.refusals.some((refusal) => refusal.kind === problem.kind)) return "refused";
  if (!HIDING.has(problem.kind)) return "none";
  const isHidden = hasFields(document.frontmatter) && !hasFields(reading.view);
  return isHidden ? "hidden" : "none";
}

function hasFields(frontmatter: object): boolean {
  return Object.keys(frontmatter).length > 0;
}

/** Reports how the file is written; the same oddity is fatal for one system and fine for another. */
export function reportProblems(context: FileContext, plan: Plan): void {
  for (const problem of context.document.problems) {
    const effect = effectOf(problem, context);
    const refused = effect !== "none";
    const level = plan.levelOf(codeOf(problem));
    // A file that its system does not load stays an error, whatever was configured.
    if (level === "off" && !refused) continue;
    const severity = refused ? "error" : lowerTolerated(problem, context.dialect);
    context.rule = { code: codeOf(problem), severity };
    context.level = refused || level === "off" ? undefined : level;
    const hint = buildHint(problem, context.dialect, effect);
    context.report({
      message: problem.message,
      span: problem,
      ...(hint === undefined ? {} : { hint }),
      ...(problem.edits === undefined
        ? {}
        : {
            fix: {
              title: problem.fixTitle ?? "Mend it",
              safety: problem.isUnsafe === true ? "unsafe" : "safe",
              edits: problem.edits,
            },
          }),
    });
  }
}

function lowerTolerated(problem: Problem, dialect: Dialect): Severity {
  const isTolerated = dialect.tolerates.includes(problem.kind);
  return isTolerated && problem.severity === "error" ? "warning" : problem.severity;
}

function buildHint(
  problem: Problem,
  dialect: Dialect,
  effect: ReturnType<typeof effectOf>,
): string | undefined {
  const words = [problem.hint];
  if (effect === "refused") words.push(`${dialect.title} refuses the file because of it.`);
  else if (effect === "hidden")
    words.push(`${dialect.title} takes the whole file for instructions because of it.`);
  else if (dialect.tolerates.includes(problem.kind))
    words.push(`${dialect.title} reads the file all the same.`);
  const hint = words.filter((word) => word !== undefined).join(" ");
  return hint === "" ? undefined : hint;
}
