/** A program that gives another winner for the same home, run again, is marked instead of recorded as sure. */
import type { Outcome, SeenSkill } from "./types.ts";

/** The first outcome, with the winners of all runs where they are not the same. */
export function countWinners(outcomes: readonly Outcome[]): Outcome {
  const [first, ...others] = outcomes;
  if (first === undefined) throw new Error("A case was not run.");
  const names = new Set(outcomes.flatMap(({ skills }) => skills.map(({ name }) => name)));
  const counted = [...names]
    .sort()
    .map((name) => [name, countPaths(outcomes, name)] as const)
    .filter(([name, paths]) => {
      const counts = Object.values(paths);
      const perRun = first.skills.filter((skill) => skill.name === name).length;
      return counts.length !== perRun || counts.some((count) => count !== outcomes.length);
    });
  if (others.length === 0 || counted.length === 0) return first;
  const { skills, dropped, warnings, ...rest } = first;
  const winners = Object.fromEntries(counted);
  return { skills, dropped, warnings, unstable: { runs: outcomes.length, winners }, ...rest };
}

function countPaths(
  outcomes: readonly Outcome[],
  name: string,
): { readonly [path: string]: number } {
  const counts: { [path: string]: number } = {};
  const all = outcomes.flatMap(({ skills }): readonly SeenSkill[] => skills);
  for (const { name: other, path } of all)
    if (other === name) counts[path ?? ""] = (counts[path ?? ""] ?? 0) + 1;
  return counts;
}
