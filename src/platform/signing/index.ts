export {
  isPublicHalf,
  isSignatureOf,
  type KeyPair,
  keyPairOf,
  newKeyPair,
  signBytes,
} from "./ed25519.ts";
