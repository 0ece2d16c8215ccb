/**
 * A second reading of the log, by the documents of C2SP and RFC 6962 alone: it shares no code with the registry. Hashes
 * the whole tree from its entries, which a client never does.
 */
import { createHash, createPublicKey, verify } from "node:crypto";

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** MTH of RFC 6962, 2.1, word for word. */
export function treeHash(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256();
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return sha256(Buffer.of(0), only);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

export interface Verifier {
  readonly name: string;
  readonly check: (note: string) => string;
}

/** Throws for a note that the key has not signed; gives its text. */
export function openVerifier(vkey: string): Verifier {
  // The key itself may have a plus in it.
  const [, name = "", id = "", encoded = ""] = /^([^+]+)\+([^+]+)\+(.+)$/u.exec(vkey.trim()) ?? [];
  const key = Buffer.from(encoded, "base64");
  if (key[0] !== 1 || key.length !== 33) throw new Error("not a key of Ed25519");
  const own = sha256(Buffer.from(`${name}\n`), key).subarray(0, 4);
  if (own.toString("hex") !== id) throw new Error("the key has another id");
  const prefix = Buffer.from("302a300506032b6570032100", "hex");
  const publicKey = createPublicKey({
    key: Buffer.concat([prefix, key.subarray(1)]),
    format: "der",
    type: "spki",
  });
  return {
    name,
    check: (note) => {
      const match = /^([\s\S]*\n)\n((?:— \S+ \S+\n)+)$/u.exec(note);
      if (match === null) throw new Error("not a note");
      const [, text = "", signatures = ""] = match;
      for (const line of signatures.trimEnd().split("\n")) {
        const [, signer, value = ""] = line.split(" ");
        const bytes = Buffer.from(value, "base64");
        if (signer !== name || !bytes.subarray(0, 4).equals(own)) continue;
        if (verify(null, Buffer.from(text), publicKey, bytes.subarray(4))) return text;
      }
      throw new Error("the note is not signed by the key");
    },
  };
}

/** Reads a bundle of entries. */
function readBundle(bytes: Buffer): readonly Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt16BE(at);
    if (at + 2 + length > bytes.length) throw new Error("a bundle that is cut");
    entries.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

function pathOf(index: number): string {
  const parts: string[] = [];
  for (let rest = index, isLast = true; isLast || rest > 0; rest = Math.floor(rest / 1000)) {
    parts.unshift(`${isLast ? "" : "x"}${String(rest % 1000).padStart(3, "0")}`);
    isLast = false;
  }
  return parts.join("/");
}

export interface VerifiedLog {
  readonly size: number;
  readonly root: Buffer;
  readonly entries: readonly Buffer[];
}

/** Reads a whole log, and throws where anything of it does not fit anything else. */
export async function verifyLog(
  get: (path: string) => Promise<Buffer>,
  vkey: string,
): Promise<VerifiedLog> {
  const verifier = openVerifier(vkey);
  const text = verifier.check((await get("checkpoint")).toString("utf8"));
  const [origin, count = "", hash = ""] = text.split("\n");
  if (origin !== verifier.name) throw new Error("another log");
  const size = Number(count);
  const root = Buffer.from(hash, "base64");
  const entries: Buffer[] = [];
  for (let tile = 0; tile * 256 < size; tile += 1) {
    const width = Math.min(256, size - tile * 256);
    const end = width === 256 ? "" : `.p/${width}`;
    const some = readBundle(await get(`tile/entries/${pathOf(tile)}${end}`));
    const hashes = await get(`tile/0/${pathOf(tile)}${end}`);
    if (some.length !== width || hashes.length !== width * 32) throw new Error("a tile is short");
    for (const [at, entry] of some.entries())
      if (!sha256(Buffer.of(0), entry).equals(hashes.subarray(at * 32, at * 32 + 32)))
        throw new Error(`entry ${tile * 256 + at} is not that of its hash`);
    entries.push(...some);
  }
  for (let tile = 0; (tile + 1) * 256 <= size; tile += 1) {
    const above = await get(
      `tile/1/${pathOf(Math.floor(tile / 256))}${partial(Math.floor(size / 256), Math.floor(tile / 256))}`,
    );
    const own = treeHash(entries.slice(tile * 256, (tile + 1) * 256));
    if (!own.equals(above.subarray((tile % 256) * 32, (tile % 256) * 32 + 32)))
      throw new Error(`the hash above tile ${tile} is another`);
  }
  if (!treeHash(entries).equals(root)) throw new Error("the root is another");
  for (const entry of entries) verifier.check(entry.toString("utf8"));
  return { size, root, entries };
}

function partial(count: number, tile: number): string {
  const width = Math.min(256, count - tile * 256);
  return width === 256 ? "" : `.p/${width}`;
}
