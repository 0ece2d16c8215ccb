import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReportedSeconds } from "./reported.ts";

/** A command to measure: one new Node process each time. */
export interface Task {
  readonly id: string;
  readonly title: string;
  /** Script and arguments for Node. */
  readonly command: readonly string[];
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The task this one is compared with. */
  readonly base: string;
  readonly target?: Target;
  /** Why the task cannot run, where that is known beforehand. */
  readonly unavailable?: string;
  /** A process that prints nothing by design. */
  readonly isSilent?: boolean;
}

export interface Target {
  readonly ratio: number;
  readonly megabytes?: number;
}

/** What a process used, told by itself. */
export interface Usage {
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

export type Outcome =
  | {
      readonly kind: "measured";
      readonly task: Task;
      readonly seconds: readonly number[];
      readonly usages: readonly Usage[];
    }
  | { readonly kind: "failed"; readonly task: Task; readonly reason: string };

type Run =
  | {
      readonly kind: "done";
      readonly seconds: number;
      readonly usage: string;
      readonly output: string;
    }
  | { readonly kind: "failure"; readonly reason: string };

type Round = "warm-up" | "timed" | "usage";

const hook = join(import.meta.dirname, "usage-hook.cjs");

/**
 * One pass: every task once to warm up, then `rounds` times all tasks in turn, so that a slow
 * moment of the machine falls on all of them. Every other round runs backwards, so that no task
 * always follows the same neighbour. Two rounds more ask for CPU and memory: the hook that tells
 * them costs 3 ms, a tenth of an empty process. A task that fails is left out from then on.
 */
export function measurePass(
  tasks: readonly Task[],
  rounds: number,
  onProgress: (message: string) => void,
): Outcome[] {
  const seconds = new Map<string, number[]>(tasks.map((task) => [task.id, []]));
  const usages = new Map<string, Usage[]>(tasks.map((task) => [task.id, []]));
  const failures = new Map<string, string>();
  const plan: Round[] = ["warm-up", ...Array<Round>(rounds).fill("timed"), "usage", "usage"];
  for (const [index, round] of plan.entries()) {
    onProgress(`round ${index + 1} of ${plan.length}, ${round}`);
    for (const task of index % 2 === 0 ? tasks : tasks.toReversed()) {
      if (failures.has(task.id)) continue;
      const run = round === "warm-up" ? warmUp(task) : runTask(task, "ignore", round === "usage");
      if (run.kind === "failure") failures.set(task.id, run.reason);
      else if (round === "timed") seconds.get(task.id)?.push(run.seconds);
      else if (round === "usage") usages.get(task.id)?.push(readUsage(run.usage));
    }
  }
  return tasks.map((task) => {
    const reason = failures.get(task.id);
    if (reason !== undefined) return { kind: "failed", task, reason };
    return {
      kind: "measured",
      task,
      seconds: seconds.get(task.id) ?? [],
      usages: usages.get(task.id) ?? [],
    };
  });
}

/**
 * The same for scripts that take the time by themselves: one process a round, which measures its tasks in
 * turns. What it used counts for all of them.
 */
export function measureReported(
  tasks: readonly Task[],
  rounds: number,
  onProgress: (message: string) => void,
): Outcome[] {
  const [first] = tasks;
  if (first === undefined) return [];
  const runs: { readonly seconds: ReportedSeconds; readonly usage: Usage }[] = [];
  for (let round = 1; round <= rounds; round++) {
    onProgress(`round ${round} of ${rounds}, reported`);
    const run = runTask(first, "pipe", true);
    if (run.kind === "failure")
      return tasks.map((task) => ({ kind: "failed", task, reason: run.reason }));
    // The script wrote it.
    const seconds = JSON.parse(run.output) as ReportedSeconds;
    runs.push({ seconds, usage: readUsage(run.usage) });
  }
  return tasks.map((task) => ({
    kind: "measured",
    task,
    seconds: runs.map(({ seconds }) => seconds[task.id] ?? Number.NaN),
    usages: runs.map(({ usage }) => usage),
  }));
}

/** The first run keeps the output: a crash ends like findings do, but prints nothing. */
function warmUp(task: Task): Run {
  if (task.unavailable !== undefined) return { kind: "failure", reason: task.unavailable };
  const folder = mkdtempSync(join(tmpdir(), "skillwright-output-"));
  const file = join(folder, "stdout");
  const descriptor = openSync(file, "w");
  try {
    const run = runTask(task, descriptor, false);
    if (run.kind === "done" && task.isSilent !== true && statSync(file).size === 0) {
      return { kind: "failure", reason: "printed nothing" };
    }
    return run;
  } finally {
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  }
}

function runTask(task: Task, output: "ignore" | "pipe" | number, hasHook: boolean): Run {
  const start = process.hrtime.bigint();
  const child = spawnSync(
    process.execPath,
    [...(hasHook ? ["--require", hook] : []), ...task.command],
    {
      cwd: task.directory,
      env: { ...process.env, NODE_OPTIONS: "", ...task.environment },
      stdio: ["ignore", output, "pipe", "pipe"],
      maxBuffer: Number.POSITIVE_INFINITY,
    },
  );
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  // 1 means findings; 2 and above, or a signal, mean that the work was not done.
  if (child.status === null || child.status > 1) {
    const [line] = child.stderr.toString().trim().split("\n");
    return { kind: "failure", reason: `exit ${child.status ?? child.signal}: ${line ?? ""}` };
  }
  const [usage, printed] = [child.output[3], child.output[1]].map((text) => text?.toString() ?? "");
  return { kind: "done", seconds, usage: usage ?? "", output: printed ?? "" };
}

function readUsage(text: string): Usage {
  const usage: unknown = text === "" ? undefined : JSON.parse(text);
  if (typeof usage !== "object" || usage === null) {
    return { cpuSeconds: Number.NaN, megabytes: Number.NaN };
  }
  // The hook beside this file wrote it.
  const { cpuSeconds, peakKilobytes } = usage as Record<string, unknown>;
  return { cpuSeconds: Number(cpuSeconds), megabytes: Number(peakKilobytes) / 1024 };
}
