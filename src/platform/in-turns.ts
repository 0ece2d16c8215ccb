import { nextTurn } from "./machine/clock.ts";

/** What is copied or hashed before other work has a turn: a few milliseconds on a slow machine. */
const PIECE_BYTES = 1024 * 1024;

/** The parts as one. A package can be so large that its copy in one piece would hold up a server. */
export async function concatInTurns(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const all = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  let copied = 0;
  for (const part of parts)
    for (let start = 0; start < part.length; start += PIECE_BYTES) {
      const piece = part.subarray(start, start + PIECE_BYTES);
      all.set(piece, offset);
      offset += piece.length;
      copied += piece.length;
      if (copied < PIECE_BYTES) continue;
      copied = 0;
      await nextTurn();
    }
  return all;
}

/** The same as `sha256Of`, for bytes that can be many. */
export async function sha256InTurns(bytes: Uint8Array): Promise<string> {
  return (await digestInTurns("sha256", bytes)).toString("hex");
}

export async function digestInTurns(
  algorithm: "sha1" | "sha256" | "sha512",
  bytes: Uint8Array,
): Promise<Buffer> {
  const hash = process.getBuiltinModule("node:crypto").createHash(algorithm);
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    if (start > 0) await nextTurn();
    hash.update(bytes.subarray(start, start + PIECE_BYTES));
  }
  return hash.digest();
}
