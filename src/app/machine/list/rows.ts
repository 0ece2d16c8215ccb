import {
  cacheFolder,
  FOLDER_FIELDS,
  indexFolders,
  isStable,
  openLedger,
  openStore,
  takeStamp,
} from "../../../platform/index.ts";
import { Listing, type Row } from "../../library/listing.ts";
import { toRow } from "../../library/row.ts";
import { resolveRecovered } from "../inputs.ts";
import type { LocalComputer } from "../local-computer.ts";
import { mapFiles, meterFolders } from "../meter.ts";
import type { EntryReader } from "./entry.ts";

/** Reads in one thread: a second one saves little time and takes a quarter more memory. */
export async function readRows(
  paths: readonly string[],
  isCached: boolean,
  computer: LocalComputer,
): Promise<Listing> {
  return isCached ? readThroughIndex(paths, computer) : readAnew(paths, computer);
}

/** What reads skills is loaded only where there is something to read. */
async function loadReader(): Promise<EntryReader> {
  const { createEntryReader } = await import("./entry.ts");
  return createEntryReader();
}

async function readAnew(
  paths: readonly string[],
  { tuneGc, startMeter }: LocalComputer,
): Promise<Listing> {
  const read = await loadReader();
  tuneGc();
  const meter = startMeter?.();
  const { files, skipped } = await resolveRecovered(paths, meterFolders(meter));
  return new Listing(
    mapFiles(files, meter, (file) => toRow(read(file))),
    skipped,
  );
}

/** Texts of a record about a skill: the path as it is shown, the name and the row. */
const ROW_FIELDS = 3;

/** Looks only at what changed since the index was written. */
async function readThroughIndex(
  paths: readonly string[],
  computer: LocalComputer,
): Promise<Listing> {
  const now = computer.now();
  const store = openStore(cacheFolder(computer.environment), now);
  const question = [computer.version, computer.folder, ...paths];
  const before = store.read("list", question);
  const folders = openLedger(before.folders, FOLDER_FIELDS);
  const known = openLedger(before.files, ROW_FIELDS);
  const tree = indexFolders(folders, now);
  const meter = computer.startMeter?.();
  const { files, skipped, kept } = await resolveRecovered(paths, meterFolders(meter, tree.read));
  let read: EntryReader | undefined;
  const rows: Row[] = [];
  for (const [index, file] of files.entries()) {
    meter?.step({ unit: "skills", done: index + 1, all: files.length, path: file.shown });
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
      computer.tuneGc();
    }
    const row = toRow(read(file));
    if (stamp !== undefined && isStable(stamp, now) && isReadable(row))
      known.add(file.path, stamp, [row.path, row.name, row.json]);
    rows.push(row);
  }
  meter?.end();
  if (folders.hasChanged() || known.hasChanged())
    store.write("list", question, { folders: folders.encode(), files: known.encode() });
  const places = known.places();
  const isWhole = tree.isWhole() && skipped.length === 0 && kept.length === 0;
  if (isWhole && places.count === files.length)
    computer.madeFrom?.({ places: [folders.places(), places], others: new Map() });
  return new Listing(rows, skipped);
}

/** A file that cannot be read keeps its stamp when its rights change on the way to it. */
function isReadable({ json }: Row): boolean {
  return !json.includes('"failure":');
}
