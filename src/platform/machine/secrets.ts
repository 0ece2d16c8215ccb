import type * as nodeCrypto from "node:crypto";

// The module loads slowly, and most runs do without it.
function crypto(): typeof nodeCrypto {
  return process.getBuiltinModule("node:crypto");
}

/** Compares in a time that tells nothing about either text, not even its length. */
export function isSameSecret(left: string, right: string): boolean {
  return crypto().timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return crypto().createHash("sha256").update(text).digest();
}

/** 256 random bits as text that fits into a header, an address and a shell. */
export function newSecret(): string {
  return crypto().randomBytes(32).toString("base64url");
}

export function newId(): string {
  return crypto().randomUUID();
}
