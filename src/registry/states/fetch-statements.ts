/** Asks a registry what it states of versions, and believes only what its log proves. */
import { computeSha256 } from "../../platform/index.ts";
import { isList, isObject, type Json, type JsonObject } from "../../skill/index.ts";
import { fail } from "../errors.ts";
import type { TrustedKeys } from "../sign/trust.ts";
import { fromBase64 } from "../sign/base64.ts";
import { fetchJsonObject, type WebOptions } from "../sources/http.ts";
import { keepText } from "../sources/web-cache.ts";
import {
  type Checkpoint,
  formatCommitment,
  hashLeaf,
  isIncluded,
  type NoteKey,
  openChain,
  openNote,
  parseNote,
  parseCheckpoint,
  parseNoteKey,
  type RootChain,
  type Statement,
} from "../transparency/index.ts";
import { followRoot, openOnce, renewedRoot } from "./roots.ts";

const LOG_PATH = "/registry/log";
/** So many versions a registry states in one answer. */
const MOST_AT_ONCE = 50;

export interface RequestedVersion {
  readonly name: string;
  readonly version: string;
}

/** A statement whose place in the log was proved. */
export interface ProvedStatement {
  readonly note: string;
  readonly index: number;
  readonly statement: Statement;
}

export interface ProvedVersion extends RequestedVersion {
  readonly own: ProvedStatement;
  readonly skill?: ProvedStatement;
}

export interface ProvedAnswer {
  /** The key as the registry gives it. */
  readonly key: string;
  /** That key with those that led to it. */
  readonly chain: RootChain;
  readonly checkpoint: Checkpoint;
  readonly stated: readonly ProvedVersion[];
}

export interface FetchOptions extends WebOptions {
  readonly trust?: TrustedKeys;
}

/** Undefined where the registry has no log. */
export async function fetchStatements(
  address: string,
  versions: readonly RequestedVersion[],
  options: FetchOptions,
): Promise<ProvedAnswer | undefined> {
  let all: ProvedAnswer | undefined;
  for (let start = 0; start < versions.length; start += MOST_AT_ONCE) {
    const some = versions.slice(start, start + MOST_AT_ONCE);
    const url = statementsAt(address, some);
    const answer = await fetchJsonObject({ url }, options);
    if (answer === undefined) return undefined;
    const trust = options.trust ?? new Map();
    const proved = prove(address, answer, some, trust);
    const renewed = renewedRoot(trust, address);
    if (renewed !== undefined) options.onNewRoot?.(renewed);
    if (some.length > 1) cacheEach(address, answer, some, options);
    all = { ...proved, stated: [...(all?.stated ?? []), ...proved.stated] };
  }
  return all;
}

function statementsAt(address: string, versions: readonly RequestedVersion[]): string {
  const words = new URLSearchParams({
    of: versions.map(({ name, version }) => `${name}@${version}`).join(","),
  });
  return `${address}${LOG_PATH}/statements?${words.toString()}`;
}

/** Each of several with its proofs, as if it had been asked for alone. */
function cacheEach(
  address: string,
  { stated, ...rest }: JsonObject,
  asked: readonly RequestedVersion[],
  { cache }: FetchOptions,
): void {
  for (const item of isList(stated) ? stated.filter(isObject) : []) {
    const one = asked.find(
      ({ name, version }) => item["name"] === name && item["version"] === version,
    );
    if (one !== undefined)
      keepText(cache, statementsAt(address, [one]), JSON.stringify({ ...rest, stated: [item] }));
  }
}

/** Proofs that the log only grew from one size to another. */
export async function fetchConsistencyProof(
  address: string,
  from: number,
  to: number,
  options: WebOptions,
): Promise<readonly Uint8Array[] | undefined> {
  const url = `${address}${LOG_PATH}/consistency?from=${from}&to=${to}`;
  const answer = await fetchJsonObject({ url }, options);
  return answer === undefined ? undefined : hashesIn(answer["proof"]);
}

export interface RootKey {
  readonly text: string;
  readonly key: NoteKey;
  readonly chain: RootChain;
}

/** The key that a registry gives for its log; undefined where it has none. */
export async function fetchRootKey(
  address: string,
  options: WebOptions,
): Promise<RootKey | undefined> {
  const answer = await fetchJsonObject({ url: `${address}${LOG_PATH}/statements?of=` }, options);
  const text = answer?.["key"];
  const key = typeof text === "string" ? parseNoteKey(text) : undefined;
  if (key === undefined || typeof text !== "string") return undefined;
  const roots = answer?.["roots"];
  const notes = (isList(roots) ? roots : []).filter((one) => typeof one === "string");
  const chain = openChain(notes, key);
  if (chain === undefined) throw wrongLog(address, "its keys do not follow one another");
  return { text, key, chain };
}

export function wrongLog(address: string, reason: string): Error {
  return fail("registry/wrong-log", { address, reason });
}

function prove(
  address: string,
  answer: JsonObject,
  asked: readonly RequestedVersion[],
  trust: TrustedKeys,
): ProvedAnswer {
  const { key: text, checkpoint: note, stated } = answer;
  const key = typeof text === "string" ? parseNoteKey(text) : undefined;
  if (key === undefined || typeof text !== "string" || typeof note !== "string")
    throw wrongLog(address, "it has no key or no checkpoint");
  const notes = isList(answer["roots"]) ? answer["roots"] : [];
  const chain = openChain(
    notes.filter((one) => typeof one === "string"),
    key,
  );
  if (chain === undefined) throw wrongLog(address, "its keys do not follow one another");
  if (!followRoot(trust, address, chain))
    throw wrongLog(address, "it is signed with another key than the one that you trust");
  const checkpoint = parseCheckpoint(openNote(note, key) ?? "");
  if (checkpoint === undefined || checkpoint.origin !== key.name)
    throw wrongLog(address, "its checkpoint is not signed with its key");
  const context = { address, chain, checkpoint };
  const found = (isList(stated) ? stated : []).flatMap((item) => {
    const wanted = isObject(item)
      ? asked.find(({ name, version }) => item["name"] === name && item["version"] === version)
      : undefined;
    return wanted === undefined || !isObject(item) ? [] : [proveVersion(item, wanted, context)];
  });
  return { key: text, chain, checkpoint, stated: found };
}

interface ProofContext {
  readonly address: string;
  readonly chain: RootChain;
  readonly checkpoint: Checkpoint;
}

function proveVersion(
  item: JsonObject,
  { name, version }: RequestedVersion,
  context: ProofContext,
): ProvedVersion {
  const skill =
    item["skill"] === undefined ? undefined : proveEntry(item["skill"], [name], context);
  // A skill that was renamed is stated once; what was stated of its versions before has the name of then.
  const names = skill === undefined ? [] : namesIn(skill.statement);
  const own = proveEntry(item["own"], [name, ...names], context);
  if (own.statement.version !== version)
    throw wrongLog(context.address, `a statement on \`${name}\` is for another version`);
  return { name, version, own, ...(skill === undefined ? {} : { skill }) };
}

function proveEntry(
  value: Json | undefined,
  [name = "", ...others]: readonly string[],
  { address, chain, checkpoint: { size, root } }: ProofContext,
): ProvedStatement {
  const given = isObject(value) ? value : {};
  const { statement: note, commitment, index } = given;
  const place = typeof index === "number" ? index : Infinity;
  const statement = typeof note === "string" ? openOnce(note, chain, place) : undefined;
  if (statement === undefined || typeof note !== "string" || typeof index !== "number")
    throw wrongLog(address, `a statement on \`${name}\` is not signed with its key`);
  const isNamed = namesIn(statement).some(
    (one) => one === name || one.endsWith(`/${name}`) || others.includes(one),
  );
  if (!isNamed) throw wrongLog(address, `a statement on \`${name}\` is for another skill`);
  const entry = typeof commitment === "string" ? commitment : note;
  if (entry !== note && parseNote(entry, chain, index) !== formatCommitment(computeSha256(note)))
    throw wrongLog(address, `a statement on \`${name}\` is not the one of the log`);
  const leaf = hashLeaf(Buffer.from(entry));
  const proof = hashesIn(given["proof"]);
  if (proof === undefined || !isIncluded({ index, size, leaf, root }, proof))
    throw wrongLog(address, `a statement on \`${name}\` does not stand in it`);
  return { note, index, statement };
}

/** All full names under which a statement is about its skill. */
function namesIn({ name, formerly = [] }: Statement): readonly string[] {
  return [name, ...formerly];
}

const HASH_BYTES = 32;

function hashesIn(value: Json | undefined): readonly Uint8Array[] | undefined {
  if (!isList(value)) return undefined;
  const hashes = value.map(fromBase64).filter((bytes) => bytes?.length === HASH_BYTES);
  return hashes.length === value.length ? hashes.filter((bytes) => bytes !== undefined) : undefined;
}
