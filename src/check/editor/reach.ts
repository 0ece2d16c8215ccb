/** On how many systems the text of a skill works, for a line above it. */
import { matrix } from "../matrix/index.ts";

export interface Reach {
  readonly works: number;
  /** Those that take it and lose something of it. */
  readonly partly: number;
  readonly total: number;
  /** The systems that refuse it or lose something of it, with their first reason. */
  readonly others: readonly { readonly title: string; readonly reason: string }[];
}

export function computeReach(text: string, path: string): Reach {
  const { systems, rows } = matrix([{ text, path }]);
  const titles = new Map(systems.map(({ id, title }) => [id, title]));
  const cells = rows[0]?.cells ?? [];
  const others = cells.filter(({ verdict }) => verdict !== "works");
  return {
    works: cells.length - others.length,
    partly: others.filter(({ verdict }) => verdict === "partial").length,
    total: cells.length,
    others: others.map(({ system, reasons }) => ({
      title: titles.get(system) ?? system,
      reason: reasons[0]?.message ?? "",
    })),
  };
}
