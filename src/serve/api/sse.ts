import type { StreamEvent } from "../../hub/streams/index.ts";
import { type Clock, nextTurn } from "../../platform/machine/index.ts";

export interface StreamOptions {
  readonly clock: Clock;
  /** Called when the client has gone away. */
  readonly onGone: () => void;
  /** Silence after which a comment is sent, so that no proxy on the way takes the connection for dead. */
  readonly heartbeatMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Hears of events that broke off; what it gives is told as the last. Absent: the connection breaks. */
  readonly onBroken?: (error: unknown) => readonly StreamEvent[];
}

/** An answer whose body goes on; whoever counts streams learns when it is over. */
export class StreamResponse extends Response {
  readonly ended: Promise<void>;
  /** Ends it as if the client had gone away. */
  readonly end: () => void;

  constructor(
    body: ReadableStream<Uint8Array>,
    init: ResponseInit,
    { ended, end }: Pick<StreamResponse, "ended" | "end">,
  ) {
    super(body, init);
    this.ended = ended;
    this.end = end;
  }
}

const HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache",
  "x-accel-buffering": "no",
};

/** Heartbeats that a client leaves unread before it is let go: it has its place, and reads nothing. */
const MOST_UNREAD = 20;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(": heartbeat\n\n");

/** An answer that tells events as they happen. A client that reads slowly slows the events down. */
export function streamAnswer(
  events: AsyncIterator<StreamEvent, unknown>,
  { clock, onGone, heartbeatMs = 15_000, headers = {}, onBroken }: StreamOptions,
): Response {
  let isOver = false;
  const heart = createHeartbeat(clock, heartbeatMs);
  const reader = createReader(events);
  const { promise: ended, resolve: settle } = Promise.withResolvers<void>();
  const end = (): void => {
    isOver = true;
    heart.stop();
    settle();
  };
  const leave = async (): Promise<void> => {
    onGone();
    // What the run has to store at its end is stored even when the client stops reading.
    await events.return?.().catch(() => {});
  };
  let close: (() => void) | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      close = () => controller.close();
      heart.start(() => {
        controller.enqueue(HEARTBEAT);
        if ((controller.desiredSize ?? 0) > -MOST_UNREAD) return;
        end();
        controller.error(new Error("The client reads nothing."));
        void leave();
      });
    },
    async pull(controller) {
      try {
        const { text, isLast } = await reader.read();
        if (isOver) return;
        heart.heard();
        if (text !== "") controller.enqueue(encoder.encode(text));
        if (!isLast) return;
        end();
        controller.close();
      } catch (error) {
        if (isOver) return;
        end();
        breakOff(controller, error, onBroken);
      }
    },
    async cancel() {
      end();
      await leave();
    },
  });
  const init = { headers: { ...HEADERS, ...headers } };
  return new StreamResponse(body, init, {
    ended,
    end: () => {
      if (isOver) return;
      end();
      close?.();
      void leave();
    },
  });
}

function breakOff(
  controller: ReadableStreamDefaultController<Uint8Array>,
  error: unknown,
  onBroken: StreamOptions["onBroken"],
): void {
  // A stream that breaks without a last event tells the client that it is not complete.
  if (onBroken === undefined) {
    controller.error(error);
    return;
  }
  controller.enqueue(encoder.encode(onBroken(error).map(encode).join("")));
  controller.close();
}

interface Heartbeat {
  readonly start: (beat: () => void) => void;
  /** Something was said, so that the next beat can wait. */
  readonly heard: () => void;
  readonly stop: () => void;
}

/** One timer for a whole stream: one for each event would cost more than the event. */
function createHeartbeat(clock: Clock, everyMs: number): Heartbeat {
  let last = clock.now();
  let cancel: (() => void) | undefined;
  let isStopped = false;
  const wait = (milliseconds: number, beat: () => void): void => {
    cancel = clock.after(milliseconds, () => {
      const silence = clock.now() - last;
      if (silence >= everyMs) {
        beat();
        last = clock.now();
      }
      // A heartbeat may fail after the client has left.
      if (!isStopped) wait(silence >= everyMs ? everyMs : everyMs - silence, beat);
    });
  };
  return {
    start: (beat) => {
      wait(everyMs, beat);
    },
    heard: () => {
      last = clock.now();
    },
    stop: () => {
      isStopped = true;
      cancel?.();
    },
  };
}

interface EventReader {
  /** The next event, with those that follow it at once; waits only for the first. */
  readonly read: () => Promise<{ readonly text: string; readonly isLast: boolean }>;
}

/** Events that go together: what a provider sends in one piece costs one write, and no more. */
const MOST_AT_ONCE = 64;
/** Where they are long, fewer: all of them are in memory until the client has read them. */
const MOST_CHARACTERS = 64 * 1024;

function createReader(events: AsyncIterator<StreamEvent, unknown>): EventReader {
  let coming: Promise<IteratorResult<StreamEvent, unknown>> | undefined;
  /** Undefined: it takes longer than what is under way already. */
  const nextAtOnce = async (): Promise<IteratorResult<StreamEvent, unknown> | undefined> => {
    coming = events.next();
    // A failure is told by the next reading, so that what came before it is not lost.
    return await Promise.race([coming, nextTurn()]).catch(() => undefined);
  };
  return {
    read: async () => {
      const waiting = coming ?? events.next();
      coming = undefined;
      let text = "";
      let next: IteratorResult<StreamEvent, unknown> | undefined = await waiting;
      for (let count = 1; next !== undefined; count += 1) {
        if (next.done === true) return { text, isLast: true };
        text += encode(next.value);
        coming = undefined;
        if (count >= MOST_AT_ONCE || text.length >= MOST_CHARACTERS) break;
        next = await nextAtOnce();
      }
      return { text, isLast: false };
    },
  };
}

function encode({ event, data, id }: StreamEvent): string {
  const last = id === undefined ? "" : `id: ${id}\n`;
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n${last}\n`;
}
