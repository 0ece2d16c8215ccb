import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findCorpus } from "./corpus.ts";
import { measurePass, measureReported } from "./measure.ts";
import { homeTasks, installPeers, peerTasks } from "./peers.ts";
import { isMissed, type Pass, renderPass, summarise } from "./report.ts";
import { changeTasks, gateTasks, startTasks, treeTasks } from "./tasks.ts";

const help = `Usage: node bench/run.ts [options]

Measures Skillwright on a generated tree of skills, and on the collected one where it is present,
as ratios to a floor measured in the same pass.

  --rounds N   rounds after the warm-up (7)
  --count N    skills in a tree (6000)
  --tree DIR   measure this flat tree instead
  --peers      compare with other tools; installs them into bench/.peers
  --json       print the figures as JSON
  --only NAME  \`hostile\`: how soon a server answers while it is attacked, and nothing else
  --check      end with 1 when a target is missed
`;

const HOME_SKILLS = "500";

interface Tree {
  readonly title: string;
  readonly root: string;
}

function main(): void {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "7" },
      count: { type: "string", default: "6000" },
      tree: { type: "string" },
      peers: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
      only: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  if (values.only !== undefined) {
    if (values.only !== "hostile") throw new Error("`--only` takes `hostile`.");
    const script = join(import.meta.dirname, "hostile.ts");
    process.exitCode = spawnSync(process.execPath, [script], { stdio: "inherit" }).status ?? 1;
    return;
  }
  const rounds = Math.max(1, Number(values.rounds));
  const scratch = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
  try {
    if (values.peers) installPeers(report);
    const trees =
      values.tree === undefined
        ? makeTrees(scratch, values.count)
        : [{ title: "Given tree", root: resolve(values.tree) }];
    const passes = measureAll(trees, scratch, rounds, values.peers);
    process.stdout.write(values.json ? renderJson(passes, rounds) : renderText(passes));
    if (values.check && passes.some((pass) => pass.rows.some(isMissed))) process.exitCode = 1;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function measureAll(
  trees: readonly Tree[],
  scratch: string,
  rounds: number,
  withPeers: boolean,
): Pass[] {
  // Starting takes hundredths of a second, so more rounds cost little and steady the median.
  const passes = [measure("Start", startTasks(), rounds * 3)];
  for (const tree of trees) {
    const folder = mkdtempSync(join(scratch, "pass-"));
    const tasks = [
      ...treeTasks(tree.root, folder),
      ...(withPeers ? peerTasks(tree.root, folder) : []),
    ];
    passes.push(measure(tree.title, tasks, rounds));
    const title = `${tree.title}, kept open`;
    passes.push(measure(title, changeTasks(tree.root), rounds, measureReported));
  }
  if (withPeers) {
    const home = makeTree("Home", scratch, "generate.ts", HOME_SKILLS);
    passes.push(measure("A home of 500 skills", homeTasks(home, scratch), rounds));
  }
  passes.push(measure("Gate", gateTasks(), rounds, measureReported));
  return passes;
}

function measure(
  title: string,
  tasks: Parameters<typeof measurePass>[0],
  rounds: number,
  take: typeof measurePass = measurePass,
): Pass {
  return summarise(
    title,
    take(tasks, rounds, (message) => report(`${title}: ${message}`)),
  );
}

/** Trees are written by processes of their own: this one stays small, so that it starts others fast. */
function makeTrees(scratch: string, count: string): Tree[] {
  const makers = [{ title: "Generated tree", script: "generate.ts" }];
  if (findCorpus(process.env) !== undefined) {
    makers.push({ title: "Collected tree", script: "corpus.ts" });
  }
  return makers.map(({ title, script }) => ({
    title,
    root: makeTree(title, scratch, script, count),
  }));
}

function makeTree(title: string, scratch: string, script: string, count: string): string {
  const root = mkdtempSync(join(scratch, "tree-"));
  report(`${title}: writing ${count} skills`);
  const command = [join(import.meta.dirname, script), root, "--count", count];
  const { status } = spawnSync(process.execPath, command, {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`The tree could not be written: bench/${script} failed.`);
  return root;
}

function report(message: string): void {
  process.stderr.write(`${message}\n`);
}

function renderText(passes: readonly Pass[]): string {
  return `\n${passes.map(renderPass).join("\n")}\n${machine()}\n`;
}

function machine(): string {
  const load = loadavg()[0] ?? 0;
  return `Node ${process.version}, ${process.platform}, ${availableParallelism()} processors, load ${load.toFixed(2)}`;
}

function renderJson(passes: readonly Pass[], rounds: number): string {
  return `${JSON.stringify({ machine: machine(), rounds, passes }, null, 2)}\n`;
}

if (import.meta.main) main();
