export {
  createSecretCipher,
  DamagedSecretError,
  formatSecretKey,
  isEncrypted,
  newSecretKey,
  parseSecretKey,
  type SecretCipher,
  UnknownKeyError,
} from "./cipher.ts";
