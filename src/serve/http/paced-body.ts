/** How fast a body has to arrive. */
export interface Pace {
  /** Milliseconds that its reader may wait for it in any case. */
  readonly graceMs: number;
  /** Each part that arrives allows for more time by this rate. */
  readonly bytesPerSecond: number;
}

/**
 * The same body, as long as it keeps the pace: only the time for which its reader waits for bytes counts, so that a
 * server which is busy itself refuses nobody. `onSlow` makes the error with which it ends otherwise.
 */
export function pacedBody(
  body: ReadableStream<Uint8Array>,
  { graceMs, bytesPerSecond }: Pace,
  onPart: (bytes: number) => void,
  onSlow: () => unknown,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let leftMs = graceMs;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const begun = performance.now();
        const read = await within(reader.read(), leftMs);
        leftMs -= performance.now() - begun;
        if (read === "slow") {
          const error = onSlow();
          controller.error(error);
          await reader.cancel(error);
        } else if (read.done) controller.close();
        else {
          leftMs += (read.value.byteLength / bytesPerSecond) * 1000;
          onPart(read.value.byteLength);
          controller.enqueue(read.value);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read ahead: what nobody waits for takes no time.
    { highWaterMark: 0 },
  );
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
