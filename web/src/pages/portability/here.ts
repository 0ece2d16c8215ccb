/** The same verdict on every page: for agents of this machine whether they load the skill here, or else what they make of its format. */
import type { SkillRow } from "../../data/skill-source.ts";
import { systemOf } from "../../data/system-of.ts";
import type { MatrixCell } from "../../engine/call.ts";

const RANKS = { refused: 0, partial: 1, works: 2 } as const;

export function rankOf({ verdict }: Pick<MatrixCell, "verdict">): number {
  return RANKS[verdict];
}

/** The cell of a system, as it is on this machine where that system finds the file. */
export function cellHere(cell: MatrixCell, row: SkillRow | undefined): MatrixCell {
  const states = row?.systems?.filter(({ dialect }) => systemOf(dialect) === cell.system) ?? [];
  if (states.length === 0) return cell;
  const loads = states.some((state) => state.is_eligible);
  // It loads, whatever its format says; what is not read of it stays true.
  if (loads) return cell.verdict === "refused" ? { ...cell, verdict: "works", reasons: [] } : cell;
  const reasons = states[0]?.reasons.map(({ say }) => ({ message: say })) ?? [];
  return { ...cell, verdict: "refused", reasons };
}
