/** Base64 takes a third more than the bytes, and a skill may have 16 MiB; the rest is room for the frame. */
export const MOST_ANSWER_BYTES: number = 32 * 1024 * 1024;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A `fetch` whose answers end with an error instead of filling the memory. */
export function boundedFetch(
  onStatus: (status: number) => void,
  mostBytes: number = MOST_ANSWER_BYTES,
): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    onStatus(response.status);
    const { body } = response;
    if (body === null) return response;
    let count = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        count += chunk.byteLength;
        if (count > mostBytes)
          controller.error(new Error(`the answer has more than ${mostBytes} bytes`));
        else controller.enqueue(chunk);
      },
    });
    return new Response(body.pipeThrough(counter), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}
