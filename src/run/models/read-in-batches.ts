/** Answers of providers, read less often while many come in at once. */
import { nextTurn, systemClock } from "../../platform/machine/index.ts";

/** Answers that come in now, of all providers. */
let open = 0;

/** Each reading, and each writing to the one who waits, costs a call of the system: below so many that is no matter. */
const FEW = 40;
const MS_PER_ANSWER = 0.25;
/** Nobody sees words come in such pieces. */
const MOST_MS = 60;
const MOST_TOGETHER = 64;

function pauseMs(): number {
  return open <= FEW ? 0 : Math.min(MOST_MS, (open - FEW) * MS_PER_ANSWER);
}

/** The first piece of an answer is given on at once; those after it together with what comes soon after them. */
export function inBatches(from: typeof fetch): typeof fetch {
  return async (address, init) => {
    const response = await from(address, init);
    const { body, status, statusText, headers } = response;
    const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (body === null || !isStream || !response.ok) return response;
    return new Response(collected(body), { status, statusText, headers });
  };
}

function collected(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let coming: ReturnType<typeof reader.read> | undefined;
  let last: number | undefined;
  open += 1;
  let end = (): void => {
    open -= 1;
    end = () => {};
  };
  const next = (): ReturnType<typeof reader.read> => (coming ??= reader.read());
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const pause = last === undefined ? 0 : pauseMs();
        const left = pause === 0 ? 0 : pause - (systemClock.now() - (last ?? 0));
        if (left > 0) await new Promise<void>((settle) => systemClock.after(left, settle));
        try {
          const parts: Uint8Array[] = [];
          let part: Awaited<ReturnType<typeof next>> | undefined = await next();
          while (part !== undefined) {
            coming = undefined;
            if (part.done) break;
            parts.push(part.value);
            if (pause === 0 || parts.length >= MOST_TOGETHER) break;
            part = await Promise.race([next(), nextTurn()]);
          }
          if (parts.length > 0)
            controller.enqueue(
              parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts),
            );
          last = systemClock.now();
          if (part?.done !== true) return;
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
