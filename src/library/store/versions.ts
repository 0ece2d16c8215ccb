import { createHash } from "node:crypto";
import type { FileContent, WalkedFile } from "../../platform/folder/index.ts";
import type { ListedObject } from "./store.ts";

/** A file may change again, without a trace in its status, until its times are this old. */
const SETTLED_MS = 2000;

export interface Versions {
  /** What a listing says of the file, with its bytes where it was read; undefined: it went away. */
  entryOf(file: Pick<WalkedFile, "key" | "status">): Promise<ListedObject | undefined>;
}

interface ResolvedWrite {
  readonly stamp: string;
  readonly version: string;
  /** As reading tells it: a status with larger numbers cuts off what this one rounds. */
  readonly modified: Date;
}

/**
 * The version of a file is the hash of its content. Size and times cannot stand for it, since a file can
 * change twice within one tick of the clock; they only save reading again what had settled when it was read.
 */
export function createVersions(
  read: (key: string) => Promise<FileContent | undefined>,
  now: () => number = Date.now,
): Versions {
  const settled = new Map<string, ResolvedWrite>();
  return {
    async entryOf({ key, status }) {
      const { dev, ino, size, mtimeNs, ctimeNs } = status;
      const stamp = [dev, ino, size, mtimeNs, ctimeNs].join(" ");
      const known = settled.get(key);
      if (known?.stamp === stamp)
        return { key, version: known.version, size: Number(size), modified: known.modified };
      const isSettled = now() - Number(status.ctimeMs) > SETTLED_MS;
      const content = await read(key);
      if (content === undefined) {
        settled.delete(key);
        return undefined;
      }
      const { bytes, modified } = content;
      const version = sha256(bytes);
      if (isSettled) settled.set(key, { stamp, version, modified });
      // No `Buffer` leaves a store, as its methods differ.
      const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
      return { key, version, size: bytes.length, modified, bytes: plain };
    },
  };
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
