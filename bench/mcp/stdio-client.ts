/** A program that speaks MCP over its standard input and output, with what it costs. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { peakBytes, residentBytes, workSeconds } from "./server.ts";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly [key: string]: unknown };
}

/** Characters for people that are kept. */
const MOST_SAID = 100_000;

export class StdioProgram {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #begun = performance.now();
  #count = 0;
  #notices = 0;
  #said = "";

  constructor(words: readonly string[]) {
    this.#child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "pipe"] });
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      // What it serves comes first, and a line for each skill with a notice after it.
      if (this.#said.length < MOST_SAID) this.#said += String(chunk);
    });
    const { stdout } = this.#child;
    if (stdout === null) throw new Error("The program has no output.");
    createInterface({ input: stdout }).on("line", (line) => {
      const message = JSON.parse(line) as Message;
      if (message.id === undefined) this.#notices += 1;
      else this.#waiting.get(message.id)?.(message);
    });
  }

  /** What it has written for people. */
  get said(): string {
    return this.#said;
  }

  /** Messages that nobody asked for. */
  get notices(): number {
    return this.#notices;
  }

  /** Seconds since it was started, seconds that processors worked for it, and bytes that it holds and held at most. */
  cost(): {
    readonly wall: number;
    readonly work: number;
    readonly memory: number;
    readonly peak: number;
  } {
    const pid = this.#child.pid ?? 0;
    const wall = (performance.now() - this.#begun) / 1000;
    return { wall, work: workSeconds(pid), memory: residentBytes(pid), peak: peakBytes(pid) };
  }

  async ask(method: string, params: object = {}): Promise<NonNullable<Message["result"]>> {
    this.#count += 1;
    const id = this.#count;
    const answer = new Promise<Message>((settle) => {
      this.#waiting.set(id, settle);
    });
    this.#send({ jsonrpc: "2.0", id, method, params });
    return (await answer).result ?? {};
  }

  async initialize(): Promise<void> {
    await this.ask("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bench", version: "1.0.0" },
    });
    this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  /** How many skills it lists, over all pages. */
  async countSkills(): Promise<number> {
    let count = 0;
    let cursor: unknown;
    do {
      const page = await this.ask("skills/list", cursor === undefined ? {} : { cursor });
      count += (page["skills"] as readonly unknown[] | undefined)?.length ?? 0;
      cursor = page["nextCursor"];
    } while (cursor !== undefined);
    return count;
  }

  /** Kept work, such as verdicts, is written when its input ends. */
  async stop(): Promise<void> {
    const ended = new Promise((settle) => {
      this.#child.once("exit", settle);
    });
    this.#child.stdin?.end();
    await ended;
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }
}
