import { fetchBytes, type GuardOptions } from "../../../platform/network/index.ts";
import { reasonOf } from "../../../platform/index.ts";
import { registryCodes, registryError } from "../../errors.ts";

/** What git asks a server first. */
const QUESTION = "/info/refs?service=git-upload-pack";
const TIMEOUT_MS = 30_000;
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The address of a repository that its server sends on to, where git failed because it follows none; undefined where
 * it failed for another reason. A server on the open network leads to others on it alone.
 */
export async function findRedirect(
  url: string,
  failure: unknown,
  { resolve }: { readonly resolve?: GuardOptions["resolve"] },
): Promise<string | undefined> {
  const isSentOn = /\berror: 30[12378]\b/u.test(reasonOf(failure));
  if (!isSentOn || !/^https?:/u.test(url)) return undefined;
  const answer = await fetchBytes({
    method: "GET",
    url: `${url.replace(/\/$/u, "")}${QUESTION}`,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    ...(resolve === undefined ? {} : { resolve }),
  });
  if (answer.kind === "failed")
    throw registryError(registryCodes.connectionFailed, `Fetching ${url} failed: ${answer.why}.`);
  const isElsewhere = answer.url.endsWith(QUESTION) && !answer.url.startsWith(`${url}/`);
  return isElsewhere ? answer.url.slice(0, -QUESTION.length) : undefined;
}
