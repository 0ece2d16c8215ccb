import { type Environment, reasonOf } from "../../platform/index.ts";
import { sharedNameResolver } from "../../platform/network/index.ts";
import { SkillError } from "../../skill/index.ts";
import { registryCodes } from "../errors.ts";
import type { LockEntry, SkillLock } from "../lock/index.ts";
import { mirrored, readRegistryAddress } from "../sources/http.ts";
import { formatNoteKey, isConsistent, isTakenDown } from "../transparency/index.ts";
import {
  fetchConsistencyProof,
  type FetchOptions,
  fetchStatements,
  type ProvedAnswer,
  type ProvedVersion,
  wrongLog,
} from "./fetch-statements.ts";
import { rootFor } from "./roots.ts";
import {
  hasWrittenStates,
  type KnownLog,
  type KnownState,
  readStates,
  writeStates,
} from "./state-file.ts";

export interface RefreshOptions extends FetchOptions {
  readonly now: number;
  /** Says where caches lie. */
  readonly environment: Environment;
  /** What was asked for within so many milliseconds is not asked for again. */
  readonly maxAgeMs: number;
  /** The registry that the user has chosen. */
  readonly registry?: string;
}

/** A registry that could not be asked, and why. */
export interface UnreachedRegistry {
  readonly address: string;
  readonly reason: string;
}

/** Asks registries what became of the installed skills of a folder, and keeps it; what cannot be asked stays as known. */
export async function refreshStates(
  folder: string,
  lock: SkillLock,
  options: RefreshOptions,
): Promise<readonly UnreachedRegistry[]> {
  const known = readStates(folder);
  const isOwn = hasWrittenStates(folder, options.environment);
  const isFresh = ({ name, version }: LockEntry): boolean => {
    if (!isOwn) return false;
    const state = known.skills.get(name);
    const age = options.now - Date.parse(state?.askedAt ?? "");
    return state?.version === version && age >= 0 && age < options.maxAgeMs;
  };
  const from = [...lock.values()].filter(
    ({ source, reference }) => source === "registry" && reference !== undefined,
  );
  const [logs, skills] = [new Map(known.logs), new Map(known.skills)];
  const unasked: UnreachedRegistry[] = [];
  let isChanged = false;
  for (const [address, entries] of Map.groupBy(from, ({ resolved }) => resolved)) {
    if (entries.every(isFresh)) continue;
    try {
      readRegistryAddress(address);
      const log = known.logs.get(address);
      const web =
        (isOwn && log !== undefined) || isChosen(address, options) ? options : openOnly(options);
      const asked = await fetchFromRegistry(address, entries, log, web);
      if (asked === undefined) continue;
      logs.set(address, asked.log);
      for (const [name, state] of asked.states) skills.set(name, state);
      isChanged = true;
    } catch (error) {
      if (!SkillError.isInstance(error)) throw error;
      // A log that was rewritten is worse than one that cannot be reached.
      if (error.diagnostic.code === registryCodes.wrongLog) throw error;
      unasked.push({ address, reason: reasonOf(error).replace(/\.$/u, "") });
    }
  }
  if (isChanged) {
    const kept = [...skills].filter(([name]) => lock.has(name));
    writeStates(folder, { logs, skills: new Map(kept) }, options.environment);
  }
  return unasked;
}

/** Whether the user has said that this registry is to be asked, wherever it is. */
function isChosen(address: string, options: RefreshOptions): boolean {
  const { registry, trust = new Map(), tokenFor } = options;
  return (
    address === registry ||
    rootFor(trust, address) !== undefined ||
    mirrored(address, options) !== address ||
    tokenFor?.(new URL(address)) !== undefined
  );
}

/** The lock may have come with a repository, and name any server of the user's machine or network. */
function openOnly(options: RefreshOptions): RefreshOptions {
  const guard = { allowPrivate: [], resolve: sharedNameResolver().forOwner("locks") };
  return { ...options, guard };
}

async function fetchFromRegistry(
  address: string,
  entries: readonly LockEntry[],
  before: KnownLog | undefined,
  options: RefreshOptions,
): Promise<
  { readonly log: KnownLog; readonly states: ReadonlyMap<string, KnownState> } | undefined
> {
  const wanted = entries.map((entry) => ({ name: nameIn(entry), version: entry.version, entry }));
  const answer = await fetchStatements(address, wanted, options);
  if (answer === undefined) return undefined;
  await checkGrowth(address, before, answer, options);
  const askedAt = new Date(options.now).toISOString();
  const states = new Map<string, KnownState>();
  for (const { name, version, entry } of wanted) {
    const found = answer.stated.find((one) => one.name === name && one.version === version);
    if (found !== undefined) states.set(entry.name, { version, ...stateOf(found), askedAt });
  }
  const { key, checkpoint } = answer;
  const root = Buffer.from(checkpoint.root).toString("base64");
  return { log: { key, size: checkpoint.size, root }, states };
}

/** As the registry calls it: with its publisher. */
function nameIn({ name, reference = "" }: LockEntry): string {
  const full = reference.slice(reference.lastIndexOf("#") + 1);
  const at = full.indexOf("@", 1);
  const found = at === -1 ? full : full.slice(0, at);
  return found === "" ? name : found;
}

/** What is said of the skill as a whole counts where it is worse. */
function stateOf({ own, skill }: ProvedVersion): Pick<KnownState, "state" | "reason"> {
  const whole = skill?.statement;
  const said =
    whole !== undefined && !isTakenDown(own.statement.state) && whole.state !== "listed"
      ? whole
      : own.statement;
  return { state: said.state, reason: said.reason };
}

/** A log only grows: one that is shorter, or has another past, tells different things to different people. */
async function checkGrowth(
  address: string,
  before: KnownLog | undefined,
  { key, chain, checkpoint }: ProvedAnswer,
  options: RefreshOptions,
): Promise<void> {
  if (before === undefined) return;
  const known = [key, ...chain.former.map((one) => formatNoteKey(one.key))];
  if (!known.includes(before.key))
    throw wrongLog(address, "it is signed with another key than before");
  const { size } = checkpoint;
  if (size < before.size) throw wrongLog(address, "it is shorter than before");
  const proof =
    size === before.size ? [] : await fetchConsistencyProof(address, before.size, size, options);
  const old = { size: before.size, root: Buffer.from(before.root, "base64") };
  if (proof === undefined || !isConsistent(old, checkpoint, proof))
    throw wrongLog(address, "its entries are not those of before");
}
