import {
  createGuardedFetch,
  type NameResolver,
  readBodyBytes,
} from "../../platform/network/index.ts";

const MOST_BYTES = 32 * 1024;
const TIMEOUT_MS = 5000;

/** Gets them from the open network, each name on the account of whoever asks. */
export function clientDocuments(
  names: NameResolver,
): (address: URL, owner: string) => Promise<unknown> {
  return (address, owner) =>
    fetchDocument(
      address,
      createGuardedFetch({ allowPrivate: [], resolve: names.forOwner(`login of ${owner}`) }),
    );
}

/** What a program says of itself at its own address; undefined where nothing can be had there. */
async function fetchDocument(address: URL, guarded: typeof fetch): Promise<unknown> {
  try {
    const response = await guarded(address, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) return undefined;
    const bytes = await readBodyBytes(response, {
      maxBytes: MOST_BYTES,
      tooLarge: () => new Error("The description is too large."),
    });
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    // Whatever the reason, there is no program of that name for us.
    return undefined;
  }
}
