/** A target in a process of its own under a watchdog, so that what hangs or dies is found too. */
import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepCase } from "./cases.ts";
import type { FuzzTarget } from "./target.ts";
import type { WorkerMessage } from "./worker-message.ts";

export interface SliceOptions {
  readonly target: FuzzTarget;
  readonly seed: number;
  readonly milliseconds: number;
  /** Reasons to fail that were told already. */
  readonly known: Set<string>;
}

export interface Slice {
  readonly runs: number;
  /** Paths of the new cases, each with why it is one. */
  readonly found: readonly { readonly file: string; readonly message: string }[];
}

/** No input takes so much of a processor, and none waits so long, unless something hangs. */
const PATIENCE_CPU_MS = 60_000;
const PATIENCE_MS = 600_000;
/** Linux counts the time of a process in hundredths of a second. */
const TICK_MS = 10;
const LOOK_MS = 1000;
const MOST_MEMORY_MB = 1500;

/** Fuzzes one target for a while, and keeps what it finds. */
export async function runSlice(options: SliceOptions): Promise<Slice> {
  const { target, seed, milliseconds, known } = options;
  const folder = mkdtempSync(join(tmpdir(), "skillwright-fuzz-state-"));
  const state = join(folder, "input");
  writeFileSync(state, "");
  const found: { file: string; message: string }[] = [];
  let runs = 0;
  const keep = (signature: string, message: string, input: Uint8Array): void => {
    if (known.has(signature)) return;
    known.add(signature);
    found.push({ file: keepCase(target.name, signature, input), message });
  };
  const child = fork(
    join(import.meta.dirname, "worker.ts"),
    [target.name, String(seed), String(milliseconds), state],
    { execArgv: [`--max-old-space-size=${MOST_MEMORY_MB}`], stdio: ["ignore", 2, 2, "ipc"] },
  );
  child.on("message", (message: WorkerMessage) => {
    if (message.kind === "done") runs = message.runs;
    else keep(message.signature, message.message, Buffer.from(message.input, "base64"));
  });
  let isHanging = false;
  let last = { at: 0, spent: 0 };
  const watchdog = setInterval(() => {
    const at = statSync(state).mtimeMs;
    const spent = cpuOf(child.pid);
    if (at !== last.at) last = { at, spent };
    if (spent - last.spent < PATIENCE_CPU_MS && Date.now() - at < PATIENCE_MS) return;
    isHanging = true;
    child.kill("SIGKILL");
  }, LOOK_MS);
  const code = await new Promise<number | null>((settle, fail) => {
    child.once("error", fail).once("close", settle);
  });
  clearInterval(watchdog);
  if (isHanging) keep("hang", "it came to no end", readFileSync(state));
  else if (code !== 0) keep("crash", `the process ended with ${String(code)}`, readFileSync(state));
  rmSync(folder, { recursive: true, force: true });
  return { runs, found };
}

/** What a process has had of the processors; 0 where the system does not tell. */
function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid ?? 0}/stat`, "utf8")
      .replace(/^.*\) /su, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
