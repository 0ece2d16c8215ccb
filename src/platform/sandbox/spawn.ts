import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { guardListener } from "../guard-listener.ts";
import { failure } from "../failure.ts";
import { sandboxCodes } from "./diagnostics.ts";
import type { Group } from "./groups.ts";

export interface SpawnRequest {
  readonly bwrap: string;
  readonly walls: readonly string[];
  readonly inner: readonly string[];
  readonly filter: Buffer | undefined;
  /** What the program inside is started by, with its variables. */
  readonly startFile: Buffer;
  /** Open folders and files that are mounted. */
  readonly handles: readonly number[];
  readonly group: Group | undefined;
  /** What has to be there before the program starts; it gets the number of the first process in the sandbox. */
  readonly beforeEntry: ((pid: number) => Promise<void>) | undefined;
}

/** A process inside, with the number by which the machine knows the first one in the sandbox. */
export interface SandboxedChild {
  readonly child: ChildProcess;
  /** Settles when it is known; undefined when the sandbox could not be built. */
  readonly innerPid: Promise<number | undefined>;
  /** True once the program itself has ended, as opposed to the sandbox having failed. */
  readonly hasRun: () => boolean;
}

const ARGUMENTS = 3;
const FILTER = 4;
const STATUS = 5;
const GATE = 6;
/** Where bubblewrap reads the start file. */
export const START_FILE = 7;
/** The first number of the handles of mounts. */
export const FIRST_HANDLE = 8;

interface BubblewrapStart {
  readonly bwrap: string;
  /** Options that other users may see. */
  readonly options: readonly string[];
  /** Further ones, which go through a pipe: other users can see the arguments of a process. */
  readonly walls?: readonly string[];
  readonly inner?: readonly string[];
  readonly stdio: readonly ("pipe" | "ignore" | number)[];
}

/**
 * The one function that starts bubblewrap. A NUL ends a word in the pipe, so that what follows it in a value would be
 * an option of the sandbox: it is refused in every word.
 */
function startBubblewrap({
  bwrap,
  options,
  walls,
  inner = [],
  stdio,
}: BubblewrapStart): ChildProcess {
  const piped = walls === undefined ? [] : ["--args", String(ARGUMENTS)];
  const given = [...piped, ...options, ...(inner.length > 0 ? ["--", ...inner] : [])];
  const strange = [...given, ...(walls ?? [])].find((word) => word.includes("\0"));
  if (strange !== undefined)
    throw failure(
      sandboxCodes.badValue,
      `A value for the sandbox contains a NUL character: ${JSON.stringify(strange.slice(0, 80))}.`,
      { hint: "Remove it from the path or the argument." },
    );
  const child = spawn(bwrap, given, { env: {}, cwd: "/", shell: false, stdio: [...stdio] });
  child.on("error", () => undefined);
  // It waits for its arguments, so that all that it starts is marked too.
  endFirst(child.pid);
  if (walls !== undefined) send(child, ARGUMENTS, walls.map((word) => `${word}\0`).join(""));
  return child;
}

/** A machine without memory ends what it rates highest: this run, and not the server that started it. */
function endFirst(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // It has ended already, or belongs to root where bubblewrap runs as root by itself.
  }
}

/** What bubblewrap prints to one call, and its exit code; undefined where it did not end by itself in time. */
export async function probeBubblewrap(
  bwrap: string,
  options: readonly string[],
  inner: readonly string[] = [],
): Promise<{ readonly code: number | undefined; readonly out: string; readonly error: string }> {
  const child = startBubblewrap({ bwrap, options, inner, stdio: ["ignore", "pipe", "pipe"] });
  const late = setTimeout(() => child.kill("SIGKILL"), ANSWER_MS);
  let [out, error] = ["", ""];
  const end = (): void => void child.kill("SIGKILL");
  const addOut = guardListener((text: string) => void (out += text), end);
  const addError = guardListener((text: string) => void (error += text), end);
  child.stdout?.setEncoding("utf8").on("data", addOut);
  child.stderr?.setEncoding("utf8").on("data", addError);
  const code = await new Promise<number | undefined>((settle) => {
    child.once("close", (number) => settle(number ?? undefined));
    child.once("error", () => settle(undefined));
  });
  clearTimeout(late);
  return { code, out, error };
}

const ANSWER_MS = 5000;

/** Starts a program in a sandbox. */
export function spawnSandboxed(request: SpawnRequest): SandboxedChild {
  const { bwrap, walls, inner, filter, handles } = request;
  // Nobody waits at a gate where nothing has to be done before.
  const hasGate = request.group !== undefined || request.beforeEntry !== undefined;
  const gate = hasGate ? ["--block-fd", String(GATE)] : [];
  const filtered = filter === undefined ? [] : ["--seccomp", String(FILTER)];
  const options = [...filtered, "--json-status-fd", String(STATUS), ...gate];
  const last = hasGate ? "pipe" : "ignore";
  const own = ["pipe", "pipe", "pipe", "pipe", "pipe", "pipe", last, "pipe", ...handles] as const;
  const nothing = openSync("/dev/null", "r");
  let child: ChildProcess;
  try {
    const stdio = [...own, ...coverInherited(own.length, nothing)];
    child = startBubblewrap({ bwrap, options, walls, inner, stdio });
  } finally {
    closeSync(nothing);
  }
  if (filter !== undefined) send(child, FILTER, filter);
  send(child, START_FILE, request.startFile);
  return watchStatus(child, request);
}

const CLOSES_ON_START = 0o2000000;

/**
 * Handles that this program itself was started with would go on to every child. There is no call to close them in the
 * child, so each is covered with one that leads nowhere.
 */
function coverInherited(from: number, nothing: number): readonly ("ignore" | number)[] {
  const open = readdirSync("/proc/self/fd").map(Number);
  const going = open.filter((number) => number >= from && isInherited(number));
  const last = Math.max(from - 1, ...going);
  return Array.from({ length: last - from + 1 }, (_, index) =>
    going.includes(index + from) ? nothing : "ignore",
  );
}

function isInherited(number: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)/mu.exec(
      readFileSync(`/proc/self/fdinfo/${number}`, "utf8"),
    )?.[1];
    return (Number.parseInt(flags ?? "0", 8) & CLOSES_ON_START) === 0;
  } catch {
    // The handle by which the list was read.
    return false;
  }
}

function send(child: ChildProcess, number: number, content: string | Buffer): void {
  const stream: unknown = [...child.stdio][number];
  if (!(stream instanceof Writable)) return;
  // Bubblewrap that ends early reads nothing; its own words say why.
  stream.on("error", () => undefined);
  stream.end(content);
}

function watchStatus(
  child: ChildProcess,
  { group, beforeEntry }: Pick<SpawnRequest, "group" | "beforeEntry">,
): SandboxedChild {
  const { promise: innerPid, resolve, reject } = Promise.withResolvers<number | undefined>();
  let isLetIn = false;
  // The type of Node knows the first five alone.
  const status: unknown = [...child.stdio][STATUS];
  let text = "";
  if (status instanceof Readable) {
    status.on("error", () => undefined);
    const fail = (error: unknown): void => {
      child.kill("SIGKILL");
      reject(error);
    };
    const take = (chunk: string): void => {
      text += chunk;
      const pid = /"child-pid": (\d+)/u.exec(text)?.[1];
      if (pid === undefined || isLetIn) return;
      isLetIn = true;
      grantAccess(child, Number(pid), group, beforeEntry).then(resolve, fail);
    };
    status.setEncoding("utf8").on("data", guardListener(take, fail));
  }
  child.once("exit", () => resolve(undefined));
  child.once("error", () => resolve(undefined));
  return { child, innerPid, hasRun: () => text.includes('"exit-code"') };
}

/** The first process waits until it is counted with the others; all that it starts then is counted as well. */
async function grantAccess(
  child: ChildProcess,
  pid: number,
  group: Group | undefined,
  beforeEntry: SpawnRequest["beforeEntry"],
): Promise<number> {
  for (const door of group?.doors ?? []) {
    try {
      writeFileSync(door, String(pid));
    } catch {
      // It has ended already.
    }
  }
  await beforeEntry?.(pid);
  send(child, GATE, "1");
  return pid;
}
