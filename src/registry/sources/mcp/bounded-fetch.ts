/** Base64 takes a third more than the bytes, and a skill may have 16 MiB; the rest is room for the frame. */
export const MOST_ANSWER_BYTES: number = 32 * 1024 * 1024;

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A `fetch` whose answers end with an error instead of filling the memory. */
export function boundedFetch(
  onStatus: (status: number) => void,
  mostBytes: number = MOST_ANSWER_BYTES,
  send: Fetch = fetch,
): Fetch {
  return async (url, init) => {
    const response = await fetchWithin(send, url, init);
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

const MOST_REDIRECTS = 5;

/** What is sent to a server goes to no other that it names. */
async function fetchWithin(
  send: Fetch,
  url: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  let address = new URL(url);
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const response = await send(address, { ...init, redirect: "manual" });
    const onward = response.status >= 300 ? response.headers.get("location") : null;
    if (onward === null || response.status >= 400) return response;
    await response.body?.cancel();
    const next = URL.canParse(onward, address.href) ? new URL(onward, address) : undefined;
    const isKept = response.status >= 307 || (init.method ?? "GET") === "GET";
    if (next?.origin !== address.origin || !isKept)
      throw new Error(`the server sends on to another address (${response.status})`);
    address = next;
  }
  throw new Error(`it was sent on more than ${MOST_REDIRECTS} times`);
}
