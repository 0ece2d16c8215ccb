/** Registries that are trusted as a whole: by their keys, among all others that a user trusts. */
import type { TrustedKey, TrustedKeys } from "../sign/trust.ts";
import {
  type NoteKey,
  openStatement,
  parseNoteKey,
  type Statement,
} from "../transparency/index.ts";

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

function rootsIn(trust: TrustedKeys): readonly NoteKey[] {
  return [...trust.values()]
    .filter(({ keyId }) => keyId.startsWith(PREFIX))
    .flatMap(({ publicKey }) => parseNoteKey(publicKey) ?? []);
}

/** What a trusted registry states; undefined where none of them has signed it. */
export function openTrusted(note: string, trust: TrustedKeys): Statement | undefined {
  for (const root of rootsIn(trust)) {
    const statement = openStatement(note, root);
    if (statement !== undefined) return statement;
  }
  return undefined;
}
