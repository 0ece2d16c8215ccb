import {
  errorCode,
  fileExists,
  joinPath,
  lastPart,
  parentOf,
  readText,
  realPath,
  reasonOf,
} from "../../platform/index.ts";
import { linksIn, stableMark } from "../../platform/tree/index.ts";
import { SkillError } from "../../skill/index.ts";
import { contentDigest, treeIntegrity } from "../package/digests.ts";
import { readInstalled } from "../package/read-files.ts";
import { type KnownStates, readStates, statesPath, whyTakenDown } from "../states/state-file.ts";
import { LOCAL_SOURCE, type LockEntry } from "./entry.ts";
import { lockPath, parseLock, type SkillLock } from "./lock-file.ts";

/** What speaks against a file. */
interface Refusal {
  /** A sentence. */
  readonly says: string;
  /** It is as it was installed, but the registry has taken it down. */
  readonly isTakenDown: boolean;
}

/** Why a file must not be used; undefined where nothing speaks against it. */
export type RefusalReason = (file: string) => Refusal | undefined;

/** What a lock says; a sentence where it cannot be believed. */
type LockState = SkillLock | string | undefined;

function changed(says: string): Refusal {
  return { says, isTakenDown: false };
}

/**
 * Tells of a SKILL.md why it must not be used: it was installed, and its folder is not what the lock says, or the lock
 * itself cannot be believed. It can be asked for as long as a program runs: locks and files are looked at again
 * whenever they may have changed. Files of skills that no lock has are not looked at.
 */
export function lockGuard(): RefusalReason {
  const memory = new GuardMemory();
  let look: Look | undefined;
  return (file) => {
    if (look === undefined) {
      look = new Look(memory);
      // What is asked in one go, such as all skills of a folder, is answered by one look at the folder around them.
      queueMicrotask(() => {
        look = undefined;
      });
    }
    return look.whyRefused(file);
  };
}

interface Kept<Value> {
  readonly mark: string;
  readonly value: Value;
}

const NOTHING_KNOWN: KnownStates = { logs: new Map(), skills: new Map() };

/** What was seen before, each with a mark that every later change must alter. */
class GuardMemory {
  readonly #locks = new Map<string, Kept<LockState>>();
  readonly #states = new Map<string, Kept<KnownStates>>();
  readonly #links = new Map<string, Kept<ReadonlySet<string>>>();
  readonly #digests = new Map<string, Kept<Digests>>();

  lockOf(folder: string): LockState {
    const file = lockPath(folder);
    if (!fileExists(file)) return undefined;
    return recall(
      this.#locks,
      file,
      () => stableMark(file),
      () => openedLock(file),
    );
  }

  statesOf(folder: string): KnownStates {
    const file = statesPath(folder);
    if (!fileExists(file)) return NOTHING_KNOWN;
    return recall(
      this.#states,
      file,
      () => stableMark(file),
      () => readStates(folder),
    );
  }

  linksIn(folder: string): ReadonlySet<string> {
    return recall(
      this.#links,
      folder,
      () => stableMark(folder, "itself"),
      () => linksIn(folder),
    );
  }

  digestsOf(folder: string): Digests {
    return recall(
      this.#digests,
      folder,
      () => stableMark(folder),
      () => computeDigests(folder),
    );
  }
}

/** What was seen under the same mark; what changes while it is looked at is looked at again the next time. */
function recall<Value>(
  kept: Map<string, Kept<Value>>,
  path: string,
  markNow: () => string | undefined,
  look: () => Value,
): Value {
  const mark = markNow();
  const known = kept.get(path);
  if (mark !== undefined && known?.mark === mark) return known.value;
  const value = look();
  if (mark !== undefined && markNow() === mark) kept.set(path, { mark, value });
  else kept.delete(path);
  return value;
}

/** A folder with what its lock says of the folders in it. */
interface Around {
  /** Its path without links. */
  readonly real: string;
  readonly lock: LockState;
}

class Look {
  readonly #memory: GuardMemory;
  readonly #arounds = new Map<string, Around | undefined>();
  /** By folder, names in it that are links. */
  readonly #links = new Map<string, ReadonlySet<string>>();
  /** By folder, what speaks against the skills inside of which it lies. */
  readonly #outer = new Map<string, Refusal | undefined>();

  constructor(memory: GuardMemory) {
    this.#memory = memory;
  }

  whyRefused(file: string): Refusal | undefined {
    const folder = parentOf(file);
    const around = this.#around(parentOf(folder));
    if (around === undefined) return undefined;
    const name = lastPart(folder);
    if (isInstalled(around.lock, name) || !this.#isLink(around.real, name))
      return this.#judge(around, name);
    // A link from the folder of a client leads to where the skill was installed.
    if (typeof around.lock === "string" || !fileExists(folder)) return this.#judge(around, name);
    const real = realPath(folder);
    const behind = this.#around(parentOf(real));
    return behind === undefined ? undefined : this.#judge(behind, lastPart(real));
  }

  #isLink(folder: string, name: string): boolean {
    const links = this.#links.get(folder) ?? this.#memory.linksIn(folder);
    this.#links.set(folder, links);
    return links.has(name);
  }

  #around(folder: string): Around | undefined {
    if (!this.#arounds.has(folder)) this.#arounds.set(folder, this.#open(folder));
    return this.#arounds.get(folder);
  }

  #open(folder: string): Around | undefined {
    if (!fileExists(folder)) return undefined;
    const real = realPath(folder);
    return { real, lock: this.#memory.lockOf(real) };
  }

  #judge({ real, lock }: Around, name: string): Refusal | undefined {
    if (typeof lock === "string") return changed(lock);
    const entry = lock?.get(name);
    if (entry === undefined || !isInstalled(lock, name)) return this.#judgeOuter(real);
    if (this.#isLink(real, name))
      return changed("A link stands in the place of what `skill-lock.json` records.");
    const taken = whyTakenDown(this.#memory.statesOf(real), entry);
    if (taken !== undefined)
      return {
        says: `It was taken down by the registry: ${taken.replace(/\.$/u, "")}.`,
        isTakenDown: true,
      };
    if (entry.integrity === "" && entry.contentDigest === "") return undefined;
    return isAsRecorded(entry, this.#memory.digestsOf(joinPath(real, name)))
      ? undefined
      : changed("Its files are not those that `skill-lock.json` records.");
  }

  /** A skill inside of another, such as an example, is part of its files. */
  #judgeOuter(folder: string): Refusal | undefined {
    if (this.#outer.has(folder)) return this.#outer.get(folder);
    const above = parentOf(folder);
    const why = above === folder ? undefined : this.#judgeFolder(folder, above);
    this.#outer.set(folder, why);
    return why;
  }

  #judgeFolder(folder: string, above: string): Refusal | undefined {
    const around = fileExists(joinPath(folder, "SKILL.md")) ? this.#around(above) : undefined;
    return around === undefined ? this.#judgeOuter(above) : this.#judge(around, lastPart(folder));
  }
}

interface Digests {
  readonly integrity: string;
  readonly contentDigest: string;
}

function isInstalled(lock: LockState, name: string): boolean {
  if (lock === undefined || typeof lock === "string") return false;
  const entry = lock.get(name);
  return entry !== undefined && entry.source !== LOCAL_SOURCE;
}

/** A lock of another program may have only the weaker digest. */
function isAsRecorded(entry: LockEntry, now: Digests): boolean {
  return entry.integrity === ""
    ? entry.contentDigest === now.contentDigest
    : entry.integrity === now.integrity;
}

/** The reason where it cannot be believed. */
function openedLock(file: string): LockState {
  try {
    return parseLock(readText(file), file);
  } catch (error) {
    const isUnreadable = errorCode(error) !== "";
    if (!SkillError.isInstance(error) && !isUnreadable) throw error;
    return `The lock of its folder cannot be believed: ${reasonOf(error).replace(/\.$/u, "")}.`;
  }
}

/** Those of nothing where it cannot be read whole. */
function computeDigests(folder: string): Digests {
  try {
    const { files } = readInstalled(folder);
    return { integrity: treeIntegrity(files), contentDigest: contentDigest(files) };
  } catch (error) {
    if (SkillError.isInstance(error)) return { integrity: "-", contentDigest: "-" };
    throw error;
  }
}
