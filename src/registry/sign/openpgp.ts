import type * as OpenPgp from "openpgp";
import { reasonOf } from "../../platform/index.ts";
import { registryCodes, registryError } from "../errors.ts";
import { type SignedRelease, statementOf } from "./signature.ts";

const ALGORITHM = "openpgp";

export type PgpCheck =
  | { readonly kind: "signed"; readonly fingerprint: string }
  /** Made with a key that nobody here trusts, so that nothing can be said of it. */
  | { readonly kind: "unknown"; readonly keyId: string }
  | { readonly kind: "wrong"; /** Completes "because …". */ readonly reason: string };

/** The bytes to sign: `gpg --armor --detach-sign` of them is a `SIGNATURE.asc`. */
export function pgpStatement(release: SignedRelease): Uint8Array {
  return statementOf(release, ALGORITHM);
}

/** A public key in its armour, with its fingerprint. */
export async function readPgpKey(
  armoured: string,
): Promise<{ readonly fingerprint: string; readonly user: string }> {
  const { readKey } = await library();
  try {
    const key = await readKey({ armoredKey: armoured });
    const [user = ""] = key.getUserIDs();
    return { fingerprint: key.getFingerprint(), user };
  } catch (error) {
    throw registryError(
      registryCodes.invalidKey,
      `The text is not an OpenPGP key: ${reasonOf(error)}.`,
      { hint: "`gpg --armor --export ID` writes one.", cause: error },
    );
  }
}

/** Compares a detached signature with a release by keys that are trusted. */
export async function checkPgp(
  text: string,
  release: SignedRelease,
  armouredKeys: readonly string[],
): Promise<PgpCheck> {
  const { createMessage, readKey, readSignature, verify } = await library();
  try {
    const signature = await readSignature({ armoredSignature: text });
    const keys = await Promise.all(armouredKeys.map((armoredKey) => readKey({ armoredKey })));
    const message = await createMessage({ binary: pgpStatement(release) });
    const { signatures } = await verify({ message, signature, verificationKeys: keys });
    const [first] = signatures;
    if (first === undefined) return { kind: "wrong", reason: "it holds no signature" };
    const key = keys.find((item) => item.getKeys(first.keyID).length > 0);
    if (key === undefined) return { kind: "unknown", keyId: first.keyID.toHex() };
    await first.verified;
    return { kind: "signed", fingerprint: key.getFingerprint() };
  } catch (error) {
    return { kind: "wrong", reason: reasonOf(error) };
  }
}

/** A package of its own that not everybody wants. */
async function library(): Promise<typeof OpenPgp> {
  try {
    return await import("openpgp");
  } catch (error) {
    throw registryError(
      registryCodes.signingFailed,
      "The package `openpgp`, needed for GPG signatures, is not installed.",
      { hint: "`npm install openpgp` beside skillwright.", cause: error },
    );
  }
}
