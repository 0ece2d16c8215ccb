import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";

/** Compares in a time that tells nothing about either text, not even its length. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** 256 random bits as text that fits into a header, an address and a shell. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function newId(): string {
  return randomUUID();
}
