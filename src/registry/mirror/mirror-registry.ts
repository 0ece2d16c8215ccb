/** Keeps a whole copy of a registry in a folder, of which every byte is proved by the log. */
import {
  fileExists,
  joinPath,
  readBytes,
  readText,
  removeFile,
  requirePlainWay,
  sha256Of,
} from "../../platform/index.ts";
import type { KeyPair } from "../../platform/signing/index.ts";
import type { TrustedKeys } from "../sign/trust.ts";
import {
  askForBytes,
  askForGivenBytes,
  readRegistryAddress,
  type WebOptions,
} from "../sources/http.ts";
import { askRootKey, wrongLog } from "../states/ask-statements.ts";
import { followRoot } from "../states/roots.ts";
import {
  fingerprintOfKey,
  formatNoteKey,
  formatTilePath,
  isTakenDown,
  openNote,
  openStatementOf,
  parseCheckpoint,
  readBundle,
  type RootChain,
  signCheckpoint,
  type Statement,
  WHOLE_SKILL,
} from "../transparency/index.ts";
import {
  LOG_FOLDER,
  readEntries,
  tilesOf,
  verifyEntries,
  writeCopy,
  writeTiles,
} from "./log-copy.ts";

export interface MirrorOptions extends WebOptions {
  readonly trust: TrustedKeys;
  readonly now: () => number;
  /** Signs the checkpoint too, under a name. */
  readonly witness?: { readonly name: string; readonly pair: KeyPair };
  readonly onProgress?: (done: number, all: number) => void;
}

export interface MirrorReport {
  readonly address: string;
  readonly folder: string;
  readonly fingerprint: string;
  /** Entries of the log, and how many of them are new. */
  readonly entries: number;
  readonly added: number;
  readonly archives: number;
  readonly fetched: number;
  /** Archives that the registry took down, and that are gone from the copy. */
  readonly removed: readonly string[];
  /** Archives that the log lists and the registry does not give, such as those of skills that are private by now. */
  readonly withheld: readonly string[];
  /** Entries on skills that are not public, of which the log has only digests. */
  readonly hidden: number;
}

/** Requests at one time. */
const AT_ONCE = 6;

export async function mirrorRegistry(
  registry: string,
  folder: string,
  options: MirrorOptions,
): Promise<MirrorReport> {
  const address = readRegistryAddress(registry);
  const log = joinPath(folder, LOG_FOLDER);
  const found = await askRootKey(address, options);
  if (found === undefined) throw wrongLog(address, "it has none");
  const { chain, key } = found;
  if (!followRoot(options.trust, address, chain))
    throw wrongLog(address, "it is signed with another key than the one that you trust");
  const before = readBefore(address, log, chain);
  const note = await textAt(address, "checkpoint", options);
  const checkpoint = parseCheckpoint(openNote(note, key) ?? "");
  if (checkpoint?.origin !== key.name)
    throw wrongLog(address, "its checkpoint is not signed with its key");
  if (checkpoint.size > MOST_ENTRIES)
    throw wrongLog(address, `it says to have more than ${MOST_ENTRIES} entries`);
  if (checkpoint.size < before) throw wrongLog(address, "it is shorter than before");
  const kept = readEntries(folder, before);
  const entries = [
    ...kept,
    ...(await fetchEntries(address, { from: kept.length, to: checkpoint.size }, options)),
  ];
  // Also shows that the log only grew: what was copied before stands at its beginning.
  const levels = verifyEntries(address, entries, checkpoint, chain);
  const { wanted, gone, hidden } = readSubjects(entries, chain);
  // First: whatever else fails, nobody keeps on handing out what was taken down.
  const removed = gone.filter((path) => {
    const file = joinPath(folder, path);
    if (!fileExists(file)) return false;
    requirePlainWay(file, folder);
    removeFile(file);
    return true;
  });
  const { fetched, withheld } = await fetchArchives(address, folder, wanted, options);
  writeTiles(folder, entries, levels, kept.length);
  const { witness } = options;
  const seconds = Math.floor(options.now() / 1000);
  const signed = witness === undefined ? "" : signCheckpoint(note, { ...witness, seconds });
  writeCopy(folder, joinPath(log, "key"), `${formatNoteKey(key)}\n`);
  // The last: whoever reads it finds all that it stands for.
  writeCopy(folder, joinPath(log, "checkpoint"), `${note}${signed}`);
  return {
    address,
    folder,
    fingerprint: fingerprintOfKey(key),
    entries: checkpoint.size,
    added: checkpoint.size - kept.length,
    archives: wanted.size - withheld.length,
    fetched,
    removed,
    withheld,
    hidden,
  };
}

/** The size of the copy that is there; its key has to be one of those of the registry. */
function readBefore(address: string, log: string, chain: RootChain): number {
  const [keyFile, file] = [joinPath(log, "key"), joinPath(log, "checkpoint")];
  if (!fileExists(keyFile) || !fileExists(file)) return 0;
  const keys = [chain.current, ...chain.former.map(({ key }) => key)];
  const key = keys.find((one) => formatNoteKey(one) === readText(keyFile).trim());
  if (key === undefined)
    throw wrongLog(address, "it is signed with another key than the copy in the folder");
  return parseCheckpoint(openNote(readText(file), key) ?? "")?.size ?? 0;
}

async function textAt(address: string, path: string, options: WebOptions): Promise<string> {
  const { bytes } = await askForBytes({ url: `${address}/${LOG_FOLDER}/${path}` }, options);
  return Buffer.from(bytes).toString("utf8");
}

/** All of the log is held in memory while it is verified. */
const MOST_LOG_BYTES = 1024 ** 3;
const MOST_ENTRIES = 5_000_000;

async function fetchEntries(
  address: string,
  { from, to }: { readonly from: number; readonly to: number },
  options: WebOptions,
): Promise<readonly Uint8Array[]> {
  const entries: Uint8Array[] = [];
  let bytes = 0;
  for (const tile of tilesOf("entries", to, from)) {
    const url = `${address}/${LOG_FOLDER}/tile/${formatTilePath(tile)}`;
    const some = readBundle((await askForBytes({ url }, options)).bytes);
    if (some?.length !== tile.width) throw wrongLog(address, "a bundle of entries is cut");
    entries.push(...some);
    bytes += some.reduce((all, { length }) => all + length, 0);
    if (bytes > MOST_LOG_BYTES) throw wrongLog(address, "it is larger than 1 GiB");
  }
  // The first bundle may begin with what is known.
  return entries.slice(entries.length - (to - from));
}

interface Subjects {
  /** Digests of archives by their paths. */
  readonly wanted: ReadonlyMap<string, string>;
  readonly gone: readonly string[];
  readonly hidden: number;
}

/** What is to be there by the last statement on each version, and what is not. */
function readSubjects(entries: readonly Uint8Array[], chain: RootChain): Subjects {
  const last = new Map<string, Statement>();
  const former = new Set<string>();
  let hidden = 0;
  for (const [index, entry] of entries.entries()) {
    const statement = openStatementOf(Buffer.from(entry).toString("utf8"), chain, index);
    if (statement === undefined) hidden += 1;
    else {
      last.set(subjectOf(statement), statement);
      for (const name of statement.formerly ?? []) former.add(subjectOf({ ...statement, name }));
      // A skill may take back a name that it had.
      former.delete(subjectOf(statement));
    }
  }
  const wanted = new Map<string, string>();
  const gone: string[] = [];
  for (const [subject, statement] of last) {
    const path = archivePath(statement);
    if (path === undefined) continue;
    const whole = last.get(subjectOf({ ...statement, version: WHOLE_SKILL }));
    const isGone = [statement, whole].some((one) => one !== undefined && isTakenDown(one.state));
    const digest = statement.digests?.archive;
    if (isGone || former.has(subject)) gone.push(path);
    else if (digest !== undefined && statement.state !== "in-review") wanted.set(path, digest);
  }
  return { wanted, gone, hidden };
}

function subjectOf({ name, version }: Pick<Statement, "name" | "version">): string {
  return `${name}@${version}`;
}

/** Where the archive is, at the registry and in the folder; undefined for names that would lead elsewhere. */
function archivePath({ name, version }: Statement): string | undefined {
  const isSafe = /^@[\w-]+\/[\w-][\w.-]*$/u.test(name) && /^\d[\w.+-]*$/u.test(version);
  return isSafe ? `d/${name}@${version}.zip` : undefined;
}

/** Fetches what is missing, and whatever has other bytes than the log says. */
async function fetchArchives(
  address: string,
  folder: string,
  wanted: ReadonlyMap<string, string>,
  options: MirrorOptions,
): Promise<{ readonly fetched: number; readonly withheld: readonly string[] }> {
  const withheld: string[] = [];
  const missing = [...wanted].filter(([path, digest]) => {
    const file = joinPath(folder, path);
    return !fileExists(file) || `sha256:${sha256Of(readBytes(file))}` !== digest;
  });
  let done = 0;
  const fetchOne = async ([path, digest]: readonly [string, string]): Promise<void> => {
    const given = await askForGivenBytes({ url: `${address}/${path}` }, options);
    options.onProgress?.((done += 1), missing.length);
    if (given === undefined) {
      withheld.push(path);
      return;
    }
    const { bytes } = given;
    if (`sha256:${sha256Of(bytes)}` !== digest)
      throw wrongLog(address, `${path} is not what its statement says`);
    writeCopy(folder, joinPath(folder, path), bytes);
  };
  for (let start = 0; start < missing.length; start += AT_ONCE)
    await Promise.all(missing.slice(start, start + AT_ONCE).map(fetchOne));
  return { fetched: missing.length - withheld.length, withheld: withheld.toSorted() };
}
