/** Registries that are trusted as a whole: by their keys, among all others that a user trusts. */
import type { TrustedKey, TrustedKeys } from "../sign/trust.ts";
import { openStatement, parseNoteKey, type Statement } from "../transparency/index.ts";

const PREFIX = "registry:";

/** The id under which the root of a registry is trusted. */
export function rootKeyId(log: string): string {
  return `${PREFIX}${log}`;
}

/** The trusted root of the registry at an address. */
export function rootFor(trust: TrustedKeys, address: string): TrustedKey | undefined {
  return [...trust.values()].find(
    ({ keyId, publisher }) => keyId.startsWith(PREFIX) && publisher === address,
  );
}

/**
 * What a trusted registry states of what came from it; undefined where its root has not signed it. What another server
 * hands on does not count, though the signature is good: it may be from before a takedown.
 */
export function openTrusted(
  note: string,
  trust: TrustedKeys,
  address: string,
): Statement | undefined {
  const root = parseNoteKey(rootFor(trust, address)?.publicKey ?? "");
  return root === undefined ? undefined : openStatement(note, root);
}
