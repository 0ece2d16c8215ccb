/** The real OpenClaw, in processes of its own. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { Call } from "./ask.ts";

/** Asked in a new process, as people do. */
export async function callApart(
  program: string,
  { words, folder, environment }: Call,
): Promise<string> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const out: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  await once(child, "close");
  return Buffer.concat(out).toString();
}

/** What a process remembers of homes must not pile up. */
const CALLS_A_PROCESS = 400;

/** Asked in one process for many homes: starting it takes ten times as long as the answer. */
export class OpenProgram {
  readonly #program: string;
  #child: ChildProcess | undefined;
  #calls = 0;

  constructor(program: string) {
    this.#program = program;
  }

  async call(call: Call): Promise<string> {
    if (this.#calls === CALLS_A_PROCESS) this.close();
    this.#child ??= fork(resolve(import.meta.dirname, "program-process.ts"), [this.#program], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#calls += 1;
    const child = this.#child;
    return await new Promise((settle, fail) => {
      const onEnd = (): void => fail(new Error("The program ended before it had answered."));
      child.once("exit", onEnd);
      child.once("message", (text: string) => {
        child.off("exit", onEnd);
        settle(text);
      });
      child.send(call);
    });
  }

  close(): void {
    this.#child?.kill();
    this.#child = undefined;
    this.#calls = 0;
  }
}
