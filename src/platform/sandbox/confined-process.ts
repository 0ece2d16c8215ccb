import { readFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import type { ConfinedProcess, Limits, Mount, SandboxEnd } from "./contract.ts";
import type { Group } from "./groups.ts";
import { meterMemory } from "./memory-meter.ts";
import type { RunFolder } from "./run-folder.ts";
import type { SandboxedChild } from "./spawn.ts";
import { RESERVED_BYTES } from "./wall-arguments.ts";
import { meterWrites } from "./write-meter.ts";

export interface ConfinedProcessDeps {
  readonly child: SandboxedChild;
  readonly limits: Limits;
  readonly folder: RunFolder;
  readonly group: Group | undefined;
  readonly signal: AbortSignal | undefined;
  readonly mounts: readonly Mount[];
}

const PATIENCE_MS = 2000;

/** Watches over a process: its time, its output, who wants it gone, and that nothing is left of it. */
export async function confinedProcess(parts: ConfinedProcessDeps): Promise<ConfinedProcess> {
  const { child: walled, limits, folder, group, signal } = parts;
  const { child } = walled;
  let verdict: SandboxEnd | undefined;
  let isOver = false;
  const innerPid = await walled.innerPid;
  const end = (reason: SandboxEnd): void => {
    if (isOver) return;
    verdict ??= reason;
    // The first process inside takes all others with it, and bubblewrap then sees it out.
    if (innerPid !== undefined) killChild(innerPid, child.pid);
    setTimeout(() => {
      if (!isOver) child.kill("SIGKILL");
    }, PATIENCE_MS).unref();
  };
  const cancel = (): void => end({ kind: "cancelled" });
  const timer = setTimeout(() => end({ kind: "timed-out" }), limits.wallSeconds * 1000);
  void folder.overNetwork.then(() => end({ kind: "over-limit", limit: "network" }));
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted === true) cancel();
  const endMeter = meterWrites({
    mounts: parts.mounts,
    pid: innerPid,
    mostBytes: limits.writtenBytes,
    onOver: () => end({ kind: "over-limit", limit: "disk" }),
  });
  const endMemoryMeter =
    group === undefined && innerPid !== undefined
      ? meterMemory({
          pid: innerPid,
          mostBytes: limits.memoryBytes + RESERVED_BYTES,
          onOver: () => end({ kind: "killed", signal: "SIGKILL" }),
        })
      : undefined;
  const count = counter(limits.outputBytes, () => end({ kind: "over-limit", limit: "output" }));
  const stdout = count(child.stdout);
  const stderr = count(child.stderr);
  const exited = new Promise<SandboxEnd>((settle) => {
    const finish = (code: number | null): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      endMeter();
      endMemoryMeter?.();
      signal?.removeEventListener("abort", cancel);
      folder.close();
      group?.remove();
      settle(verdict ?? toEnd(code, walled.hasRun()));
    };
    if (child.exitCode !== null || child.signalCode !== null) finish(child.exitCode);
    // All output has come when it closes; it is the same moment, since nothing inside outlives the first process.
    child.once("close", finish);
    child.once("error", () => finish(null));
  });
  const stdin = child.stdin ?? new Writable({ write: (_chunk, _encoding, done) => done() });
  // Whoever writes to a process that has ended learns it from `exited`.
  stdin.on("error", () => undefined);
  return { stdin, stdout, stderr, exited, kill: cancel };
}

/** The number of a process that has ended may be that of any other by now, which has another parent. */
function killChild(pid: number, parent: number | undefined): void {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field after the name, which stands in brackets and may hold anything.
    if (Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[1]) !== parent) return;
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

/**
 * Lets output through as long as both together stay under the limit. It is counted where it comes in: a stream between
 * would cost every answer of a tool as much again as the answer itself.
 */
function counter(mostBytes: number, onOver: () => void): (from: Readable | null) => Readable {
  let total = 0;
  return (from) => {
    if (from === null) return Readable.from([]);
    const push = from.push.bind(from);
    from.push = (chunk: Buffer | null) => {
      if (chunk === null) return push(null);
      const room = Math.max(0, mostBytes - total);
      total += chunk.length;
      if (chunk.length > room) onOver();
      return room === 0 || push(chunk.subarray(0, room));
    };
    // A pipe that breaks has no more to say; the end of the process tells the rest.
    return from.on("error", () => undefined);
  };
}

const SIGNALS: { readonly [number: number]: string } = {
  1: "SIGHUP",
  2: "SIGINT",
  3: "SIGQUIT",
  4: "SIGILL",
  5: "SIGTRAP",
  6: "SIGABRT",
  7: "SIGBUS",
  8: "SIGFPE",
  9: "SIGKILL",
  11: "SIGSEGV",
  13: "SIGPIPE",
  14: "SIGALRM",
  15: "SIGTERM",
  24: "SIGXCPU",
  25: "SIGXFSZ",
  31: "SIGSYS",
};

/** Bubblewrap tells of a signal as shells do: 128 and its number. */
function toEnd(code: number | null, hasRun: boolean): SandboxEnd {
  if (code === null || !hasRun) return { kind: "not-started" };
  const signal = SIGNALS[code - 128];
  return signal === undefined ? { kind: "ended", code } : { kind: "killed", signal };
}
