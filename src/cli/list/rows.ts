import {
  cacheFolder,
  FOLDER_FIELDS,
  indexFolders,
  isSettled,
  openLedger,
  openStore,
  type Skipped,
  takeStamp,
} from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { resolveSettled } from "../../app/machine/inputs.ts";
import type { EntryReader } from "./entry.ts";
import { type Row, rowOf } from "./row.ts";

export interface Listing {
  readonly rows: readonly Row[];
  readonly skipped: readonly Skipped[];
}

/** Reads in one thread: a second one saves little time and takes a quarter more memory. */
export async function readRows(context: Context): Promise<Listing> {
  return context.options.isOn("cache") ? readThroughIndex(context) : readAnew(context);
}

/** What reads skills is loaded only where there is something to read. */
async function loadReader(): Promise<EntryReader> {
  const { createEntryReader } = await import("./entry.ts");
  return createEntryReader();
}

async function readAnew(context: Context): Promise<Listing> {
  const read = await loadReader();
  context.beginSweep();
  const { files, skipped } = await resolveSettled(context.arguments);
  return { rows: files.map((file) => rowOf(read(file))), skipped };
}

/** Texts of a record about a skill: the path as it is shown, the name and the row. */
const ROW_FIELDS = 3;

/** Looks only at what changed since the index was written. */
async function readThroughIndex(context: Context): Promise<Listing> {
  const now = context.now();
  const store = openStore(cacheFolder(context.environment), now);
  const question = [context.version, context.folder, ...context.arguments];
  const before = store.read("list", question);
  const folders = openLedger(before.folders, FOLDER_FIELDS);
  const known = openLedger(before.files, ROW_FIELDS);
  const { files, skipped } = await resolveSettled(context.arguments, indexFolders(folders, now));
  let read: EntryReader | undefined;
  const rows: Row[] = [];
  for (const file of files) {
    const stamp = takeStamp(file.path);
    const record = stamp === undefined ? undefined : known.find(file.path, stamp);
    if (record !== undefined) {
      known.keep(record);
      const [path, name] = [known.text(record, 0), known.text(record, 1)];
      rows.push({ path, name, json: known.text(record, 2) });
      continue;
    }
    if (read === undefined) {
      read = await loadReader();
      context.beginSweep();
    }
    const row = rowOf(read(file));
    if (stamp !== undefined && isSettled(stamp, now) && isReadable(row))
      known.add(file.path, stamp, [row.path, row.name, row.json]);
    rows.push(row);
  }
  if (folders.hasChanged() || known.hasChanged())
    store.write("list", question, { folders: folders.encode(), files: known.encode() });
  return { rows, skipped };
}

/** A file that cannot be read keeps its stamp when its rights change on the way to it. */
function isReadable({ json }: Row): boolean {
  return !json.includes('"failure":');
}
