import type { CollectionRule, SkillFacts } from "../rule.ts";

type Graph = ReadonlyMap<string, readonly string[]>;

export const dependencyCycle: CollectionRule = {
  code: "lint/dependency-cycle",
  title: "Dependencies form no cycle.",
  severity: "error",
  scope: "collection",
  check({ skills, report }) {
    const byName = new Map<string, SkillFacts>();
    for (const skill of skills)
      if (skill.name !== undefined && skill.dependsOn.length > 0 && !byName.has(skill.name))
        byName.set(skill.name, skill);
    const graph = buildGraph(byName);
    const told = new Set<string>();
    for (const name of graph.keys()) {
      // Each skill is told of once, in the first cycle that it is part of.
      const way = told.has(name) ? undefined : shortestWayRound(name, graph);
      if (way === undefined) continue;
      for (const step of way) told.add(step);
      const skill = byName.get(name) as SkillFacts;
      const span = skill.dependsOn.find((dependency) => dependency.name === way[1])?.span;
      report(skill, {
        ...(span === undefined ? {} : { span }),
        message: `The skills depend on each other in a cycle: \`${way.join(" → ")}\`.`,
        hint: "None of these skills can be installed before the others. Remove one of the dependencies.",
      });
    }
  },
};

/** Dependencies on other skills with dependencies; whatever ends in a skill without any is left out. */
function buildGraph(byName: ReadonlyMap<string, SkillFacts>): Graph {
  const graph = new Map<string, readonly string[]>();
  const dependents = new Map<string, string[]>();
  const open = new Map<string, number>();
  for (const [name, skill] of byName) {
    const names = skill.dependsOn.map((dependency) => dependency.name);
    const targets = [...new Set(names)].filter((other) => other !== name && byName.has(other));
    graph.set(name, targets);
    open.set(name, targets.length);
    for (const target of targets) dependents.set(target, [...(dependents.get(target) ?? []), name]);
  }
  const settled = [...open.keys()].filter((name) => open.get(name) === 0);
  for (const name of settled) {
    graph.delete(name);
    for (const dependent of dependents.get(name) ?? []) {
      const left = (open.get(dependent) ?? 0) - 1;
      open.set(dependent, left);
      if (left === 0) settled.push(dependent);
    }
  }
  return graph;
}

/** Names from the skill back to itself, over at least one other. */
function shortestWayRound(start: string, graph: Graph): readonly string[] | undefined {
  const before = new Map<string, string>();
  const queue = [start];
  for (const name of queue)
    for (const target of graph.get(name) ?? []) {
      if (target === start) return [start, ...wayTo(name, before, start), start];
      if (before.has(target)) continue;
      before.set(target, name);
      queue.push(target);
    }
  return undefined;
}

function wayTo(
  last: string,
  before: ReadonlyMap<string, string>,
  start: string,
): readonly string[] {
  const way: string[] = [];
  for (let name = last; name !== start; name = before.get(name) ?? start) way.unshift(name);
  return way;
}
