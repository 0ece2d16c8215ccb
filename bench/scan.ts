/**
 * node bench/scan.ts [--count N] [--check]
 *
 * Time of the processor that the scan of a skill takes on one core, over generated skills and over the collected ones
 * where they are present; beside it the floor, which reads the same files and looks at every character once. Then the
 * whole tree by the program, with threads. `--check` ends with 1 when the median is over its target.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { scan, type ScanPorts } from "../src/check/scan/index.ts";
import { readContent } from "../src/platform/content/index.ts";
import { openScanEngines } from "../src/platform/scanning/index.ts";
import { buildCorpusTree, findCorpus } from "./corpus.ts";
import { generateTree } from "./generate.ts";
import { median } from "./reported.ts";

/** Milliseconds of one core for the median skill. */
const TARGET = 20;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1200" },
    check: { type: "boolean", default: false },
  },
});

interface Times {
  readonly scan: readonly number[];
  readonly floor: readonly number[];
}

function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** What any reader of a skill has to do. */
function touch(folder: string): number {
  let sum = 0;
  for (const { content } of readContent(folder)) {
    const text = new TextDecoder().decode(content);
    for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0;
  }
  return sum;
}

async function measure(root: string, ports: ScanPorts): Promise<Times> {
  const times = { scan: [] as number[], floor: [] as number[] };
  for (const directory of readdirSync(root).toSorted()) {
    const folder = join(root, directory);
    const floor = process.cpuUsage();
    touch(folder);
    times.floor.push(milliseconds(floor));
    const start = process.cpuUsage();
    await scan({ files: readContent(folder), directory, ports });
    times.scan.push(milliseconds(start));
  }
  return times;
}

function seconds(root: string, jobs: number): number {
  const program = resolve(import.meta.dirname, "..", "dist", "cli", "main.js");
  const start = performance.now();
  const words = [program, "scan", root, "--json", "--fail-on", "never", "--jobs", String(jobs)];
  spawnSync(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  return (performance.now() - start) / 1000;
}

/** Prints the figures of a tree and says whether the target is met. */
async function run(title: string, root: string): Promise<boolean> {
  const ports = openScanEngines();
  // The first skills pay for the grammars and for compiling.
  await measure(root, ports);
  const times = await measure(root, ports);
  const middle = median(times.scan);
  const late = times.scan.toSorted((a, b) => a - b)[Math.floor(times.scan.length * 0.95)] ?? 0;
  const ratio = middle / median(times.floor);
  const jobs = availableParallelism();
  console.log(
    `${title}: ${times.scan.length} skills, median ${middle.toFixed(1)} ms of one core ` +
      `(target under ${TARGET}), 95 % under ${late.toFixed(1)} ms, ${ratio.toFixed(0)} times the floor; ` +
      `all of them in ${seconds(root, jobs).toFixed(1)} s with ${jobs} threads`,
  );
  return middle < TARGET;
}

const scratch = mkdtempSync(join(tmpdir(), "skillwright-scan-"));
try {
  const count = Number(values.count);
  const generated = join(scratch, "generated");
  generateTree({ root: generated, count });
  const results = [await run("Generated", generated)];
  const archive = findCorpus(process.env);
  if (archive !== undefined) {
    const collected = join(scratch, "collected");
    buildCorpusTree(archive, collected, count);
    results.push(await run("Collected", collected));
  }
  if (values.check && results.includes(false)) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true });
}
