import type { Dialect, Problem, Severity } from "../../skill/index.ts";
import type { FileContext } from "./context.ts";
import type { Plan } from "./plan.ts";

function codeOf(problem: Pick<Problem, "kind">): string {
  return `parse/${problem.kind}`;
}

/** Whether the system refuses the file because of this oddity. */
function isRefused(problem: Problem, context: FileContext): boolean {
  return (
    !context.dialect.bears.includes(problem.kind) &&
    context.reading.refusals.some((refusal) => refusal.kind === problem.kind)
  );
}

/** Reports how the file is written; the same oddity is fatal for one system and fine for another. */
export function reportProblems(context: FileContext, plan: Plan): void {
  for (const problem of context.document.problems) {
    const refused = isRefused(problem, context);
    const level = plan.levelOf(codeOf(problem));
    // A file that its system does not load stays an error, whatever was configured.
    if (level === "off" && !refused) continue;
    const severity = refused ? "error" : bearable(problem, context.dialect);
    context.rule = { code: codeOf(problem), severity };
    context.level = refused || level === "off" ? undefined : level;
    const hint = hintOf(problem, context.dialect, refused);
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

function bearable(problem: Problem, dialect: Dialect): Severity {
  const isBorne = dialect.bears.includes(problem.kind);
  return isBorne && problem.severity === "error" ? "warning" : problem.severity;
}

function hintOf(problem: Problem, dialect: Dialect, refused: boolean): string | undefined {
  const words = [problem.hint];
  if (refused) words.push(`${dialect.title} refuses the file because of it.`);
  else if (dialect.bears.includes(problem.kind))
    words.push(`${dialect.title} reads the file all the same.`);
  const hint = words.filter((word) => word !== undefined).join(" ");
  return hint === "" ? undefined : hint;
}
