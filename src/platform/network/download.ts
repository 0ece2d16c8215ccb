import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

export interface DownloadRequest {
  readonly url: string;
  /** A new file; one that is there already makes it fail. */
  readonly path: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Whether an address may be asked; the first one, and every one to which a server sends on. */
  readonly isAllowed: (address: URL) => boolean;
}

export type DownloadEnd =
  | { readonly kind: "done"; readonly bytes: number; readonly sha256: string }
  | { readonly kind: "refused"; readonly address: string }
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
      if (!request.isAllowed(address)) return { kind: "refused", address: address.href };
      const response = await fetch(address, { redirect: "manual", signal, credentials: "omit" });
      const onward = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
      if (onward === null) return await save(response, request);
      await response.body?.cancel();
      address = new URL(onward, address);
    }
    return { kind: "failed", why: `it was sent on more than ${MOST_REDIRECTS} times` };
  } catch (error) {
    return { kind: "failed", why: whyFailed(error) };
  }
}

function whyFailed(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "it took too long";
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function save(response: Response, request: DownloadRequest): Promise<DownloadEnd> {
  const { body } = response;
  if (!response.ok || body === null) {
    await body?.cancel();
    return { kind: "failed", why: `the server answered ${response.status}` };
  }
  if (Number(response.headers.get("content-length") ?? 0) > request.maxBytes) {
    await body.cancel();
    return { kind: "too-large" };
  }
  const file = await open(request.path, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of body) {
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
