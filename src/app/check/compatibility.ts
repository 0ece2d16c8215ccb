/** On which systems skills work, for skills from anywhere. */
import type { SkippedEntry } from "../../platform/index.ts";
import { type Matrix, matrix, type MatrixInput, matrixSystems } from "../../check/matrix/index.ts";
import { dialectIds, suggest } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import type { SkillRef } from "../fields.ts";
import { forEachSkill } from "../sources.ts";

export interface Compatibility extends Matrix {
  readonly skipped: readonly SkippedEntry[];
}

export function compareSystems(
  context: Context,
  refs: readonly SkillRef[],
  systems: readonly string[],
): Compatibility {
  requireSystems(systems);
  const unread: { readonly path: string; readonly reason: string; readonly isFailure: true }[] = [];
  const { results, skipped } = forEachSkill(
    context,
    refs,
    // The matrix reads its skills later, when the buffer of the file has others in it.
    ({ path, content }): MatrixInput | undefined => ({
      path,
      text: typeof content === "string" ? content : content.slice(),
    }),
    ({ path, reason }) => {
      unread.push({ path, reason, isFailure: true });
      return undefined;
    },
  );
  const inputs = results.filter((input) => input !== undefined);
  const made = matrix(inputs, systems.length === 0 ? undefined : systems);
  return { ...made, skipped: [...skipped, ...unread] };
}

function requireSystems(systems: readonly string[]): void {
  const known = [...new Set([...matrixSystems().map(({ id }) => id), ...dialectIds()])];
  const unknown = systems.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  throw fail("app/unknown-system", { id: unknown, near: suggest(unknown, known), known });
}
