import type * as nodeCrypto from "node:crypto";

// The module loads slowly, and most runs do without it.
function crypto(): typeof nodeCrypto {
  return process.getBuiltinModule("node:crypto");
}

/** Bytes of either half of an Ed25519 key, and of half a signature. */
const HALF = 32;

export interface KeyPair {
  /** The 32 bytes from which everything else follows; never to be shown. */
  readonly privateBytes: Uint8Array;
  readonly publicBytes: Uint8Array;
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

function privateKey(seed: Uint8Array): nodeCrypto.KeyObject {
  // The wrapping of RFC 8410 around the 32 bytes: unlike a JWK it asks for no public half.
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  return crypto().createPrivateKey({
    key: Buffer.concat([prefix, seed]),
    format: "der",
    type: "pkcs8",
  });
}

/** Undefined where the bytes are no private key. */
export function toKeyPair(privateBytes: Uint8Array): KeyPair | undefined {
  if (privateBytes.length !== HALF) return undefined;
  const { x } = crypto().createPublicKey(privateKey(privateBytes)).export({ format: "jwk" });
  return { privateBytes, publicBytes: Buffer.from(x ?? "", "base64url") };
}

export function newKeyPair(): KeyPair {
  const pair = toKeyPair(crypto().randomBytes(HALF));
  if (pair === undefined) throw new Error("32 random bytes are a private key");
  return pair;
}

export function signBytes(pair: KeyPair, message: Uint8Array): Uint8Array {
  return crypto().sign(null, message, privateKey(pair.privateBytes));
}

/** False also for what is no key or no signature at all. */
export function verifySignature(
  publicBytes: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (publicBytes.length !== HALF || signature.length !== 2 * HALF) return false;
  try {
    const key = crypto().createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: encode(publicBytes) },
      format: "jwk",
    });
    return crypto().verify(null, message, key, signature);
  } catch {
    // Bytes that are no point of the curve.
    return false;
  }
}

const P = 2n ** 255n - 19n;
/** The constant of the curve, -121665/121666. */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let factor = base % P;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * factor) % P;
    factor = (factor * factor) % P;
  }
  return result;
}

/** True for bytes that are a point of the curve, as every public half is; of other bytes only half are. */
export function isPublicHalf(bytes: Uint8Array): boolean {
  if (bytes.length !== HALF) return false;
  const little = Buffer.from(bytes).toReversed();
  const y = BigInt(`0x${Buffer.from(little).toString("hex")}`) & (2n ** 255n - 1n);
  if (y >= P) return false;
  // x² = (y² - 1) / (dy² + 1) must have a root.
  const square = ((y * y - 1n + P) % P) * power((D * y * y + 1n) % P, P - 2n);
  const root = power(square, (P - 1n) / 2n);
  return root === 0n || root === 1n;
}
