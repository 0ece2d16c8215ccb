import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** A server in a process of its own, as it would run. */
export interface BenchServer {
  readonly url: string;
  /** Seconds that processors have worked for the process. */
  readonly work: () => number;
  /** Memory that the process holds now, in bytes. */
  readonly memory: () => number;
  readonly isAlive: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Starts a program that says `Listening on URL.` on standard error. */
export async function startServer(words: readonly string[]): Promise<BenchServer> {
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((settle) => {
    child.once("exit", () => {
      settle();
    });
  });
  const url = await firstAddress(child.stderr);
  return {
    url,
    work: () => workSeconds(child.pid ?? 0),
    memory: () => residentBytes(child.pid ?? 0),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

function firstAddress(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((settle, fail) => {
    let said = "";
    stream.on("data", (chunk: Buffer) => {
      said = (said + String(chunk)).slice(-10_000);
      const url = /Listening on (\S+)\.\n/.exec(said)?.[1];
      if (url !== undefined) settle(url);
    });
    stream.on("end", () => {
      fail(new Error(`The server ended before it listened:\n${said}`));
    });
  });
}

export function residentBytes(pid: number): number {
  return statusBytes(pid, "VmRSS");
}

/** The most that it held at any time. */
export function peakBytes(pid: number): number {
  return statusBytes(pid, "VmHWM");
}

function statusBytes(pid: number, field: string): number {
  const lines = readFileSync(`/proc/${pid}/status`, "utf8").split("\n");
  const line = lines.find((item) => item.startsWith(`${field}:`)) ?? "";
  return Number(/\d+/u.exec(line)?.[0] ?? 0) * 1024;
}

/** The kernel counts in hundredths of a second. */
const TICKS = 100;

export function workSeconds(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program comes second, in brackets, and may hold anything.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
