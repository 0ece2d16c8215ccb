/** What a process that holds tools writes: answers in lines, and whatever its tools print between them. */
import { guardListener } from "../../../platform/index.ts";
import type { ConfinedProcess } from "../../../platform/sandbox/index.ts";

/** What is kept of what a worker prints. */
const KEPT = 64 * 1024;

/** How a line begins that can be an answer. Its search passes over everything else as fast as bytes are copied. */
const ANSWER = /(?<![^\n])\{"(?:id|heard|ready|failed)":/g;

export interface OutputOptions {
  /** Of an answer; a longer line ends the process, which has no business in sending it. */
  readonly maxLineBytes: number;
  /** Characters that may be printed after `allow`, until the next one. */
  readonly maxPrinted: number;
  /** Takes a line; false where it is none that anybody waits for. */
  readonly onAnswer: (line: string) => boolean;
  readonly onOver: () => void;
}

/**
 * Reads both streams of a process. Its tools are a stranger's, and write what they like, so that printing costs by its
 * length, however many lines there are, and ends the process where it is more than allowed.
 */
export class WorkerOutput {
  readonly #options: OutputOptions;
  #printed = "";
  #total = 0;
  #allowed: number;
  /** Of the last line, which has no end yet. */
  #parts: string[] = [];
  #held = 0;
  /** What comes after the limit is not looked at, since an end takes a moment. */
  #isOver = false;

  constructor(process: ConfinedProcess, options: OutputOptions) {
    this.#options = options;
    this.#allowed = options.maxPrinted;
    process.stdout.setEncoding("utf8");
    process.stdout.on("data", guardListener(this.#take.bind(this), process.kill));
    process.stderr.setEncoding("utf8");
    process.stderr.on("data", guardListener(this.#print.bind(this), process.kill));
  }

  /** How much was printed so far, to be handed to `since`. */
  get total(): number {
    return this.#total;
  }

  /** The last part of what was printed after that. */
  since(mark: number): string {
    const fresh = Math.min(this.#total - mark, KEPT);
    return fresh <= 0 ? "" : this.#printed.slice(-fresh);
  }

  /** As much as at the start may be printed from now on. */
  allow(): void {
    this.#allowed = this.#total + this.#options.maxPrinted;
  }

  #end(): void {
    if (!this.#isOver) this.#options.onOver();
    this.#isOver = true;
    this.#parts = [];
  }

  #print(text: string): void {
    if (this.#isOver) return;
    this.#total += text.length;
    this.#printed += text;
    if (this.#printed.length > 2 * KEPT) this.#printed = this.#printed.slice(-KEPT);
    if (this.#total > this.#allowed) this.#end();
  }

  #take(text: string): void {
    if (this.#isOver) return;
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) {
      this.#parts.push(text.slice(0, end));
      const lines = this.#parts.join("");
      this.#parts = [];
      this.#held = 0;
      this.#takeLines(lines);
    }
    if (end === text.length) return;
    this.#parts.push(text.slice(end));
    this.#held += text.length - end;
    if (this.#held > this.#options.maxLineBytes) this.#end();
  }

  #takeLines(lines: string): void {
    const between: string[] = [];
    let from = 0;
    for (const { index } of lines.matchAll(ANSWER)) {
      const end = lines.indexOf("\n", index) + 1;
      if (!this.#options.onAnswer(lines.slice(index, end - 1))) continue;
      between.push(lines.slice(from, index));
      from = end;
    }
    between.push(lines.slice(from));
    this.#print(between.join(""));
  }
}
