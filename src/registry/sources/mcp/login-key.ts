/** Keys that tokens are bound to (RFC 9449): a token that somebody else has got hold of is of no use without the key. */
import { DpopSession, generateDpopKeyPair } from "@modelcontextprotocol/client";

/** Kept beside the tokens, for the user alone. */
export interface StoredKey {
  readonly x: string;
  readonly y: string;
  /** The secret part. */
  readonly d: string;
  readonly thumbprint: string;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };

/** The key of an earlier run, or a new one, which is kept. */
export async function openKey(
  kept: StoredKey | undefined,
  keep: (key: StoredKey) => void,
): Promise<DpopSession> {
  const { subtle } = globalThis.crypto;
  if (kept === undefined) {
    const keyPair = await generateDpopKeyPair({ extractable: true });
    const { x = "", y = "", d = "" } = await subtle.exportKey("jwk", keyPair.privateKey);
    keep({ x, y, d, thumbprint: keyPair.thumbprint });
    return await DpopSession.create({ keyPair });
  }
  const { x, y, d, thumbprint } = kept;
  const publicJwk = { kty: "EC", crv: "P-256", x, y };
  return await DpopSession.create({
    keyPair: {
      privateKey: await subtle.importKey("jwk", { ...publicJwk, d }, ALGORITHM, false, ["sign"]),
      publicKey: await subtle.importKey("jwk", publicJwk, ALGORITHM, true, ["verify"]),
      publicJwk,
      thumbprint,
      alg: "ES256",
    },
  });
}
