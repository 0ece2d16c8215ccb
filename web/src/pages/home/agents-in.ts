/** What each agent makes of the skills in the folders that it reads. */
import type { SkillRow } from "../../data/skill-source.ts";
import { programsOf, type SystemState, titleOfState } from "../../data/skill-states.ts";

export interface AgentRow {
  readonly dialect: string;
  readonly title: string;
  /** Folders that it reads, the one with most skills first. */
  readonly roots: readonly string[];
  readonly loads: number;
  readonly fails: number;
}

export interface Failing {
  readonly row: SkillRow;
  readonly dialect: string;
  readonly agent: string;
  readonly title: string;
  readonly reason: string;
}

/** Systems that know a skill, each once, in the order in which the server tells of them. */
export function agentsIn(rows: readonly SkillRow[]): readonly AgentRow[] {
  const agents = new Map<
    string,
    { title: string; loads: number; fails: number; roots: Map<string, number> }
  >();
  for (const row of rows)
    for (const [dialect, states] of Map.groupBy(shownIn(row), (state) => state.dialect)) {
      const title = states.map(titleOfState)[0] ?? dialect;
      const agent = agents.get(dialect) ?? { title, loads: 0, fails: 0, roots: new Map() };
      agents.set(dialect, agent);
      const isLoaded = states.some((state) => state.is_eligible);
      if (isLoaded) agent.loads += 1;
      else agent.fails += 1;
      if (row.root !== undefined) agent.roots.set(row.root, (agent.roots.get(row.root) ?? 0) + 1);
    }
  return [...agents].map(([dialect, { title, loads, fails, roots }]) => ({
    dialect,
    title,
    roots: [...roots].toSorted(([, a], [, b]) => b - a).map(([root]) => root),
    loads,
    fails,
  }));
}

/** A copy that another one stands in for is no skill that is missed. */
function shownIn(row: SkillRow): readonly SystemState[] {
  return programsOf(row).filter((state) => state.shadowed_by === undefined);
}

/** Skills that some agent knows and does not load, with the first reason. */
export function findFailing(rows: readonly SkillRow[]): readonly Failing[] {
  return rows.flatMap((row) => {
    const state = shownIn(row).find((one) => !one.is_eligible);
    if (state === undefined) return [];
    const { dialect, agent, reasons } = state;
    const reason = reasons[0]?.say ?? "";
    return [{ row, dialect, agent, title: titleOfState(state), reason }];
  });
}
