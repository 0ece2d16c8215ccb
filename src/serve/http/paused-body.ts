import { nextTurn } from "../../platform/machine/index.ts";
import type { RequestPlace } from "./request-room.ts";

/**
 * The same request, which gives its place to others as soon as its body is waited for, and takes one again before the
 * body ends: what is only awaited costs nothing, and many slow bodies at one address must not lock its neighbours out.
 */
export function pauseForBody(
  request: Request,
  { pause, enter }: Pick<RequestPlace, "pause" | "enter">,
): Request {
  const { url, method, headers, signal, body } = request;
  if (body === null) return request;
  // Taken with the first read: a body that no route reads stays free.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const paused = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        reader ??= body.getReader();
        const next = reader.read();
        const here = await Promise.race([next, nextTurn()]);
        // Until all of it is there: the parts alone are no work.
        if (here === undefined) pause();
        const { done, value } = here ?? (await next);
        if (!done) {
          controller.enqueue(value);
          return;
        }
        await enter();
        controller.close();
      },
      cancel: (reason) => (reader ?? body).cancel(reason),
    },
    // Nothing is read ahead: whoever paces the body below counts only the time for which its reader waits.
    { highWaterMark: 0 },
  );
  return new Request(url, { method, headers, signal, body: paused, duplex: "half" });
}
