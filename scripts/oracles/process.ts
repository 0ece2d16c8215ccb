/** Programs are started in a process group of their own, so that whatever they start ends with them, by its id. */
import { spawn } from "node:child_process";

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: { readonly [name: string]: string };
  readonly limitMs: number;
  readonly input?: string;
}

export interface Running {
  readonly stdout: () => string;
  readonly stderr: () => string;
  write(text: string): void;
  /** Resolves when `test` holds for what was printed so far; throws when the program ends or the limit passes before. */
  until(test: (stdout: string, stderr: string) => boolean): Promise<void>;
  /** Resolves with the exit code (null: ended by a signal). */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Ends the process group that this process leads. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The whole group has ended already.
  }
}

/** Ids of the groups that run now. */
export const runningGroups: Set<number> = new Set();

function text(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}

export function start(command: Command): Running {
  const child = spawn(command.program, [...command.args], {
    cwd: command.cwd,
    env: { ...command.env },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  if (child.pid !== undefined) runningGroups.add(child.pid);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const listeners = new Set<() => void>();
  const state = { isOver: false, isLate: false };
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const kill = (): void => {
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const timer = setTimeout(() => {
    state.isLate = true;
    kill();
  }, command.limitMs);
  child.stdout.on("data", (chunk: Buffer) => {
    out.push(chunk);
    notify();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err.push(chunk);
    notify();
  });
  // A program that does not read its input is no failure of the harness.
  child.stdin.on("error", () => undefined);
  if (command.input !== undefined) child.stdin.end(command.input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      state.isOver = true;
      clearTimeout(timer);
      // Helpers that the program left behind.
      kill();
      if (child.pid !== undefined) runningGroups.delete(child.pid);
      notify();
      if (state.isLate)
        reject(new Error(`${command.program} took longer than ${command.limitMs} ms.`));
      else resolve(code);
    });
  });
  // The failure is reported to whoever awaits it; nobody may.
  ended.catch(() => undefined);
  return {
    stdout: () => text(out),
    stderr: () => text(err),
    write: (line) => void child.stdin.write(line),
    ended,
    until: (test) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (test(text(out), text(err))) {
            listeners.delete(look);
            resolve();
          } else if (state.isOver) {
            listeners.delete(look);
            reject(new Error(`${command.program} ended early: ${text(err).slice(-2000)}`));
          }
        };
        listeners.add(look);
        look();
      }),
    stop: async () => {
      kill();
      await ended.catch(() => null);
    },
  };
}

export async function finish(command: Command): Promise<Finished> {
  const running = start({ ...command, input: command.input ?? "" });
  const code = await running.ended;
  return { stdout: running.stdout(), stderr: running.stderr(), code };
}
