/** The state of a log in three lines, as C2SP's checkpoints have it. */
import { fromBase64 } from "../sign/base64.ts";
import type { Hash } from "./merkle.ts";

export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
}

const HASH_BYTES = 32;

export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`;
}

/** Undefined where the text is none; lines behind the third may say more. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin = "", size = "", hash = ""] = text.split("\n");
  const root = fromBase64(hash);
  if (origin === "" || !/^(?:0|[1-9]\d{0,15})$/u.test(size) || root?.length !== HASH_BYTES)
    return undefined;
  return { origin, size: Number(size), root };
}
