/** Uploads that tell how far they are, which `fetch` does not. */
import { type Client, createClient } from "../../../src/client/index.ts";
import type { Workbench } from "./workbench.ts";

/** A client whose calls tell which part of their body was sent, from 0 to 1. */
export function createUploadClient(
  { url, session }: Pick<Workbench, "url" | "session">,
  onProgress: (part: number) => void,
): Client {
  return createClient({
    url,
    token: session.token,
    fetch: async (request) => {
      const response = await send(request, onProgress);
      if (response.status === 401) session.end();
      return response;
    },
  });
}

async function send(request: Request, onProgress: (part: number) => void): Promise<Response> {
  const body = await request.arrayBuffer();
  request.signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const call = new XMLHttpRequest();
  call.open(request.method, request.url);
  for (const [name, value] of request.headers) call.setRequestHeader(name, value);
  call.responseType = "text";
  call.upload.addEventListener("progress", ({ loaded, total }) => {
    if (total > 0) onProgress(loaded / total);
  });
  call.addEventListener("load", () => resolve(toResponse(call)));
  call.addEventListener("error", () => reject(new TypeError("The connection failed.")));
  call.addEventListener("abort", () => reject(new DOMException("Aborted.", "AbortError")));
  request.signal.addEventListener("abort", () => call.abort());
  call.send(body);
  return await promise;
}

function toResponse(call: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ["content-type", "x-request-id", "retry-after"]) {
    const value = call.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  const hasBody = call.status !== 204 && call.status !== 304;
  return new Response(hasBody ? call.responseText : null, { status: call.status, headers });
}
