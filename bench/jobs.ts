/**
 * node bench/jobs.ts
 *
 * Threads against processes for the work on bytes of strangers: the start, a round trip of 5 KB and of 5 MB, and what
 * becomes of the server when a job takes all memory. `docs/decisions/2026-11-16-jobs.md` has the figures.
 */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

const [, file = "", role = "measure"] = process.argv;
const ROUNDS = 20;

type Send = (value: unknown) => Promise<unknown>;

interface Kind {
  readonly start: () => Promise<{ readonly send: Send; readonly stop: () => void }>;
}

const kinds: Readonly<Record<string, Kind>> = {
  thread: {
    start: async () => {
      const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
      await once(worker, "message");
      return {
        send: async (value) => {
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
          worker.postMessage(value);
          return (await once(worker, "message"))[0] as unknown;
        },
        stop: () => void worker.terminate(),
      };
    },
  },
  process: {
    start: async () => {
      const child: ChildProcess = fork(file, ["echo"], {
        serialization: "advanced",
        execArgv: ["--max-old-space-size=128"],
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
      await once(child, "message");
      return {
        send: async (value) => {
          child.send(value as object);
          const done = new AbortController();
          const { signal } = done;
          try {
            const ends = [once(child, "message", { signal }), once(child, "exit", { signal })];
            return (await Promise.any(ends))[0] as unknown;
          } finally {
            done.abort();
          }
        },
        stop: () => void child.kill("SIGKILL"),
      };
    },
  },
};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
if (!isMainThread) echo((value) => parentPort?.postMessage(value));
else if (role === "echo") echo((value) => process.send?.(value));
else if (role === "measure") await measure();
else await attack(role, process.argv[3] ?? "");

function echo(reply: (value: unknown) => void): void {
  const answer = (value: unknown): void => {
    const kept: unknown[] = [];
    if (value === "heap") for (;;) kept.push(Array(100_000).fill(0.5));
    if (value === "buffers") for (;;) kept.push(Buffer.alloc(64 * 1024 * 1024, 1));
    reply(value);
  };
  if (isMainThread) process.on("message", answer);
  else parentPort?.on("message", answer);
  reply("ready");
}

async function measure(): Promise<void> {
  for (const [name, { start }] of Object.entries(kinds)) {
    const starts = await medianOf(async () => (await start()).stop());
    const { send, stop } = await start();
    const small = await medianOf(() => send(Buffer.alloc(5 * 1024)));
    const large = await medianOf(() => send(Buffer.alloc(5 * 1024 * 1024)));
    stop();
    console.log(`${name}: start ${starts} ms, 5 KB ${small} ms, 5 MB ${large} ms there and back`);
    for (const what of ["heap", "buffers"])
      console.log(`  a job that fills ${what}: ${endOf(name, what)}`);
  }
}

/** What becomes of a server, in a process of its own with little memory, whose job takes all of it. */
function endOf(name: string, what: string): string {
  const command = `ulimit -d 2000000; exec "$0" "$1" "$2" "$3"`;
  const { status, signal } = spawnSync("sh", ["-c", command, process.execPath, file, name, what], {
    stdio: "ignore",
    timeout: 60_000,
  });
  return status === 0 ? "the server goes on" : `the server ends (${signal ?? status})`;
}

async function attack(name: string, what: string): Promise<void> {
  const { send, stop } = (await kinds[name]?.start()) ?? {};
  await send?.(what).catch(() => {});
  stop?.();
  process.exit(0);
}

async function medianOf(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return (times.toSorted((a, b) => a - b)[ROUNDS / 2] ?? 0).toFixed(1);
}
