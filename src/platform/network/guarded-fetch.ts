import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { resolveAddresses, type GuardOptions, importRequest } from "./guarded-request.ts";
import { pinnedLookup } from "./pinned-lookup.ts";

/**
 * `fetch` for programs that take one, kept on the open network: a name is looked up once, every address is checked, and
 * the connection goes to what was checked. Nobody is sent on. Answers come piece by piece.
 */
export function createGuardedFetch(guard: GuardOptions): typeof fetch {
  return async (input, init = {}) => {
    const given = new Request(input, init);
    const url = new URL(given.url);
    if (!/^https?:$/u.test(url.protocol) || url.username !== "" || url.password !== "")
      throw new TypeError("The address is not one of http or https.");
    const addresses = await resolveAddresses(url, guard, given.signal);
    if (addresses.length === 0)
      throw new TypeError(`${url.host} is not on the open network, which is not allowed`);
    const body = given.body === null ? undefined : new Uint8Array(await given.arrayBuffer());
    const response = await send(url, addresses, given, body);
    const { statusCode: status = 502, headers: raw } = response;
    if (status >= 300 && status < 400) {
      response.destroy();
      throw new TypeError("The server sends on to another address, which is not followed");
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(raw))
      for (const one of [value ?? []].flat()) headers.append(name, one);
    // What Node gives is the same stream by another name of its type.
    const stream = Readable.toWeb(response) as ReadableStream<Uint8Array>;
    return new Response(status === 204 ? null : stream, { status, headers });
  };
}

async function send(
  url: URL,
  addresses: readonly string[],
  { method, headers, signal }: Request,
  body: Uint8Array | undefined,
): Promise<IncomingMessage> {
  const request = await importRequest(url);
  return await new Promise((settle, fail) => {
    const sent = request(url, {
      method,
      headers: {
        ...Object.fromEntries(headers),
        ...(body === undefined ? {} : { "content-length": body.length }),
      },
      lookup: pinnedLookup(addresses),
      agent: false,
      signal,
    });
    sent.on("response", settle).on("error", fail);
    sent.end(body);
  });
}
