import { useQuery } from "@tanstack/react-query";
import type { SkillRow } from "../../data/skill-source.ts";
import { useEngine } from "../../engine/engine.ts";

export interface NamedText {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** The name of the skill, where it is stored here and can hold variants. */
  readonly owner?: string;
}

export interface MatrixSource extends NamedText {
  readonly row: SkillRow;
}

/** What every system makes of the texts. */
export function useMatrix(sources: readonly NamedText[]) {
  const engine = useEngine();
  const given = sources.map(({ path, text }) => ({ path, text }));
  return useQuery({
    queryKey: ["engine", "matrix", given],
    queryFn: () => engine.call("matrix", { skills: given }),
    gcTime: 30_000,
    placeholderData: (last) => last,
  });
}
