import type * as nodeCrypto from "node:crypto";

// The module loads slowly, and most runs do without it.
function crypto(): typeof nodeCrypto {
  return process.getBuiltinModule("node:crypto");
}

const ALGORITHM = "aes-256-gcm";
const VERSION = "swenc1";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that are stored; whoever has the database alone cannot read them. */
export interface SecretCipher {
  /** Names the key that encrypts, and tells nothing about it. */
  readonly keyId: string;
  /** The context says what the secret belongs to; an envelope that was moved elsewhere does not decrypt. */
  readonly encrypt: (text: string, context: string) => string;
  /** Throws `UnknownKeyError`, or `DamagedSecretError` where the envelope was changed or moved. */
  readonly decrypt: (envelope: string, context: string) => string;
  /** Whether it was encrypted by the present key; false for a plain text and for one of an earlier key. */
  readonly isCurrent: (text: string) => boolean;
}

/** The envelope names a key that is not here. */
export class UnknownKeyError extends Error {
  readonly keyId: string;

  constructor(keyId: string) {
    super(`The key ${keyId} is not known.`);
    this.name = "UnknownKeyError";
    this.keyId = keyId;
  }
}

export class DamagedSecretError extends Error {
  constructor() {
    super("The secret was changed, or belongs to something else.");
    this.name = "DamagedSecretError";
  }
}

/** The first key encrypts; every one of them decrypts, so that keys can be changed while replicas run. */
export function createSecretCipher([current, ...others]: readonly [
  Uint8Array,
  ...Uint8Array[],
]): SecretCipher {
  const keys = new Map([current, ...others].map((key) => [identify(key), key]));
  const keyId = identify(current);
  return {
    keyId,
    encrypt: (text, context) => {
      const nonce = crypto().randomBytes(NONCE_BYTES);
      const cipher = crypto().createCipheriv(ALGORITHM, current, nonce);
      cipher.setAAD(bind(keyId, context));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      const body = Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
      return `${VERSION}.${keyId}.${body}`;
    },
    decrypt: (envelope, context) => {
      const { keyId: usedId, body } = parseEnvelope(envelope);
      const key = keys.get(usedId);
      if (key === undefined) throw new UnknownKeyError(usedId);
      return open(key, bind(usedId, context), body);
    },
    isCurrent: (text) => text.startsWith(`${VERSION}.${keyId}.`),
  };
}

/** Whether a stored text is an envelope at all, of whichever key. */
export function isEncrypted(text: string): boolean {
  return text.startsWith(`${VERSION}.`);
}

export function newSecretKey(): Uint8Array {
  return crypto().randomBytes(KEY_BYTES);
}

/** A key as people hand it over: 32 bytes as base64 or hexadecimal digits; undefined for anything else. */
export function parseSecretKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/iu.test(trimmed)) return Buffer.from(trimmed, "hex");
  // 32 bytes are 43 characters, with or without the one that fills up.
  if (!/^[A-Za-z0-9+/_-]{43}=?$/u.test(trimmed)) return undefined;
  const bytes = Buffer.from(trimmed, "base64url");
  return bytes.length === KEY_BYTES ? bytes : undefined;
}

export function formatSecretKey(key: Uint8Array): string {
  return Buffer.from(key).toString("base64url");
}

function identify(key: Uint8Array): string {
  if (key.length !== KEY_BYTES) throw new Error(`A key has ${KEY_BYTES} bytes.`);
  return crypto().createHmac("sha256", key).update("key id").digest("hex").slice(0, 16);
}

function bind(keyId: string, context: string): Buffer {
  return Buffer.from(`${VERSION}\0${keyId}\0${context}`);
}

function parseEnvelope(envelope: string): { readonly keyId: string; readonly body: Buffer } {
  const [version, keyId, text, ...rest] = envelope.split(".");
  if (version !== VERSION || keyId === undefined || text === undefined || rest.length > 0)
    throw new DamagedSecretError();
  const body = Buffer.from(text, "base64url");
  if (body.length < NONCE_BYTES + TAG_BYTES) throw new DamagedSecretError();
  return { keyId, body };
}

function open(key: Uint8Array, context: Buffer, body: Buffer): string {
  const decipher = crypto().createDecipheriv(ALGORITHM, key, body.subarray(0, NONCE_BYTES));
  decipher.setAAD(context);
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    const sealed = body.subarray(NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
  } catch {
    throw new DamagedSecretError();
  }
}
