import { type Environment, reasonOf } from "../../platform/index.ts";
import { SkillError } from "../../skill/index.ts";
import { registryCodes } from "../errors.ts";
import type { LockEntry, SkillLock } from "../lock/index.ts";
import { readRegistryAddress } from "../sources/http.ts";
import { formatNoteKey, isConsistent, isTakenDown } from "../transparency/index.ts";
import {
  askConsistency,
  type AskOptions,
  askStatements,
  type ProvedAnswer,
  type ProvedVersion,
  wrongLog,
} from "./ask-statements.ts";
import {
  hasWrittenStates,
  type KnownLog,
  type KnownState,
  readStates,
  writeStates,
} from "./state-file.ts";

export interface RefreshOptions extends AskOptions {
  readonly now: number;
  /** Says where caches lie. */
  readonly environment: Environment;
  /** What was asked for within so many milliseconds is not asked for again. */
  readonly maxAgeMs: number;
}

/** A registry that could not be asked, and why. */
export interface UnaskedRegistry {
  readonly address: string;
  readonly reason: string;
}

/** Asks registries what became of the installed skills of a folder, and keeps it; what cannot be asked stays as known. */
export async function refreshStates(
  folder: string,
  lock: SkillLock,
  options: RefreshOptions,
): Promise<readonly UnaskedRegistry[]> {
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
  const unasked: UnaskedRegistry[] = [];
  let isChanged = false;
  for (const [address, entries] of Map.groupBy(from, ({ resolved }) => resolved)) {
    if (entries.every(isFresh)) continue;
    try {
      // The lock may be a stranger's, and name any place of the user's network.
      readRegistryAddress(address);
      const asked = await askRegistry(address, entries, known.logs.get(address), options);
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

async function askRegistry(
  address: string,
  entries: readonly LockEntry[],
  before: KnownLog | undefined,
  options: RefreshOptions,
): Promise<
  { readonly log: KnownLog; readonly states: ReadonlyMap<string, KnownState> } | undefined
> {
  const wanted = entries.map((entry) => ({ name: nameIn(entry), version: entry.version, entry }));
  const answer = await askStatements(address, wanted, options);
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
    size === before.size ? [] : await askConsistency(address, before.size, size, options);
  const old = { size: before.size, root: Buffer.from(before.root, "base64") };
  if (proof === undefined || !isConsistent(old, checkpoint, proof))
    throw wrongLog(address, "its entries are not those of before");
}
