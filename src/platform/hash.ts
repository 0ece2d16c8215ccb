// Both modules load slowly, and many runs do without them.

/** A short name for bytes: equal for equal bytes, and for others only by an attack. */
export function hashOf(content: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").hash("sha1", content, "hex");
}

/** The SHA-256 of bytes, in hexadecimal digits. */
export function computeSha256(content: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", content, "hex");
}

/** What only those can make of bytes who have the key, by SHA-256. */
export function computeHmac(key: Uint8Array, content: Uint8Array): Buffer {
  return process.getBuiltinModule("node:crypto").createHmac("sha256", key).update(content).digest();
}

/** A sum that tells whether bytes were damaged; no protection against intent. */
export function checksum(...parts: readonly (string | Uint8Array)[]): string {
  const { crc32 } = process.getBuiltinModule("node:zlib");
  let sum = 0;
  for (const part of parts) sum = crc32(part, sum);
  return sum.toString(16).padStart(8, "0");
}
