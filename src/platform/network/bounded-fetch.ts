/** `fetch` for programs that take one, whose answers are read no further than so many bytes. */
export function createBoundedFetch(
  maxBytes: number,
): (url: string | URL, options?: object) => Promise<Response> {
  return async (url, options) => {
    const response = await fetch(url, options);
    if (response.body === null) return response;
    let left = maxBytes;
    const bounded = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        left -= chunk.length;
        // Ends the connection as well.
        if (left < 0) controller.error(new Error(`the answer is longer than ${maxBytes} bytes`));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bounded), { status, statusText, headers });
  };
}
