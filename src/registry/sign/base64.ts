/** Undefined where the text is not the one way in which its bytes are written. */
export function fromBase64(text: unknown): Uint8Array | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  const bytes = Buffer.from(text, "base64");
  // Two texts for the same signature would let a byte change unseen.
  return bytes.toString("base64") === text ? bytes : undefined;
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
