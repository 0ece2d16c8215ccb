import {
  errorCode,
  joinPath,
  readText,
  reasonOf,
  writeFileAtomically,
} from "../../platform/index.ts";
import { getKey, isObject, type Json, type JsonObject } from "../../skill/index.ts";
import { registryCodes, registryError } from "../errors.ts";
import { computeIntegrity } from "../package/digests.ts";
import { isFolderName } from "../package/folder-name.ts";
import { comparePaths } from "../package/skill-file.ts";
import { withFolderLock, recoverSkillFolder } from "./folder-lock.ts";
import { type LockEntry, readEntry, writeEntry } from "./entry.ts";

export const LOCK_FILE = "skill-lock.json";

const KEYS: ReadonlySet<string> = new Set([
  "version",
  "schema_version",
  "generated_at",
  "skills",
  "seal",
]);

/** What is recorded of the skills of a folder, by their names. */
export type SkillLock = ReadonlyMap<string, LockEntry>;

export function lockPath(folder: string): string {
  return joinPath(folder, LOCK_FILE);
}

/** Empty where there is none; throws where it cannot be believed. */
export function readLock(folder: string): SkillLock {
  const file = lockPath(folder);
  const text = readIfThere(file);
  return text === undefined ? new Map() : parseLock(text, file);
}

function readIfThere(file: string): string | undefined {
  try {
    return readText(file);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return undefined;
    throw broken(`The lock cannot be read: ${reasonOf(error)}.`, file);
  }
}

export function parseLock(text: string, file: string): SkillLock {
  const value = parse(text, file);
  const strange = Object.keys(value).find((key) => !KEYS.has(key));
  if (strange !== undefined) throw broken(`Unknown key \`${strange}\` in the lock.`, file);
  const format = getKey(value, "schema_version") ?? getKey(value, "version");
  if (format !== 1) throw broken("The lock has an unknown format; version 1 is supported.", file);
  checkSeal(value, text, file);
  const skills = getKey(value, "skills");
  if (!isObject(skills)) throw broken("`skills` must be an object.", file);
  return new Map(
    Object.entries(skills).map(([name, entry]) => {
      if (!isObject(entry)) throw broken(`\`${name}\` must be an object.`, file);
      // Folders of these names are replaced and removed.
      if (!isFolderName(name))
        throw broken(`\`${name}\` in the lock cannot be the name of a folder.`, file);
      return [name, readEntry(name, entry)];
    }),
  );
}

function parse(text: string, file: string): JsonObject {
  let value: Json = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Told below, like every other value that is no object.
  }
  if (isObject(value)) return value;
  throw broken("The lock is not a JSON object.", file);
}

/**
 * A seal finds every change by accident and by hand, down to a blank. It keeps nobody out who may write the
 * file and makes a new one; a lock of another program has none.
 */
function checkSeal({ seal, ...rest }: JsonObject, text: string, file: string): void {
  if (seal === undefined) return;
  if (seal !== computeSeal(rest) || text.replaceAll("\r\n", "\n") !== sealed(rest))
    throw broken("The lock was changed by hand: its content does not match its seal.", file);
}

function computeSeal(rest: JsonObject): string {
  return computeIntegrity(JSON.stringify(rest));
}

function sealed(rest: JsonObject): string {
  return `${JSON.stringify({ ...rest, seal: computeSeal(rest) }, undefined, 2)}\n`;
}

function broken(message: string, file: string): Error {
  return registryError(registryCodes.invalidLock, message, {
    file,
    hint: "It was damaged or changed by hand. Take it back from your version control.",
  });
}

export function writeLock(lock: SkillLock, now: number): string {
  const entries = [...lock.values()].toSorted((a, b) => comparePaths(a.name, b.name));
  return sealed({
    version: 1,
    schema_version: 1,
    generated_at: new Date(now).toISOString(),
    skills: Object.fromEntries(entries.map((entry) => [entry.name, writeEntry(entry)])),
  });
}

/** Changes the lock of a folder in one step; two changes at once come one after the other. */
export async function updateLock(
  folder: string,
  now: number,
  change: (lock: SkillLock) => SkillLock,
): Promise<void> {
  await withFolderLock(folder, () => {
    writeFileAtomically(lockPath(folder), writeLock(change(readLock(folder)), now));
    return Promise.resolve();
  });
}

/** The lock of a folder in which nothing is left half done. */
export async function openLock(folder: string): Promise<SkillLock> {
  await recoverSkillFolder(folder);
  return readLock(folder);
}
