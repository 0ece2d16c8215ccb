/**
 * node bench/mcp.ts [--clients N] [--skills N] [--requests N]
 *
 * Clients over HTTP that list and read skills while files change under them, against `skillwright mcp` and
 * against a server made with the SDK's own loader of folders. Fails on a torn read, an error, a crash,
 * memory that grows, or less speed than the other. Needs a built dist/ and a system with /proc.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Load, runLoad } from "./mcp/clients.ts";
import { changeSkill, writeFolder } from "./mcp/folder.ts";
import { type BenchServer, startServer } from "./mcp/server.ts";

const root = join(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "200" },
    skills: { type: "string", default: "2000" },
    requests: { type: "string", default: "12000" },
  },
});
const clients = Number(values.clients);
const skills = Number(values.skills);
const requests = Number(values.requests);

/** Rounds of the same load; the first one warms up and does not count. */
const ROUNDS = 6;
const DEADLINE_MS = 60_000;
const CHANGE_EVERY_MS = 50;
/** Collections of garbage come when they like, so that two readings differ by some megabytes. */
const NOISE = 48 * 1024 * 1024;

/** A load, and the seconds that processors worked for the server meanwhile. */
interface Round extends Load {
  readonly work: number;
}

interface Run {
  readonly startSeconds: number;
  readonly quiet: Round[];
  readonly changing: Round[];
  readonly memory: number[];
  hasSurvived: boolean;
}

interface Contender extends Run {
  readonly folder: string;
  readonly server: BenchServer;
}

const commands: Readonly<Record<string, (folder: string) => readonly string[]>> = {
  skillwright: (folder) => [join(root, "dist/cli/main.js"), "mcp", folder, "--http", "--port", "0"],
  sdk: (folder) => [join(root, "bench/mcp/sdk-server.mjs"), folder],
};

const contenders: Record<string, Contender> = {};
try {
  for (const [name, words] of Object.entries(commands)) contenders[name] = await start(words);
  await takeTurns(Object.values(contenders));
} finally {
  for (const { server, folder } of Object.values(contenders)) {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
report(contenders);

async function start(words: (folder: string) => readonly string[]): Promise<Contender> {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
  writeFolder(folder, skills);
  const before = performance.now();
  const server = await startServer(words(folder));
  const startSeconds = (performance.now() - before) / 1000;
  return { folder, server, startSeconds, quiet: [], changing: [], memory: [], hasSurvived: true };
}

/** One round each in turn, so that what else the machine does meets both. */
async function takeTurns(all: readonly Contender[]): Promise<void> {
  const share = Math.ceil(requests / ROUNDS);
  const round = async ({ server }: Contender): Promise<Round> => {
    const before = server.work();
    const options = { url: server.url, clients, skills, requests: share };
    const load = await runLoad({ ...options, deadlineMs: DEADLINE_MS });
    return { ...load, work: server.work() - before };
  };
  for (let count = 0; count < ROUNDS; count += 1)
    for (const contender of all) {
      const load = await round(contender);
      if (count > 0) contender.quiet.push(load);
    }
  for (let count = 0; count < ROUNDS; count += 1)
    for (const contender of all) {
      const stop = keepChanging(contender.folder, count);
      contender.changing.push(await round(contender).finally(stop));
      contender.memory.push(contender.server.memory());
      contender.hasSurvived = contender.server.isAlive();
    }
}

function keepChanging(folder: string, round: number): () => void {
  let revision = round * 1_000_000;
  const timer = setInterval(() => {
    revision += 1;
    changeSkill(folder, (revision * 7) % skills, revision);
  }, CHANGE_EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}

function report(all: Readonly<Record<string, Run>>): void {
  console.log(`${clients} clients, ${skills} skills, ${requests} requests in ${ROUNDS} rounds`);
  for (const [name, run] of Object.entries(all)) {
    console.log(`\n${name}: started in ${run.startSeconds.toFixed(2)} s`);
    console.log(`  quiet     ${describe(run.quiet)}`);
    console.log(`  changing  ${describe(run.changing)}`);
    console.log(`  memory    ${run.memory.map(toMegabytes).join(", ")} MB after each round`);
    const errors = sumErrors([...run.quiet, ...run.changing]);
    for (const [text, count] of errors) console.log(`  ${count} × ${text}`);
  }
  const { skillwright, sdk } = all;
  if (skillwright === undefined || sdk === undefined) throw new Error("A run is missing.");
  const ratio = cost(sdk.quiet) / cost(skillwright.quiet);
  const underChange = cost(sdk.changing) / cost(skillwright.changing);
  const ratios = `${ratio.toFixed(2)} quiet, ${underChange.toFixed(2)} changing`;
  console.log(`\nrequests for the same work, beside the SDK: ${ratios}`);
  const failures = failuresOf(skillwright, ratio, underChange);
  for (const failure of failures) console.log(`FAILED: ${failure}`);
  if (failures.length === 0) console.log("All held.");
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function failuresOf(run: Run, ratio: number, underChange: number): readonly string[] {
  const loads = [...run.quiet, ...run.changing];
  const [first = 0] = run.memory;
  const grown = Math.max(...run.memory) - first;
  return [
    ...(run.hasSurvived ? [] : ["the server ended"]),
    ...(loads.every(({ torn }) => torn === 0) ? [] : ["answers were torn"]),
    ...(sumErrors(loads).size === 0 ? [] : ["answers were errors"]),
    ...(grown <= NOISE ? [] : [`memory grew by ${toMegabytes(grown)} MB`]),
    ...(ratio >= 1 ? [] : ["it is slower than the SDK when nothing changes"]),
    ...(underChange >= 1 ? [] : ["it is slower than the SDK when files change"]),
  ];
}

/** Work for one request: what else the machine does changes the time, but hardly this. */
function cost(rounds: readonly Round[]): number {
  const count = rounds.reduce((sum, round) => sum + round.requests, 0);
  return rounds.reduce((sum, round) => sum + round.work, 0) / count;
}

function rate(loads: readonly Load[]): number {
  const count = loads.reduce((sum, load) => sum + load.requests, 0);
  return count / loads.reduce((sum, load) => sum + load.seconds, 0);
}

function describe(loads: readonly Round[]): string {
  const worst = Math.max(...loads.map((load) => load.worst));
  const median = loads.map((load) => load.median).toSorted((a, b) => a - b)[loads.length >> 1] ?? 0;
  const torn = loads.reduce((sum, load) => sum + load.torn, 0);
  const speed = `${rate(loads).toFixed(0)} requests/s, ${(cost(loads) * 1000).toFixed(2)} ms of work each`;
  return `${speed}, median ${median.toFixed(0)} ms, 99 % within ${worst.toFixed(0)} ms, ${torn} torn`;
}

function sumErrors(loads: readonly Load[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>();
  for (const { errors } of loads)
    for (const [text, count] of errors) sum.set(text, (sum.get(text) ?? 0) + count);
  return sum;
}

function toMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
