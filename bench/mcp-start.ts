/**
 * node bench/mcp-start.ts [--skills N] [--rounds N] [--folder FOLDER]
 *
 * `skillwright mcp` over standard input and output beside a server with the SDK's own loader: work until the first answer,
 * until every skill is listed, memory then, and what one edit costs. Cold is a start on a folder that was never served, which
 * scans every skill in processes of their own; warm is each start after it. Needs a built dist/ and a system with /proc.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { changeSkill, writeFolder } from "./mcp/folder.ts";
import { StdioProgram } from "./mcp/stdio-client.ts";

const root = join(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    skills: { type: "string", default: "10000" },
    rounds: { type: "string", default: "9" },
    folder: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const folder = values.folder ?? mkdtempSync(join(tmpdir(), "skillwright-bench-"));
if (values.folder === undefined) writeFolder(folder, Number(values.skills));

/** No verdict and no skill is known before the first start. */
const cache = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
process.env["XDG_CACHE_HOME"] = cache;

const commands: Readonly<Record<string, readonly string[]>> = {
  skillwright: [join(root, "dist/cli/main.js"), "mcp", folder, "--skip-invalid"],
  sdk: [join(root, "bench/mcp/sdk-stdio.mjs"), folder],
};
/** Of the SDK without any skill, so that what is compared is the answer alone. */
const EMPTY = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
const starts: typeof commands = {
  ...commands,
  sdk: [join(root, "bench/mcp/sdk-stdio.mjs"), EMPTY],
};

try {
  // First, while nothing is known.
  await fullList("cold", "skillwright");
  await fullList("warm", "skillwright");
  await fullList("each", "sdk");
  await firstAnswers();
  if (values.folder === undefined) await oneEdit();
} finally {
  for (const made of [EMPTY, cache]) rmSync(made, { recursive: true, force: true });
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

function milliseconds(seconds: number): string {
  return `${(seconds * 1000).toFixed(0)} ms`;
}

async function firstAnswers(): Promise<void> {
  const work: Record<string, number[]> = {};
  const wall: Record<string, number[]> = {};
  // One round more, which warms up and does not count.
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, words] of Object.entries(starts)) {
      const program = new StdioProgram(words);
      await program.initialize();
      const cost = program.cost();
      await program.stop();
      if (round === 0) continue;
      (work[name] ??= []).push(cost.work);
      (wall[name] ??= []).push(cost.wall);
    }
  for (const name of Object.keys(starts))
    console.log(
      `first answer  ${name}: ${milliseconds(median(wall[name] ?? []))}, work ${milliseconds(median(work[name] ?? []))}`,
    );
  const ratio = median(work["skillwright"] ?? []) / median(work["sdk"] ?? []);
  console.log(`first answer  work beside the SDK: ${ratio.toFixed(2)}`);
}

/** Seconds of work for a plain loop that reads every SKILL.md whole. */
function floor(): number {
  const words = `TIMEFORMAT='%U %S'; time "${process.execPath}" "${join(root, "bench/floor.mjs")}" "${folder}" > /dev/null`;
  const { stderr } = spawnSync("/bin/bash", ["-c", words], { encoding: "utf8" });
  const [user = 0, system = 0] = stderr.trim().split(/\s+/u).map(Number);
  return user + system;
}

async function fullList(start: string, name: string): Promise<void> {
  const least = floor();
  const program = new StdioProgram(commands[name] ?? []);
  await program.initialize();
  if (name === "skillwright") await untilServed(program);
  const count = await program.countSkills();
  const { wall, work, memory, peak } = program.cost();
  const times = `${(work / least).toFixed(1)} times the read floor of ${milliseconds(least)}`;
  console.log(
    `full list     ${name}, ${start}: ${count} skills, ${milliseconds(wall)}, work ${milliseconds(work)}, ${times}, ${megabytes(memory)} MB, at most ${megabytes(peak)} MB`,
  );
  await program.stop();
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}

/** Lists fill while the folders are read. */
async function untilServed(program: StdioProgram): Promise<void> {
  while (!program.said.includes("are served")) {
    await program.countSkills();
    await pause(200);
  }
}

async function oneEdit(): Promise<void> {
  const program = new StdioProgram(commands["skillwright"] ?? []);
  await program.initialize();
  await untilServed(program);
  const work: number[] = [];
  const seen: number[] = [];
  for (let edit = 0; edit <= rounds; edit += 1) {
    await pause(1000);
    const before = program.cost();
    const { notices } = program;
    const begun = performance.now();
    changeSkill(folder, edit * 7, edit + 1);
    while (program.notices === notices) await pause(2);
    seen.push((performance.now() - begun) / 1000);
    await pause(500);
    work.push(program.cost().work - before.work);
  }
  await program.stop();
  // The first one loads the scanner.
  console.log(
    `one edit      work ${milliseconds(median(work.slice(1)))} (the first ${milliseconds(work[0] ?? 0)}), told after ${milliseconds(median(seen.slice(1)))}`,
  );
}

function pause(time: number): Promise<void> {
  return new Promise((settle) => {
    setTimeout(settle, time);
  });
}
