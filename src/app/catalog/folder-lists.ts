import {
  type FolderEntry,
  hasRecovered,
  listEntries,
  readFolderMark,
} from "../../platform/tree/index.ts";

/** By folder, what every later change of its entries alters; empty where it changed just now, and could again unseen. */
export type FolderMarks = ReadonlyMap<string, string>;

/** False where skills may have come or gone since the marks were taken. */
export function areCurrent(marks: FolderMarks): boolean {
  for (const [folder, stamp] of marks)
    if (stamp === "" || readFolderMark(folder)?.stamp !== stamp) return false;
  return true;
}

/** A folder, its mark when it was listed, and its entries in one text. */
export type ListedFolder = readonly [folder: string, stamp: string, entries: string];

interface Known {
  readonly stamp: string;
  readonly entries: string;
}

/** What stands in folders. Every change of the entries of a folder changes its mark, so that few are listed twice. */
export class FolderLists {
  readonly #known = new Map<string, Known>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** With the mark that it had a moment ago it is not looked at again. Fails where it cannot be listed. */
  list(folder: string, stamp = ""): readonly FolderEntry[] {
    const known = this.#known.get(folder);
    if (known !== undefined && known.stamp === stamp) return decode(known.entries);
    // Before it is read: what comes into it meanwhile may not have been seen.
    const mark = readFolderMark(folder);
    if (known !== undefined && known.stamp === mark?.stamp) return decode(known.entries);
    const entries = listEntries(folder);
    if (mark !== undefined && hasRecovered(mark, this.#now()))
      this.#known.set(folder, { stamp: mark.stamp, entries: encode(entries) });
    else this.#known.delete(folder);
    return entries;
  }

  /** The mark with which a folder was listed; empty where it might have changed since without another one. */
  stampOf(folder: string): string {
    return this.#known.get(folder)?.stamp ?? "";
  }

  /** True where the folder has the entries that it had with this mark; one that it had a moment ago is not asked for again. */
  isSame(folder: string, stamp: string, now?: string): boolean {
    if (stamp === "" || this.stampOf(folder) !== stamp) return false;
    return stamp === (now ?? readFolderMark(folder)?.stamp);
  }

  /** The next look lists the folder, whatever its mark says: some systems keep none. */
  forget(folder: string): void {
    this.#known.delete(folder);
  }

  /** Forgets all folders but these. */
  keep(folders: Pick<ReadonlySet<string>, "has">): void {
    for (const folder of this.#known.keys()) if (!folders.has(folder)) this.#known.delete(folder);
  }

  /** Takes over what an earlier process has listed. */
  learn(folders: readonly ListedFolder[]): void {
    for (const [folder, stamp, entries] of folders) this.#known.set(folder, { stamp, entries });
  }

  all(): readonly ListedFolder[] {
    return [...this.#known].map(([folder, { stamp, entries }]) => [folder, stamp, entries]);
  }
}

const KINDS: { readonly [mark: string]: FolderEntry["kind"] } = {
  d: "folder",
  f: "file",
  l: "link",
  o: "other",
};
const MARKS: { readonly [kind in FolderEntry["kind"]]: string } = {
  folder: "d",
  file: "f",
  link: "l",
  other: "o",
};

/** No name holds the separator. */
function encode(entries: readonly FolderEntry[]): string {
  return entries.map(({ name, kind }) => MARKS[kind] + name).join("/");
}

function decode(text: string): readonly FolderEntry[] {
  if (text === "") return [];
  return text
    .split("/")
    .map((entry) => ({ name: entry.slice(1), kind: KINDS[entry.charAt(0)] ?? "other" }));
}
