export {
  isPublicHalf,
  verifySignature,
  type KeyPair,
  toKeyPair,
  newKeyPair,
  signBytes,
} from "./ed25519.ts";
