/**
 * The same request, whose body ends only after the sender was confirmed: a body may take minutes to arrive, and what
 * was allowed when its head came may have been revoked since. It is part of the body, so that no route can forget it.
 */
export function confirmAfterBody(request: Request, confirm: () => Promise<void>): Request {
  const { url, method, headers, signal, body } = request;
  if (body === null) return request;
  // Taken with the first read: a body that no route reads stays free.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const confirmed = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        reader ??= body.getReader();
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        await confirm();
        controller.close();
      },
      cancel: (reason) => (reader ?? body).cancel(reason),
    },
    // Nothing is read ahead: whoever paces the body below counts only the time for which its reader waits.
    { highWaterMark: 0 },
  );
  return new Request(url, { method, headers, signal, body: confirmed, duplex: "half" });
}
