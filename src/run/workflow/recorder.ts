import type { Clock } from "../../platform/machine/index.ts";
import type { ClaimedRun, Journal, JournalEntry } from "./engine.ts";
import type { WorkflowEvent } from "./event.ts";
import { NodeError } from "./node-error.ts";

/** Words of a model come faster than they can be kept one by one. */
const FLUSH_MS = 50;

/** Somebody else works on the run now. */
export class ClaimLost extends Error {}

export interface RecorderOptions {
  readonly run: ClaimedRun;
  readonly journal: Journal;
  readonly clock: Clock;
  /** Bytes that the run may store in all. */
  readonly maxBytes: number;
  /** Hears that something was kept. */
  readonly onKept: () => void;
  /** Hears that words could not be kept, outside of any call. */
  readonly onFailure: (error: unknown) => void;
}

/** Keeps what a run tells, in its order. */
export class Recorder {
  readonly #options: RecorderOptions;
  #pending: WorkflowEvent[] = [];
  #next: number;
  #writes: Promise<void> = Promise.resolve();
  #cancelTimer: (() => void) | undefined;
  #lastFlush = 0;
  #stored: number;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#next = options.run.lastEvent + 1;
    this.#stored = options.run.storedBytes;
  }

  /** Counts what is about to be stored, so many times; throws where the run has no room for it. */
  reserve(value: unknown, times = 1): void {
    this.#stored += times * Buffer.byteLength(JSON.stringify(value) ?? "");
    if (this.#stored > this.#options.maxBytes)
      throw new NodeError(
        `The run stores more than ${this.#options.maxBytes / 1_000_000} MB of results and events. Use shorter inputs, or fewer nodes that pass them on.`,
      );
  }

  /** Keeps an event soon. Throws where the run has no room for it. */
  tell(event: WorkflowEvent): void {
    this.reserve(event.data);
    this.#pending.push(event);
    const { clock } = this.#options;
    // After a silence the first word is kept at once.
    const pause = Math.max(0, this.#lastFlush + FLUSH_MS - clock.now());
    this.#cancelTimer ??= clock.after(pause, () => {
      this.#cancelTimer = undefined;
      this.commit([]).catch(this.#options.onFailure);
    });
  }

  /** Keeps everything that was told, these events, and what they stand for, in one step. */
  async commit(
    events: readonly WorkflowEvent[],
    more: Pick<JournalEntry, "finished" | "paused" | "end" | "lost"> = {},
  ): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#lastFlush = this.#options.clock.now();
    const entry = { from: this.#next, events: [...this.#pending, ...events], ...more };
    this.#pending = [];
    this.#next += entry.events.length;
    // One after the other: an event must not be seen before those that come before it.
    const write = this.#writes.then(() => this.#write(entry));
    this.#writes = write;
    // Who waits for the next write hears of this failure; nobody else has to.
    write.catch(() => {});
    await write;
  }

  /** Stops keeping; what was told since the last commit is not needed. */
  drop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#pending = [];
  }

  async #write(entry: JournalEntry): Promise<void> {
    const { journal, run, onKept } = this.#options;
    const isEmpty =
      entry.events.length === 0 &&
      entry.finished === undefined &&
      entry.paused === undefined &&
      entry.end === undefined;
    if (isEmpty) return;
    if (!(await journal.record(run.claim, entry)))
      throw new ClaimLost(`Another process has taken over the run \`${run.id}\`.`);
    onKept();
  }
}
