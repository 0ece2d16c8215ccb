import { hash } from "node:crypto";

/** A short name for bytes: equal for equal bytes, and for others only by an attack. */
export function hashOf(content: string | Uint8Array): string {
  return hash("sha1", content, "hex");
}
