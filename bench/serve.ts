/**
 * node bench/serve.ts [--runs N] [--streams N] [--only NAME]
 *
 * What `skillwright serve` adds to a stream of tokens, and whether it holds under load. Provider, server and
 * clients are processes of their own on loopback. Fails where a target is missed. Needs a built dist/ and /proc.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "../src/client/index.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { percentile } from "./registry/skills.ts";
import { memoryOf, PASSWORD, type Program, startProvider, startServer } from "./serve/programs.ts";
import { direct, type Open, readMany, readStream, type Stream, through } from "./serve/streams.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    streams: { type: "string", default: "500" },
    only: { type: "string" },
  },
});

interface Setting {
  readonly provider: Program;
  readonly server: Program;
  readonly ways: { readonly direct: Open; readonly through: Open };
}

const failures: string[] = [];
const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
const provider = await startProvider();
const server = await startServer({ folder, providerPort: provider.word, runsAMinute: 1_000_000 });
try {
  const token = await publish(server.word);
  const ways = { direct: direct(provider.word), through: through(server.word, token) };
  const setting = { provider, server, ways };
  const passes: Readonly<Record<string, () => Promise<void>>> = {
    throughput: () => measureThroughput(setting),
    first: () => measureFirst(setting),
    crowd: () => measureCrowd(setting),
    streams: () => measureStreams(setting, Number(values.streams)),
    memory: () => measureMemory(setting, Number(values.runs)),
    replicas: () => measureReplicas(provider),
  };
  for (const [name, pass] of Object.entries(passes))
    if (values.only === undefined || values.only === name) await pass();
} finally {
  await server.stop();
  await provider.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(`MISSED: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

function report(line: string, isMet = true): void {
  console.log(line);
  if (!isMet) failures.push(line);
}

async function publish(url: string): Promise<string> {
  const { token } = await createClient({ url }).login({
    body: { email: "admin@skillwright.local", password: PASSWORD },
  });
  const client = createClient({ url, token });
  await client.createSkill({ body: { name: "go", content: "---\nname: go\n---\n\nGo.\n" } });
  const made = await client.makeToken({
    body: { name: "bench", scopes: ["skills:run", "skills:write", "skills:read"] },
  });
  return made.token;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function brokenOf(streams: readonly Stream[]): number {
  return streams.filter(({ isWhole }) => !isWhole).length;
}

/** Both ways in turns, so that both meet the same weather on the machine. */
async function measureThroughput({ ways }: Setting): Promise<void> {
  for (const [title, model, isTarget] of [
    ["50 tokens a second and stream", "tokens-150-pace-20-first-0", true],
    ["100 tokens a second and stream", "tokens-200-pace-10-first-0", true],
    ["as fast as it can", "tokens-200-pace-0-first-0", false],
  ] as const) {
    const expected = Number(/tokens-(\d+)/u.exec(model)?.[1]);
    const rates: Record<"direct" | "through", number[]> = { direct: [], through: [] };
    let broken = 0;
    for (let round = 0; round < 4; round += 1)
      for (const way of ["direct", "through"] as const) {
        const began = performance.now();
        const streams = await readMany(ways[way], model, expected, { count: 50, atOnce: 50 });
        const seconds = (performance.now() - began) / 1000;
        broken += brokenOf(streams);
        // The first round warms up.
        if (round > 0) rates[way].push((50 * expected) / seconds);
      }
    const ratio = median(rates.through) / median(rates.direct);
    report(
      `throughput, 50 streams, provider sends ${title}: ${median(rates.through).toFixed(0)} tokens/s through, ` +
        `${median(rates.direct).toFixed(0)} direct, ratio ${ratio.toFixed(2)}, ${broken} broken`,
      broken === 0 && (!isTarget || ratio >= 0.8),
    );
  }
}

async function measureFirst({ ways }: Setting): Promise<void> {
  const model = "tokens-3-pace-1-first-100";
  const firsts: Record<"direct" | "through", number[]> = { direct: [], through: [] };
  for (let round = 0; round < 25; round += 1)
    for (const way of ["direct", "through"] as const) {
      const { first } = await readStream(ways[way], model, 3);
      if (round >= 5) firsts[way].push(first);
    }
  const later = median(firsts.through) - median(firsts.direct);
  report(
    `first token of a provider that takes 100 ms: ${median(firsts.through).toFixed(1)} ms through, ` +
      `${median(firsts.direct).toFixed(1)} ms direct, ${later.toFixed(1)} ms later`,
    later < 10,
  );
}

/** Tokens a second, and the first token of the slowest in twenty, where many stream at once. */
async function measureCrowd({ ways }: Setting): Promise<void> {
  const model = "tokens-60-pace-20-first-200";
  for (const count of [50, 200]) {
    const rates: Record<"direct" | "through", number[]> = { direct: [], through: [] };
    const firsts: Record<"direct" | "through", number[]> = { direct: [], through: [] };
    let broken = 0;
    for (let round = 0; round < 4; round += 1)
      for (const way of ["direct", "through"] as const) {
        const began = performance.now();
        const streams = await readMany(ways[way], model, 60, { count, atOnce: count });
        const seconds = (performance.now() - began) / 1000;
        broken += brokenOf(streams);
        // The first round warms up.
        if (round === 0) continue;
        rates[way].push((count * 60) / seconds);
        firsts[way].push(
          percentile(
            streams.map(({ first }) => first),
            0.95,
          ),
        );
      }
    const ratio = median(rates.through) / median(rates.direct);
    const [slow, floor] = [median(firsts.through), median(firsts.direct)];
    report(
      `${count} streams at once: rate ${ratio.toFixed(2)} of direct, first token p95 ${slow.toFixed(0)} ms through, ` +
        `${floor.toFixed(0)} ms direct, ${broken} broken`,
      broken === 0 && ratio >= 0.8 && slow <= 1.5 * floor + 20,
    );
  }
}

async function measureStreams({ ways }: Setting, count: number): Promise<void> {
  const model = "tokens-60-pace-100-first-500";
  const streams = await readMany(ways.through, model, 60, { count, atOnce: count });
  const broken = brokenOf(streams);
  report(
    `${count} streams at once: ${count - broken} whole, ${broken} lost or torn, ` +
      `${(Math.max(...streams.map(({ total }) => total)) / 1000).toFixed(1)} s for 6.4 s of answers`,
    broken === 0,
  );
}

/** The first fifth fills caches and heaps; from there on memory must stay. */
async function measureMemory({ ways, server: program }: Setting, runs: number): Promise<void> {
  const megabytes: number[] = [];
  let broken = 0;
  for (let part = 0; part < 10; part += 1) {
    const streams = await readMany(ways.through, "tokens-3-pace-0-first-0", 3, {
      count: Math.ceil(runs / 10),
      atOnce: 50,
    });
    broken += brokenOf(streams);
    megabytes.push(Math.round(memoryOf(program) / 1024 / 1024));
  }
  const early = Math.max(...megabytes.slice(1, 4));
  const late = Math.min(...megabytes.slice(-3));
  report(
    `memory over ${runs} runs: ${megabytes.join(", ")} MB after each tenth, ${broken} broken`,
    broken === 0 && late < early * 1.2,
  );
}

async function measureReplicas({ word: providerPort }: Program): Promise<void> {
  const postgres = await startPostgres();
  const place = mkdtempSync(join(tmpdir(), "skillwright-bench-replicas-"));
  const replicas: Program[] = [];
  try {
    const database = await postgres.makeDatabase();
    const options = { folder: place, providerPort, database };
    replicas.push(...(await Promise.all([startServer(options), startServer(options)])));
    const [one, two] = replicas.map(({ word }) => word);
    if (one === undefined || two === undefined) return;
    const token = await publish(one);
    const opens = [through(one, token), through(two, token)];
    const streams = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        readStream(opens[at % 2] ?? direct(""), "tokens-1-pace-0-first-0", 1),
      ),
    );
    const allowed = streams.length - brokenOf(streams);
    report(`two replicas, 30 runs in a moment: ${allowed} were let through of 10`, allowed === 10);
    await measureUpdates(one, two, token);
  } finally {
    for (const replica of replicas) await replica.stop();
    await postgres.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

async function measureUpdates(one: string, two: string, token: string): Promise<void> {
  const [writer, reader] = [one, two].map((url) => createClient({ url, token }));
  if (writer === undefined || reader === undefined) return;
  const delays: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const description = `Round ${round}.`;
    const content = `---\nname: go\ndescription: ${description}\n---\n\nGo.\n`;
    await writer.updateSkill({ params: { name: "go" }, body: { content } });
    const began = performance.now();
    for (;;) {
      const { skills } = await reader.listSkills();
      if (skills[0]?.description === description) break;
    }
    delays.push(performance.now() - began);
  }
  const slowest = Math.max(...delays);
  report(
    `two replicas, an update of one shows in the list of the other after ${median(delays).toFixed(0)} ms, ` +
      `at most ${slowest.toFixed(0)} ms`,
    slowest < 1000,
  );
}
