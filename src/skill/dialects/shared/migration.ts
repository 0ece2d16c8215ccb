import { isList, type Json } from "../../model/index.ts";
import type { Document, ProblemKind } from "../../text/index.ts";
import type { Migration } from "../dialect.ts";

/** A migration that does not take place, and why. */
export function refuseMigration(message: string, hint: string): Migration {
  return { ok: false, problems: [{ message, hint }] };
}

/** Why nothing can be taken over from the file as it is written. */
export function unreadable(
  document: Document,
  tolerates: readonly ProblemKind[],
): Migration | undefined {
  const problems = document.problems.filter(
    (problem) => problem.severity === "error" && !tolerates.includes(problem.kind),
  );
  if (problems.length > 0) return { ok: false, problems };
  if (Object.keys(document.frontmatter).length > 0) return undefined;
  return refuseMigration(
    "The file has no frontmatter.",
    "Write `name` and `description` between `---` lines first.",
  );
}

/** A text or a list of them as a list; whatever else is left out. */
export function namesIn(value: Json | undefined): readonly string[] {
  const items = isList(value) ? value : [value];
  return items
    .filter((item) => typeof item === "string")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

export function unique(items: readonly string[]): readonly string[] {
  return [...new Set(items)];
}
