/** How fast a body has to arrive. */
export interface Pace {
  /** Milliseconds that its reader may wait for it in any case. */
  readonly graceMs: number;
  /** Each part that arrives allows for more time by this rate. */
  readonly bytesPerSecond: number;
}

export interface PaceListeners {
  readonly onPart: (bytes: number) => void;
  /** Makes the error with which a body ends that is too slow. */
  readonly onSlow: () => unknown;
  /** Nothing more is to come. */
  readonly onEnd: () => void;
  /** Ends the body at once, with its reason. */
  readonly signal: AbortSignal;
}

export interface PacedBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Milliseconds for which its reader has waited for bytes. */
  readonly waitedMs: () => number;
}

/**
 * The same body, as long as it keeps the pace: only the time for which its reader waits for bytes counts, so that a
 * server which is busy itself refuses no client.
 */
export function pacedBody(
  body: ReadableStream<Uint8Array>,
  { graceMs, bytesPerSecond }: Pace,
  { onPart, onSlow, onEnd, signal }: PaceListeners,
): PacedBody {
  const reader = body.getReader();
  let leftMs = graceMs;
  let waited = 0;
  let begun: number | undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        signal.addEventListener("abort", () => {
          controller.error(signal.reason);
          // The connection may be gone already.
          reader.cancel(signal.reason).catch(() => {});
        });
      },
      pull: async (controller) => {
        begun = performance.now();
        const read = await within(reader.read(), leftMs);
        const tookMs = performance.now() - begun;
        begun = undefined;
        waited += tookMs;
        leftMs -= tookMs;
        if (signal.aborted) return;
        if (read === "slow") {
          const error = onSlow();
          controller.error(error);
          await reader.cancel(error);
        } else if (read.done) {
          onEnd();
          controller.close();
        } else {
          leftMs += (read.value.byteLength / bytesPerSecond) * 1000;
          onPart(read.value.byteLength);
          controller.enqueue(read.value);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read ahead: a body that is not awaited takes no time.
    { highWaterMark: 0 },
  );
  return {
    stream,
    waitedMs: () => waited + (begun === undefined ? 0 : performance.now() - begun),
  };
}

async function within<Value>(value: Promise<Value>, ms: number): Promise<Value | "slow"> {
  const late = Promise.withResolvers<"slow">();
  const timer = setTimeout(() => late.resolve("slow"), Math.max(0, ms));
  try {
    return await Promise.race([value, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
