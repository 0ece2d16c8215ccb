/**
 * Asks the real agents which skills they load, and records or checks their answers in vectors/agents.
 *
 *     npm run oracles -- [--check] [--agent ID]... [--only TEXT] [--programs FOLDER]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createAgent } from "./agents/index.ts";
import { assemble } from "./assemble.ts";
import { buildCases } from "./cases/index.ts";
import { findDrift, formatLine, readLines, type RecordedLine } from "./lines.ts";
import { withPlaced } from "./place.ts";
import { defaultFolder, installPrograms } from "./programs.ts";
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
    agent: { type: "string", multiple: true, default: [] },
    only: { type: "string", default: "" },
    programs: { type: "string" },
  },
});

const folder = resolve(import.meta.dirname, "../../vectors/agents");

/** Homes decide by precedence, and OpenCode decides it by chance: these are asked as often. */
const RUNS_OF_A_HOME: { readonly [id in AgentId]: number } = {
  claude: 1,
  codex: 1,
  gemini: 1,
  opencode: 3,
  copilot: 1,
};

function isHome(item: Case): boolean {
  return /^[a-z]+-home-/u.test(item.id);
}

async function runCase(agent: Agent, item: Case): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (let run = 0; run < (isHome(item) ? RUNS_OF_A_HOME[agent.id] : 1); run += 1)
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

interface AgentResult {
  readonly lines: readonly string[];
  readonly differences: readonly string[];
}

async function runAgent(agent: Agent): Promise<AgentResult> {
  const recorded = readLines(join(folder, `${agent.id}.jsonl`));
  const lines: string[] = [];
  const differences: string[] = [];
  for (const item of listCases(agent.id, recorded)) {
    const before = recorded.find(({ line }) => line.id === item.id);
    if (!item.id.includes(values.only)) {
      if (before !== undefined) lines.push(before.text);
      continue;
    }
    const start = performance.now();
    const out = await runCase(agent, item);
    const drift = before === undefined ? ["new"] : findDrift(before.line.out, out);
    const isSame = drift.length === 0 && before?.line.version === agent.version;
    const { id, note } = item;
    const line: Line = { id, agent: agent.id, version: agent.version, in: item.in, out, note };
    lines.push(isSame && before !== undefined ? before.text : formatLine(line));
    if (!isSame) differences.push(`${id}: ${drift.join(", ") || "version"}`);
    const took = `${((performance.now() - start) / 1000).toFixed(1)} s`;
    console.log(
      `${isSame ? "same" : "DIFFERS"} ${id} (${took})${isSame ? "" : `: ${drift.join(", ")}`}`,
    );
    if (!isSame && values.check) {
      if (before !== undefined) console.log(`  recorded ${JSON.stringify(before.line.out)}`);
      console.log(`  now      ${JSON.stringify(out)}`);
    }
  }
  return { lines, differences };
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
  const stub = await startStub();
  try {
    for (const id of ids) {
      const agent = createAgent(id, programs.get(id) ?? "", stub);
      try {
        const { lines, differences } = await runAgent(agent);
        if (differences.length > 0 && values.check) process.exitCode = 1;
        if (!values.check) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, `${id}.jsonl`), lines.map((line) => `${line}\n`).join(""));
        }
        console.log(
          `${id}: ${lines.length} lines, ${differences.length} differ from the recorded ones.`,
        );
      } finally {
        await agent.close();
      }
    }
  } finally {
    await stub.close();
  }
}

await main();
