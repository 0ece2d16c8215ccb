/**
 * Asks the real agents which skills they load, and records or checks their answers in vectors/agents.
 *
 *     npm run oracles -- [--check | --new] [--agent ID]... [--only PATTERN] [--programs FOLDER]
 *     npm run oracles -- --homes N [--seed N] [--agent ID]... [--programs FOLDER]
 *
 * With `--homes`, nothing is recorded: homes from seeds are asked of the program and of its model, and compared.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { createAgent } from "./agents/index.ts";
import { assemble } from "./assemble.ts";
import { buildCases } from "./cases/index.ts";
import { findDrift, formatLine, readLines, type RecordedLine } from "./lines.ts";
import { withPlaced } from "./place.ts";
import { defaultFolder, installPrograms } from "./programs.ts";
import { killGroup, runningGroups } from "./process.ts";
import { runSeeds } from "./seeds.ts";
import { startStub } from "./stub.ts";
import {
  type Agent,
  AGENT_IDS,
  type AgentId,
  type Case,
  type Line,
  type Outcome,
} from "./types.ts";
import { countWinners } from "./unstable.ts";

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    new: { type: "boolean", default: false },
    agent: { type: "string", multiple: true, default: [] },
    only: { type: "string", default: "" },
    programs: { type: "string" },
    homes: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});

const only = new RegExp(values.only, "u");

const folder = resolve(import.meta.dirname, "../../vectors/agents");

/** OpenCode chooses between skills of one name by chance, so it is asked this often. */
const RUNS_BY_CHANCE = 3;

function isHome(item: Case): boolean {
  return /^[a-z]+-home-/u.test(item.id);
}

function countRuns(agent: Agent, item: Case): number {
  if (agent.id !== "opencode" || !isHome(item)) return 1;
  const names = Object.keys(item.in.files).map((path) => basename(dirname(path)));
  const isAmbiguous = names.length > new Set(names).size || item.id.includes("same-name");
  return isAmbiguous ? RUNS_BY_CHANCE : 1;
}

/** What the harness says where a program has ended before it told anything. */
const NOT_STARTED = /sent no request|ended early|gave no (?:list|prompt)|answered 400/u;

function notStarted(item: Case): Outcome {
  const files = Object.keys(item.in.files).filter((path) => path.endsWith(".md"));
  return { skills: [], dropped: files.map((path) => ({ path })), warnings: [], started: false };
}

async function runCase(agent: Agent, item: Case): Promise<Outcome> {
  try {
    return await askCase(agent, item);
  } catch (error) {
    const isExpected = item.id.includes("-home-broken-") && NOT_STARTED.test(String(error));
    if (!isExpected) throw error;
    console.log(`  ${String(error).slice(0, 400)}`);
    return notStarted(item);
  }
}

async function askCase(agent: Agent, item: Case): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (let run = 0; run < countRuns(agent, item); run += 1)
    outcomes.push(
      await withPlaced(item, async (placed) =>
        assemble(placed, await agent.ask(placed), isHome(item)),
      ),
    );
  return countWinners(outcomes);
}

/** Recorded cases keep their place; cases without a line come after them. */
function listCases(id: AgentId, recorded: readonly RecordedLine[]): readonly Case[] {
  const built = new Map(buildCases(id).map((item) => [item.id, item]));
  const known = recorded.map(({ line }) => built.get(line.id) ?? line);
  const ids = new Set(known.map((item) => item.id));
  return [...known, ...[...built.values()].filter((item) => !ids.has(item.id))];
}

interface CaseResult {
  readonly text: string | undefined;
  /** What differs from the recorded line; nothing when the answer is the same. */
  readonly drift: readonly string[];
}

async function compareCase(
  agent: Agent,
  item: Case,
  before: RecordedLine | undefined,
): Promise<CaseResult> {
  let out: Outcome;
  try {
    out = await runCase(agent, item);
  } catch (error) {
    return { text: before?.text, drift: [`failed: ${String(error)}`] };
  }
  const drift = before === undefined ? ["new"] : findDrift(before.line.out, out);
  if (before !== undefined && before.line.version !== agent.version) drift.push("version");
  if (before !== undefined && !isDeepStrictEqual(before.line.in, item.in)) drift.push("in");
  if (before !== undefined && drift.length === 0) return { text: before.text, drift };
  if (values.check) {
    if (before !== undefined) console.log(`  recorded ${JSON.stringify(before.line.out)}`);
    console.log(`  now      ${JSON.stringify(out)}`);
  }
  const { id, note } = item;
  const line: Line = { id, agent: agent.id, version: agent.version, in: item.in, out, note };
  return { text: formatLine(line), drift };
}

/** Neighbours that may be asked at once. */
function groupCases(agent: Agent, cases: readonly Case[]): readonly (readonly Case[])[] {
  const groups: Case[][] = [];
  for (const item of cases) {
    const limit = agent.countAtOnce?.(item) ?? 1;
    const last = groups.at(-1);
    const limitOfLast = last?.[0] === undefined ? 0 : (agent.countAtOnce?.(last[0]) ?? 1);
    if (last !== undefined && last.length < Math.min(limit, limitOfLast)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** Returns how many cases differ from their recorded lines. */
async function runAgent(agent: Agent): Promise<number> {
  const file = join(folder, `${agent.id}.jsonl`);
  const recorded = new Map(readLines(file).map((item) => [item.line.id, item]));
  const cases = listCases(agent.id, [...recorded.values()]);
  const texts = new Map([...recorded].map(([id, { text }]) => [id, text]));
  let differences = 0;
  const wanted = cases.filter(({ id }) => only.test(id) && !(values.new && recorded.has(id)));
  const runOne = async (item: Case): Promise<void> => {
    const before = recorded.get(item.id);
    const start = performance.now();
    const { text, drift } = await compareCase(agent, item, before);
    const took = `${((performance.now() - start) / 1000).toFixed(1)} s`;
    if (drift.length > 0) differences += 1;
    console.log(
      drift.length === 0
        ? `same ${item.id} (${took})`
        : `DIFFERS ${item.id} (${took}): ${drift.join(", ")}`,
    );
    if (text === undefined || values.check) return;
    texts.set(item.id, text);
    // After each case, so that a run that is broken off has kept what it learned.
    const lines = cases.flatMap(({ id }) => texts.get(id) ?? []);
    writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  };
  for (const group of groupCases(agent, wanted)) await Promise.all(group.map(runOne));
  console.log(`${agent.id}: ${cases.length} cases, ${differences} differ from the recorded lines.`);
  return differences;
}

function readAgentIds(): readonly AgentId[] {
  const unknown = values.agent.filter((id) => !AGENT_IDS.some((known) => known === id));
  if (unknown.length > 0)
    throw new Error(`No agent \`${unknown[0]}\`. Use ${AGENT_IDS.join(", ")}.`);
  return AGENT_IDS.filter((id) => values.agent.length === 0 || values.agent.includes(id));
}

async function main(): Promise<void> {
  const ids = readAgentIds();
  const programs = installPrograms(resolve(values.programs ?? defaultFolder()), ids);
  mkdirSync(folder, { recursive: true });
  const stub = await startStub();
  try {
    for (const id of ids) {
      const agent = createAgent(id, programs.get(id) ?? "", stub);
      try {
        const differences = await (values.homes === undefined
          ? runAgent(agent)
          : runSeeds(agent, Number(values.seed), Number(values.homes)));
        if (differences > 0 && (values.check || values.homes !== undefined)) process.exitCode = 1;
      } finally {
        await agent.close();
      }
    }
  } finally {
    await stub.close();
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    for (const pid of runningGroups) killGroup(pid);
    process.exit(1);
  });

await main();
