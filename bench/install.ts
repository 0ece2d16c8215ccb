/**
 * node bench/install.ts [--skills N] [--rounds N] [--only together|single]
 *
 * Installs 50 generated skills from `skillwright serve` on loopback with our program, with `skills` and with
 * `clawhub`, in turns, each into a new home, and takes the processor time of each program. After each the files are
 * held against the published ones. Every way of ours that installs all at once is to be faster than `skills`, and ours
 * one by one faster than `clawhub`. Fails where one is not. Needs a built dist/ and the programs of test/clients.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "../src/client/index.ts";
import { SkillError } from "../src/skill/index.ts";
import { openManager } from "../src/registry/index.ts";
import { type BenchSkill, checkInstalled, writeBenchSkill } from "./install/skills.ts";
import { runCalls, type Way, waysTo } from "./install/ways.ts";
import { percentile } from "./registry/skills.ts";
import { PASSWORD, startServer } from "./serve/programs.ts";

const { values } = parseArgs({
  options: {
    skills: { type: "string", default: "50" },
    rounds: { type: "string", default: "3" },
    only: { type: "string" },
  },
});

const SEED = 20_261_115;
const folder = mkdtempSync(join(tmpdir(), "skillwright-install-"));
const server = await startServer({ folder });
try {
  const skills = await publishSkills(server.word, Number(values.skills));
  const all = waysTo(
    server.word,
    skills.map(({ name }) => name),
  );
  const ways = all.filter(
    ({ calls }) => values.only === undefined || calls.length > 1 === (values.only === "single"),
  );
  const medians = await measure(ways, skills, Number(values.rounds));
  process.exitCode = tell(ways, medians) ? 0 : 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Publishes that many generated skills, and draws another where the registry does not list one. */
async function publishSkills(url: string, count: number): Promise<readonly BenchSkill[]> {
  const account = { email: "admin@skillwright.local", password: PASSWORD };
  const { token: session } = await createClient({ url }).login({ body: account });
  const { token } = await createClient({ url, token: session }).makeToken({
    body: { name: "bench", scopes: ["registry:read", "registry:write"] },
  });
  const manager = openManager({
    folder: join(folder, "published"),
    registry: url,
    trust: new Map(),
    environment: {},
    tokenFor: () => token,
  });
  const skills: BenchSkill[] = [];
  for (let index = 0; skills.length < count && index < count * 4; index += 1) {
    const skill = writeBenchSkill(join(folder, "source"), index, SEED);
    try {
      const { state } = await manager.publish(skill.folder, { version: "1.0.0" });
      if (state === "listed") skills.push(skill);
    } catch (error) {
      if (!SkillError.isInstance(error)) throw error;
    }
  }
  return skills;
}

/** Every way once to warm up, then all in turns; every other round backwards. */
async function measure(
  ways: readonly Way[],
  skills: readonly BenchSkill[],
  rounds: number,
): Promise<ReadonlyMap<Way, number>> {
  const seconds = new Map<Way, number[]>(ways.map((way) => [way, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
      const place = join(folder, "place");
      mkdirSync(place);
      // A new home each time, as of somebody who installs for the first time.
      const home = join(folder, "home");
      mkdirSync(home);
      await runCalls(way.before, way, place, home);
      const taken = await runCalls(way.calls, way, place, home);
      checkInstalled(join(place, way.target), skills, way.comparison);
      for (const made of [place, home]) rmSync(made, { recursive: true });
      if (round > 0) seconds.get(way)?.push(taken);
    }
  return new Map([...seconds].map(([way, some]) => [way, percentile(some, 0.5)]));
}

/** The table, and whether the others take longer. */
function tell(ways: readonly Way[], medians: ReadonlyMap<Way, number>): boolean {
  const secondsOf = (way: Way | undefined): number =>
    way === undefined ? Number.NaN : (medians.get(way) ?? Number.NaN);
  const base = secondsOf(ways[0]);
  for (const way of ways) {
    const taken = secondsOf(way);
    const each =
      way.calls.length > 1 ? `, ${((taken / way.calls.length) * 1000).toFixed(0)} ms a call` : "";
    console.log(
      `${way.title.padEnd(42)} ${taken.toFixed(2).padStart(6)} s  ${(taken / base).toFixed(2).padStart(6)} times${each}`,
    );
  }
  let isMet = true;
  for (const other of ways.filter(({ isOurs }) => !isOurs))
    for (const way of ways.filter(({ isOurs }) => isOurs)) {
      const isAlike = way.calls.length > 1 === other.calls.length > 1;
      if (!isAlike || secondsOf(way) < secondsOf(other)) continue;
      console.log(`MISSED: ${way.title} takes longer than ${other.title}`);
      isMet = false;
    }
  return isMet;
}
