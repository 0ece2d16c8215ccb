/** Keeps a whole copy of a registry in a folder, of which every byte is proved by the log. */
import {
  fileExists,
  joinPath,
  readBytes,
  readText,
  removeFile,
  refuseLinks,
  writeWithoutLinks,
  computeSha256,
} from "../../platform/index.ts";
import type { KeyPair } from "../../platform/signing/index.ts";
import type { TrustedKeys } from "../sign/trust.ts";
import {
  fetchBody,
  fetchExpectedBody,
  readRegistryAddress,
  type WebOptions,
} from "../sources/http.ts";
import { fetchRootKey, wrongLog } from "../states/fetch-statements.ts";
import { followRoot } from "../states/roots.ts";
import {
  computeKeyFingerprint,
  formatNoteKey,
  formatTilePath,
  isTakenDown,
  openNote,
  parseStatement,
  parseCheckpoint,
  readBundle,
  type RootChain,
  signCheckpoint,
  type Statement,
  WHOLE_SKILL,
} from "../transparency/index.ts";
import { LOG_FOLDER, readEntries, listTiles, verifyEntries, writeTiles } from "./log-copy.ts";

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
  const found = await fetchRootKey(address, options);
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
    refuseLinks(file, folder);
    removeFile(file);
    return true;
  });
  const { fetched, withheld } = await fetchArchives(address, folder, wanted, options);
  writeTiles(folder, entries, levels, kept.length);
  const { witness } = options;
  const seconds = Math.floor(options.now() / 1000);
  const signed = witness === undefined ? "" : signCheckpoint(note, { ...witness, seconds });
  writeWithoutLinks(joinPath(log, "key"), `${formatNoteKey(key)}\n`, { named: folder });
  // The last: whoever reads it finds all that it stands for.
  writeWithoutLinks(joinPath(log, "checkpoint"), `${note}${signed}`, { named: folder });
  return {
    address,
    folder,
    fingerprint: computeKeyFingerprint(key),
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
  const { bytes } = await fetchBody({ url: `${address}/${LOG_FOLDER}/${path}` }, options);
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
  for (const tile of listTiles("entries", to, from)) {
    const url = `${address}/${LOG_FOLDER}/tile/${formatTilePath(tile)}`;
    const some = readBundle((await fetchBody({ url }, options)).bytes);
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
  /** The last statements by version, by the names that skills have by now. */
  const skills = new Map<string, Map<string, Statement>>();
  const former = new Set<string>();
  let hidden = 0;
  for (const [index, entry] of entries.entries()) {
    const statement = parseStatement(Buffer.from(entry).toString("utf8"), chain, index);
    if (statement === undefined) {
      hidden += 1;
      continue;
    }
    const { name, version, formerly = [] } = statement;
    const versions = skills.get(name) ?? new Map<string, Statement>();
    skills.set(name, versions.set(version, statement));
    // A skill that was renamed is stated once, and not with each of its versions.
    for (const before of formerly)
      for (const path of moveVersions(skills, before, name)) former.add(path);
  }
  const wanted = new Map<string, string>();
  for (const [name, versions] of skills) {
    const whole = versions.get(WHOLE_SKILL);
    for (const [version, { state, digests }] of versions) {
      const path = archivePath(name, version);
      if (path === undefined) continue;
      const isGone = isTakenDown(state) || (whole !== undefined && isTakenDown(whole.state));
      if (isGone) former.add(path);
      else if (digests !== undefined && state !== "in-review") wanted.set(path, digests.archive);
    }
  }
  // A skill may take back a name that it had.
  return { wanted, gone: [...former].filter((path) => !wanted.has(path)), hidden };
}

/** Gives the versions of a skill its later name; returns where their archives were. */
function moveVersions(
  skills: Map<string, Map<string, Statement>>,
  from: string,
  to: string,
): readonly string[] {
  const [before, now] = [skills.get(from), skills.get(to)];
  if (before === undefined || now === undefined || from === to) return [];
  skills.delete(from);
  for (const [version, statement] of before) if (!now.has(version)) now.set(version, statement);
  return [...before.keys()].flatMap((version) => archivePath(from, version) ?? []);
}

/** Where the archive is, at the registry and in the folder; undefined for names that would lead elsewhere. */
function archivePath(name: string, version: string): string | undefined {
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
    return !fileExists(file) || `sha256:${computeSha256(readBytes(file))}` !== digest;
  });
  let done = 0;
  const fetchOne = async ([path, digest]: readonly [string, string]): Promise<void> => {
    const given = await fetchExpectedBody({ url: `${address}/${path}` }, options);
    options.onProgress?.((done += 1), missing.length);
    if (given === undefined) {
      withheld.push(path);
      return;
    }
    const { bytes } = given;
    if (`sha256:${computeSha256(bytes)}` !== digest)
      throw wrongLog(address, `${path} is not what its statement says`);
    writeWithoutLinks(joinPath(folder, path), bytes, { named: folder });
  };
  for (let start = 0; start < missing.length; start += AT_ONCE)
    await Promise.all(missing.slice(start, start + AT_ONCE).map(fetchOne));
  return { fetched: missing.length - withheld.length, withheld: withheld.toSorted() };
}
