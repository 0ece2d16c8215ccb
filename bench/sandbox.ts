/**
 * node bench/sandbox.ts
 *
 * Starts an interpreter that does nothing, bare and in the sandbox, in turns, and prints the ratio of the middle times.
 * The target is at most 2.5 for a cold start.
 */
import { spawn } from "node:child_process";
import {
  type Confinement,
  createBubblewrapRunner,
  type Interpreter,
  nodeInterpreter,
  pythonInterpreter,
} from "../src/platform/sandbox/index.ts";
import { median } from "./reported.ts";

/** Short turns, so that a slow moment of the machine falls on both. */
const TURNS = Number(process.argv[2] ?? 40);
const TARGET = 2.5;
const MIB = 1024 * 1024;

const path = process.env["PATH"] ?? "";
const runner = createBubblewrapRunner({ path, now: Date.now, random: Math.random });

const walls: Confinement = {
  mounts: [],
  hidden: [],
  hosts: [],
  commands: [],
  environment: {},
  limits: {
    cpuSeconds: 30,
    wallSeconds: 60,
    memoryBytes: 768 * MIB,
    processes: 64,
    openFiles: 256,
    fileBytes: 100 * MIB,
    writtenBytes: 4096 * 1024 * 1024,
    scratchBytes: 128 * MIB,
    outputBytes: 8 * MIB,
    networkBytes: 64 * MIB,
    networkBytesPerSecond: 4 * MIB,
  },
};

function startBare({ program }: Interpreter, words: readonly string[]): Promise<void> {
  return new Promise((settle, reject) => {
    const child = spawn(program, words, { env: {}, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.end();
    child.stdout.resume();
    child.stderr.resume();
    child.once("error", reject);
    child.once("close", () => settle());
  });
}

async function startWalled(
  { program, mounts }: Interpreter,
  words: readonly string[],
  hosts: Confinement["hosts"],
): Promise<void> {
  const child = await runner.start({ program, arguments: words }, { ...walls, mounts, hosts });
  child.stdin.end();
  child.stdout.resume();
  child.stderr.resume();
  const end = await child.exited;
  if (end.kind !== "ended" || end.code !== 0) throw new Error(JSON.stringify(end));
}

async function timed(action: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

async function compare(name: string, interpreter: Interpreter, code: string): Promise<void> {
  const words = ["-c", code];
  if (name === "node") words[0] = "-e";
  const times: [number[], number[], number[]] = [[], [], []];
  const host = { host: "example.com", access: "read" } as const;
  for (let turn = 0; turn < TURNS; turn += 1) {
    times[0].push(await timed(() => startBare(interpreter, words)));
    times[1].push(await timed(() => startWalled(interpreter, words, [])));
    times[2].push(await timed(() => startWalled(interpreter, words, [host])));
  }
  const [bare = 0, walled = 0, proxied = 0] = times.map((list) => median(list));
  const verdict = walled / bare <= TARGET ? "within" : "above";
  console.log(
    `${name}: bare ${bare.toFixed(1)} ms, sandbox ${walled.toFixed(1)} ms, ratio ${(walled / bare).toFixed(2)} ` +
      `(${verdict} ${TARGET}), with network ${proxied.toFixed(1)} ms, ratio ${(proxied / bare).toFixed(2)}`,
  );
}

await compare("node", nodeInterpreter(), "0");
const python = await pythonInterpreter(path);
if (python !== undefined) await compare("python", python, "pass");
