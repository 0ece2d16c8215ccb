import { fail } from "../errors.ts";
import type { LockEntry, Signer } from "../lock/index.ts";

/** A skill of a name that somebody else signed, or nobody. */
export interface SignerChange {
  readonly name: string;
  readonly before: Signer;
  /** Absent where the new version is not signed. */
  readonly after?: Signer;
}

/** Asks whether a name may go over to another signer. */
export type AgreeToSigner = (change: SignerChange) => Promise<boolean>;

export interface SignerOptions {
  /** Ids of keys that may take over names, and `unsigned` for versions without a signature. */
  readonly acceptedSigners?: readonly string[];
  /** Default: nobody can be asked, and the answer is no. */
  readonly agreeToSigner?: AgreeToSigner;
}

/** In place of the id of a key, where a new version has no signature. */
const UNSIGNED = "unsigned";

/** Throws where a name would go over to another signer without a yes: trust in one publisher is not trust in all. */
export async function checkSigner(
  name: string,
  locked: LockEntry | undefined,
  after: Signer | undefined,
  { acceptedSigners = [], agreeToSigner }: SignerOptions,
): Promise<void> {
  const before = locked?.signer;
  if (before === undefined || isSame(before, after)) return;
  if (acceptedSigners.includes(after?.keyId ?? UNSIGNED)) return;
  const change = { name, before, ...(after === undefined ? {} : { after }) };
  if (agreeToSigner !== undefined && (await agreeToSigner(change))) return;
  throw fail("registry/other-signer", {
    change: formatSignerChange(change),
    signer: change.after?.keyId ?? UNSIGNED,
  });
}

/** Whoever trusts two keys under one name has said that they are of the same publisher. */
function isSame(before: Signer, after: Signer | undefined): boolean {
  if (after === undefined) return false;
  if (before.keyId === after.keyId) return true;
  return before.publisher !== "" && before.publisher === after.publisher;
}

export function formatSignerChange({ name, before, after }: SignerChange): string {
  const now = after === undefined ? "not signed" : `signed by ${formatSigner(after)}`;
  return `\`${name}\` was signed by ${formatSigner(before)}, and the new version is ${now}`;
}

function formatSigner({ keyId, publisher }: Signer): string {
  return publisher === "" ? `the key ${keyId}` : `${publisher} (${keyId})`;
}
