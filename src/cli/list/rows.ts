import {
  cacheFolder,
  type FoundFile,
  indexFolders,
  isSameStamp,
  isSameQuestion,
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
import { createEntryReader, type Entry } from "./entry.ts";

/** An entry as it is written and kept: text that holds on to nothing of the file it was read from. */
export interface Row {
  readonly path: string;
  /** The name as JSON; empty where there is none. */
  readonly name: string;
  readonly json: string;
}

export interface Listing {
  readonly rows: readonly Row[];
  readonly skipped: readonly Skipped[];
}

export function readRows(context: Context): Listing {
  return context.options.isOn("cache") ? readThroughIndex(context) : readAnew(context);
}

function readAnew(context: Context): Listing {
  const { files, skipped } = resolveInputs(context.arguments);
  const read = createEntryReader();
  return { rows: files.map((file) => rowOf(read(file))), skipped };
}

export function rowOf(entry: Entry): Row {
  const { path, name, ...rest } = entry;
  // New text, since a slice of the file's text would keep all of it in memory.
  const nameText = name === undefined ? "" : JSON.stringify(name);
  const head = `{"path":${JSON.stringify(path)}${name === undefined ? "" : `,"name":${nameText}`}`;
  return { path, name: nameText, json: `${head},${JSON.stringify(rest).slice(1)}` };
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
  const kept: KeptRow[] = [];
  let isChanged = folders.hasChanged();
  const read = createEntryReader();
  const rows = files.map((file: FoundFile): Row => {
    const stamp = takeStamp(file.path);
    const row = known.get(file.path);
    if (row !== undefined && stamp !== undefined && isSameStamp(row[1], stamp)) {
      kept.push(row);
      return { path: row[2], name: row[3], json: row[4] };
    }
    const fresh = rowOf(read(file));
    isChanged = true;
    // A file that cannot be read keeps its stamp when its rights change on the way to it.
    const isReadable = !fresh.json.includes('"failure":');
    if (stamp !== undefined && isReadable && isSettled(stamp, now))
      kept.push([file.path, stamp, fresh.path, fresh.name, fresh.json]);
    return fresh;
  });
  if (isChanged || kept.length !== index.rows.length)
    store.write(
      name,
      JSON.stringify({ question, folders: folders.kept(), rows: kept } satisfies Index),
    );
  return { rows, skipped };
}

/** The sum of the file was checked, so what was written is what is read. */
function readIndex(content: string | undefined, question: readonly string[]): Index {
  const index = content === undefined ? undefined : (JSON.parse(content) as Index);
  const isOurs = index !== undefined && isSameQuestion(index.question, question);
  return isOurs ? index : { question, folders: [], rows: [] };
}
