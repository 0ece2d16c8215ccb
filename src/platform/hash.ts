/** A short name for bytes: equal for equal bytes, and for others only by an attack. */
export function hashOf(content: string | Uint8Array): string {
  // Loading this module takes as long as linting dozens of files, and most runs do without it.
  const { hash } = process.getBuiltinModule("node:crypto");
  return hash("sha1", content, "hex");
}

/** A sum that tells whether bytes were damaged, four at a time; no protection against intent. */
export function sumOf(bytes: Uint8Array): string {
  const whole = bytes.length >> 2;
  // Views of four bytes must begin at a multiple of four.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const words = new Int32Array(aligned.buffer, aligned.byteOffset, whole);
  let low = 0x811c9dc5 ^ bytes.length;
  let high = 0;
  for (const word of words) {
    low = Math.imul(low ^ word, 0x01000193);
    high = (high + low) | 0;
  }
  for (let at = whole << 2; at < bytes.length; at++) {
    low = Math.imul(low ^ (bytes[at] ?? 0), 0x01000193);
    high = (high + low) | 0;
  }
  return `${(low >>> 0).toString(16)}.${(high >>> 0).toString(16)}`;
}
