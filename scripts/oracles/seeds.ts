/** Homes from seeds, given to a real agent and to its model; every skill that either of them names is compared. */
import { isDeepStrictEqual } from "node:util";
import { runCase } from "../../src/app/conform/run-case.ts";
import { getKey, isList, isObject, type Json, type JsonObject } from "../../src/skill/index.ts";
import { assemble } from "./assemble.ts";
import { seededCase } from "./cases/seeded.ts";
import { withPlaced } from "./place.ts";
import type { Agent } from "./types.ts";

/** Returns how many homes differ. */
export async function runSeeds(agent: Agent, first: number, count: number): Promise<number> {
  let differing = 0;
  for (let seed = first; seed < first + count; seed += 1) {
    const item = seededCase(agent.id, seed);
    const out = await withPlaced(item, async (placed) =>
      assemble(placed, await agent.ask(placed), true),
    );
    const line = { ...item, agent: agent.id, version: agent.version, out };
    const { outcome, expected, actual } = runCase(JSON.parse(JSON.stringify(line)) as JsonObject);
    if (outcome === "passed") continue;
    differing += 1;
    console.log(`${agent.id} seed ${seed}\n${differences(expected, actual).join("\n")}`);
  }
  console.log(`${agent.id}: ${count} homes, ${differing} differ from the model.`);
  return differing;
}

function differences(theirs: Json, ours: Json): readonly string[] {
  const left = skillsOf(theirs);
  const right = skillsOf(ours);
  const found = [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const their = left.get(key);
    const our = right.get(key);
    const seen = their && our && pick(our, Object.keys(their));
    return isDeepStrictEqual(their, seen)
      ? []
      : [`    they ${JSON.stringify(their)}`, `    we   ${JSON.stringify(seen ?? our)}`];
  });
  return found.length > 0 ? found : [`    they ${namesOf(left)}`, `    we   ${namesOf(right)}`];
}

function namesOf(skills: ReadonlyMap<string, JsonObject>): string {
  return [...skills.keys()].join(" ");
}

function skillsOf(answer: Json): ReadonlyMap<string, JsonObject> {
  const skills = isObject(answer) ? getKey(answer, "skills") : undefined;
  return new Map(
    (isList(skills) ? skills : [])
      .filter(isObject)
      .map((skill) => [JSON.stringify(skill["path"] ?? skill["name"]), skill]),
  );
}

function pick(skill: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.map((key) => [key, skill[key] ?? null]));
}
