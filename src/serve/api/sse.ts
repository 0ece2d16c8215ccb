import type { Clock } from "../../platform/machine/index.ts";

/** One event as it goes over the wire. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
  /** By this a client says where it left off. */
  readonly id?: number;
}

export interface StreamOptions {
  readonly clock: Clock;
  /** Called when the client has gone away. */
  readonly onGone: () => void;
  /** Silence after which a comment is sent, so that nobody on the way takes the connection for dead. */
  readonly heartbeatMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(": heartbeat\n\n");

/** An answer that tells events as they happen. A client that reads slowly slows the events down. */
export function streamAnswer(
  events: AsyncIterator<StreamEvent, unknown>,
  { clock, onGone, heartbeatMs = 15_000, headers = {} }: StreamOptions,
): Response {
  let isOver = false;
  let cancelBeat: (() => void) | undefined;
  const end = (): void => {
    isOver = true;
    cancelBeat?.();
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      cancelBeat?.();
      const beat = (): void => {
        if (isOver) return;
        controller.enqueue(HEARTBEAT);
        cancelBeat = clock.after(heartbeatMs, beat);
      };
      cancelBeat = clock.after(heartbeatMs, beat);
      try {
        const next = await events.next();
        if (isOver) return;
        cancelBeat();
        if (next.done === true) {
          end();
          controller.close();
        } else controller.enqueue(encode(next.value));
      } catch (error) {
        // A stream that breaks without a last event tells the client that it is not complete.
        end();
        controller.error(error);
      }
    },
    cancel() {
      end();
      onGone();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
      ...headers,
    },
  });
}

function encode({ event, data, id }: StreamEvent): Uint8Array {
  const last = id === undefined ? "" : `id: ${id}\n`;
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n${last}\n`);
}
