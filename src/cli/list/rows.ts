import {
  cacheFolder,
  indexFolders,
  isSameQuestion,
  isSameStamp,
  isSettled,
  type KeptFolder,
  type KeptStamp,
  nameOf,
  openStore,
  type Skipped,
  takeStamp,
} from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { resolveInputs } from "../inputs.ts";
import { createEntryReader } from "./entry.ts";
import { type Row, rowOf } from "./row.ts";

export interface Listing {
  readonly rows: readonly Row[];
  readonly skipped: readonly Skipped[];
}

/** Reads in one thread: a second one saves little time and takes a quarter more memory. */
export function readRows(context: Context): Listing {
  return context.options.isOn("cache") ? readThroughIndex(context) : readAnew(context);
}

function readAnew(context: Context): Listing {
  const { files, skipped } = resolveInputs(context.arguments);
  const read = createEntryReader();
  return { rows: files.map((file) => rowOf(read(file))), skipped };
}

type KeptRow = readonly [path: string, stamp: KeptStamp, shown: string, name: string, json: string];

interface Index {
  /** What was asked; names of files may collide. */
  readonly question: readonly string[];
  readonly folders: readonly KeptFolder[];
  readonly rows: readonly KeptRow[];
}

/** Looks only at what changed since the index was written. */
function readThroughIndex(context: Context): Listing {
  const now = context.now();
  const store = openStore(cacheFolder(context.environment), now);
  const question = [context.version, context.folder, ...context.arguments];
  const name = nameOf("list", question);
  const index = readIndex(store.read(name), question);
  const folders = indexFolders(index.folders, now);
  const { files, skipped } = resolveInputs(context.arguments, folders.read);
  const known = new Map(index.rows.map((row) => [row[0], row]));
  const read = createEntryReader();
  const next: KeptRow[] = [];
  let isChanged = folders.hasChanged();
  const rows = files.map((file): Row => {
    const stamp = takeStamp(file.path);
    const row = stillHolds(known.get(file.path), stamp);
    if (row !== undefined) {
      next.push(row);
      return { path: row[2], name: row[3], json: row[4] };
    }
    isChanged = true;
    const fresh = rowOf(read(file));
    if (stamp !== undefined && isSettled(stamp, now) && isReadable(fresh))
      next.push([file.path, stamp, fresh.path, fresh.name, fresh.json]);
    return fresh;
  });
  if (isChanged || next.length !== index.rows.length) {
    const content: Index = { question, folders: folders.kept(), rows: next };
    store.write(name, JSON.stringify(content));
  }
  return { rows, skipped };
}

/** A file that cannot be read keeps its stamp when its rights change on the way to it. */
function isReadable({ json }: Row): boolean {
  return !json.includes('"failure":');
}

function stillHolds(row: KeptRow | undefined, stamp: KeptStamp | undefined): KeptRow | undefined {
  if (row === undefined || stamp === undefined) return undefined;
  return isSameStamp(row[1], stamp) ? row : undefined;
}

/** The sum of the file was checked, so what was written is what is read. */
function readIndex(content: string | undefined, question: readonly string[]): Index {
  const index = content === undefined ? undefined : (JSON.parse(content) as Index);
  const isOurs = index !== undefined && isSameQuestion(index.question, question);
  return isOurs ? index : { question, folders: [], rows: [] };
}
