/** Texts with signatures below them, as C2SP's signed notes have them. */
import { computeSha256 } from "../../platform/index.ts";
import { verifySignature, type KeyPair, signBytes } from "../../platform/signing/index.ts";
import { fromBase64 } from "../sign/base64.ts";

/** Ed25519, in the list of kinds of signatures. */
const ED25519 = 1;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const ID_BYTES = 4;
/** The signatures of a log and of those who co-sign it. */
const MOST_SIGNATURES = 100;

/** Whose signatures are looked for, and by which key. */
export interface NoteKey {
  readonly name: string;
  readonly publicBytes: Uint8Array;
}

function idOf({ name, publicBytes }: NoteKey): Buffer {
  const bytes = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(ED25519), publicBytes]);
  return Buffer.from(computeSha256(bytes), "hex").subarray(0, ID_BYTES);
}

/** `NAME+ID+KEY`, by which others know a key. */
export function formatNoteKey(key: NoteKey): string {
  const bytes = Buffer.concat([Buffer.of(ED25519), key.publicBytes]);
  return `${key.name}+${idOf(key).toString("hex")}+${bytes.toString("base64")}`;
}

/** Undefined where the text is no key, or its id is not that of its bytes. */
export function parseNoteKey(text: string): NoteKey | undefined {
  const { name, id, key } =
    /^(?<name>[^\s+]+)\+(?<id>[0-9a-f]{8})\+(?<key>\S+)$/u.exec(text)?.groups ?? {};
  const bytes = key === undefined ? undefined : fromBase64(key);
  if (name === undefined || bytes?.length !== KEY_BYTES + 1 || bytes[0] !== ED25519)
    return undefined;
  const found = { name, publicBytes: bytes.subarray(1) };
  return idOf(found).toString("hex") === id ? found : undefined;
}

/** What people compare: the digest of the whole key, in groups. */
export function computeKeyFingerprint(key: NoteKey): string {
  const digest = computeSha256(Buffer.from(formatNoteKey(key)));
  return (digest.slice(0, 40).match(/.{4}/gu) ?? []).join(" ");
}

/** The text ends with a line end. */
export function signNote(text: string, name: string, pair: KeyPair): string {
  const signature = Buffer.concat([
    idOf({ name, publicBytes: pair.publicBytes }),
    signBytes(pair, Buffer.from(text)),
  ]);
  return `${text}\n— ${name} ${signature.toString("base64")}\n`;
}

/** A co-signature of a checkpoint, in C2SP's list of kinds. */
const COSIGNATURE = 4;

/**
 * The line by which a second party says that it saw a checkpoint at a time (C2SP tlog-cosignature): it goes below the
 * signature of the log.
 */
export function signCheckpoint(
  note: string,
  {
    name,
    pair,
    seconds,
  }: { readonly name: string; readonly pair: KeyPair; readonly seconds: number },
): string {
  const body = note.slice(0, note.lastIndexOf("\n\n") + 1);
  const key = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(COSIGNATURE), pair.publicBytes]);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  const signature = Buffer.concat([
    Buffer.from(computeSha256(key), "hex").subarray(0, ID_BYTES),
    time,
    signBytes(pair, Buffer.from(`cosignature/v1\ntime ${seconds}\n${body}`)),
  ]);
  return `— ${name} ${signature.toString("base64")}\n`;
}

/** The text of a note, where the key has signed it; undefined for everything else. */
export function openNote(note: string, key: NoteKey): string | undefined {
  const end = note.lastIndexOf("\n\n");
  if (end === -1 || !note.endsWith("\n")) return undefined;
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > MOST_SIGNATURES) return undefined;
  const id = idOf(key);
  const isSigned = lines.some((line) => {
    const { name, value } = /^— (?<name>[^\s+]+) (?<value>\S+)$/u.exec(line)?.groups ?? {};
    const bytes = name === key.name ? fromBase64(value) : undefined;
    if (bytes?.length !== ID_BYTES + SIGNATURE_BYTES) return false;
    if (Buffer.compare(bytes.subarray(0, ID_BYTES), id) !== 0) return false;
    return verifySignature(key.publicBytes, Buffer.from(text), bytes.subarray(ID_BYTES));
  });
  return isSigned ? text : undefined;
}
