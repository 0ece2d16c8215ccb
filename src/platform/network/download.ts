import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { resolveAddresses, type GuardOptions, importRequest } from "./guarded-request.ts";
import { pinnedLookup } from "./pinned-lookup.ts";

export interface DownloadRequest {
  readonly url: string;
  /** A new file; one that is there already makes it fail. */
  readonly path: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Whether an address may be asked; the first one, and every one to which a server sends on. */
  readonly isAllowed: (address: URL) => boolean;
  /** What is not on the open network is refused, whatever its name stands for. */
  readonly guard: GuardOptions;
}

export type DownloadEnd =
  | { readonly kind: "done"; readonly bytes: number; readonly sha256: string }
  | { readonly kind: "refused"; readonly address: string; readonly isPrivate: boolean }
  | { readonly kind: "too-large" }
  | { readonly kind: "failed"; readonly why: string };

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches an address into a file, and never more of it than is wanted. */
export async function download(request: DownloadRequest): Promise<DownloadEnd> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  try {
    let address = new URL(request.url);
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      const { href } = address;
      if (!request.isAllowed(address)) return { kind: "refused", address: href, isPrivate: false };
      const checked = await resolveAddresses(address, request.guard, signal);
      if (checked.length === 0) return { kind: "refused", address: href, isPrivate: true };
      const response = await sendRequest(address, checked, signal);
      const { statusCode = 0, headers } = response;
      const onward = REDIRECTS.has(statusCode) ? headers.location : undefined;
      if (onward === undefined) return await save(response, request);
      response.destroy();
      address = new URL(onward, address);
    }
    return { kind: "failed", why: `it was sent on more than ${MOST_REDIRECTS} times` };
  } catch (error) {
    return { kind: "failed", why: whyFailed(error) };
  }
}

/** Asks an address that was checked, under the name that was asked for. */
async function sendRequest(
  url: URL,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const send = await importRequest(url);
  return new Promise((settle, fail) => {
    const headers = { "accept-encoding": "identity" };
    const sent = send(url, { headers, lookup: pinnedLookup(addresses), agent: false, signal });
    sent.on("response", settle).on("error", fail).end();
  });
}

function whyFailed(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isLate = [error, error.cause].some(
    (item) => item instanceof Error && item.name === "TimeoutError",
  );
  if (isLate) return "it took too long";
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function save(response: IncomingMessage, request: DownloadRequest): Promise<DownloadEnd> {
  const { statusCode = 0, headers } = response;
  if (statusCode < 200 || statusCode > 299) {
    response.destroy();
    return { kind: "failed", why: `the server answered ${statusCode}` };
  }
  if (Number(headers["content-length"] ?? 0) > request.maxBytes) {
    response.destroy();
    return { kind: "too-large" };
  }
  const file = await open(request.path, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Leaving the loop ends the connection.
      if (bytes > request.maxBytes) return { kind: "too-large" };
      hash.update(chunk);
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
  return { kind: "done", bytes, sha256: hash.digest("hex") };
}
