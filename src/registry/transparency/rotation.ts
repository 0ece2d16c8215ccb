/** Keys that followed one another: each one is vouched for by the one before it. */
import type { KeyPair } from "../../platform/signing/index.ts";
import { formatNoteKey, type NoteKey, openNote, parseNoteKey, signNote } from "./note.ts";
import { openStatement, type Statement } from "./statement.ts";

const TYPE = "skillwright-root/v1";

/** A key that signs no more, and the length of the log up to which it did. */
export interface FormerKey {
  readonly key: NoteKey;
  readonly until: number;
}

export interface RootChain {
  readonly current: NoteKey;
  /** The first one first. */
  readonly former: readonly FormerKey[];
}

/** Says, by both keys, that one takes the place of the other from a length of the log on. */
export function signRotation(
  name: string,
  from: KeyPair,
  to: KeyPair,
  { size, time }: { readonly size: number; readonly time: string },
): string {
  const keyOf = ({ publicBytes }: KeyPair): string => formatNoteKey({ name, publicBytes });
  const text = `${[TYPE, name, keyOf(from), keyOf(to), size, time].join("\n")}\n`;
  return `${signNote(text, name, from)}${signNote(text, name, to).slice(text.length + 1)}`;
}

function openRotation(note: string): (FormerKey & { readonly next: NoteKey }) | undefined {
  const [type, name, from = "", to = "", size = ""] = note.split("\n");
  const [key, next] = [parseNoteKey(from), parseNoteKey(to)];
  if (type !== TYPE || key === undefined || next === undefined || !/^\d{1,15}$/u.test(size))
    return undefined;
  const isSigned = openNote(note, key) !== undefined && openNote(note, next) !== undefined;
  const isNamed = key.name === name && next.name === name;
  return isSigned && isNamed ? { key, next, until: Number(size) } : undefined;
}

/** The keys that led to the current one; undefined where one of the notes does not lead to the next. */
export function openChain(notes: readonly string[], current: NoteKey): RootChain | undefined {
  const former: FormerKey[] = [];
  let expected: string | undefined;
  for (const note of notes) {
    const link = openRotation(note);
    if (link === undefined) return undefined;
    if (expected !== undefined && formatNoteKey(link.key) !== expected) return undefined;
    expected = formatNoteKey(link.next);
    former.push({ key: link.key, until: link.until });
  }
  if (expected !== undefined && expected !== formatNoteKey(current)) return undefined;
  return { current, former };
}

/** What a statement says that stands at a place of the log: signed by the key that counted when it came there. */
export function parseStatement(
  note: string,
  { current, former }: RootChain,
  index: number,
): Statement | undefined {
  const keys = former.filter(({ until }) => index < until).map(({ key }) => key);
  for (const key of [current, ...keys]) {
    const statement = openStatement(note, key);
    if (statement !== undefined) return statement;
  }
  return undefined;
}

/** The same for any note. */
export function parseNote(
  note: string,
  { current, former }: RootChain,
  index: number,
): string | undefined {
  const keys = former.filter(({ until }) => index < until).map(({ key }) => key);
  return [current, ...keys].map((key) => openNote(note, key)).find((text) => text !== undefined);
}
