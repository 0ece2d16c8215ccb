import { joinPath } from "../../platform/index.ts";
import { registryCodes, registryError } from "../errors.ts";
import { readInstalled, readManifest, versionIn } from "../package/read-files.ts";
import { wrongSignature } from "../package/unpack-skill.ts";
import type { FetchedSkill } from "../sources/fetched.ts";
import type { TrustedKeys } from "../sign/trust.ts";
import { checkLock, type Drift, skillFolders } from "./check-lock.ts";
import { entryOf, LOCAL_SOURCE, type LockEntry, type LockSource } from "./entry.ts";
import { readLock, updateLock } from "./lock-file.ts";

const LOCAL: LockSource = { source: LOCAL_SOURCE, resolved: "", requested: "*" };

interface RecordContext {
  readonly trust: TrustedKeys;
  readonly now: number;
}

/** What will be recorded of a skill that was fetched; throws where its signature is wrong. */
export async function toLockEntry(skill: FetchedSkill, context: RecordContext): Promise<LockEntry> {
  const read = readManifest(skill.files);
  if (read === undefined)
    throw registryError(registryCodes.invalidPackage, `\`${skill.name}\` has no \`SKILL.md\`.`);
  const content = {
    name: read.skill.identity.name ?? skill.name,
    version: versionIn(read),
    read,
    files: skill.files,
  };
  const { kind, server, reference, artifact } = skill.origin;
  const source: LockSource = {
    source: kind,
    resolved: server,
    requested: "*",
    ...(reference === undefined ? {} : { reference }),
    ...(artifact === undefined ? {} : { artifact }),
    ...(skill.version === undefined ? {} : { version: skill.version }),
    ...(skill.statement === undefined ? {} : { statement: skill.statement }),
  };
  const entry = await entryOf(skill.name, content, source, context);
  if ("wrong" in entry) throw wrongSignature(skill.name, entry.wrong, skill.name);
  return entry;
}

export interface Recorded {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** What was left as recorded, since the trust in it would be lost. */
  readonly refused: readonly Drift[];
}

/**
 * Records the skills of a folder as they are. A skill that a signature raised is not recorded anew where it
 * drifted, unless that is wanted: its new files have earned nothing.
 */
export async function recordFolder(
  folder: string,
  { trust, now }: RecordContext,
  mayLower: boolean,
): Promise<Recorded> {
  const seen = readLock(folder);
  const drifts = await checkLock(folder, seen, trust);
  const refused = mayLower ? [] : drifts.filter(({ isGrave }) => isGrave);
  const kept = new Set(refused.map(({ name }) => name));
  const named = (...kinds: readonly string[]): readonly string[] => [
    ...new Set(drifts.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)),
  ];
  const removed = named("missing").filter((name) => !kept.has(name));
  const there = new Set(skillFolders(folder));
  const added = named("untracked").filter((name) => there.has(name));
  const changed = named("version", "tier", "content", "unrecorded").filter(
    (name) => !kept.has(name),
  );
  const entries: LockEntry[] = [];
  for (const name of [...added, ...changed])
    if (there.has(name))
      entries.push(await localEntry(folder, name, seen.get(name) ?? LOCAL, { trust, now }));
  await updateLock(folder, now, (lock) => {
    const next = new Map(lock);
    for (const name of removed) next.delete(name);
    for (const entry of entries) next.set(entry.name, entry);
    return next;
  });
  return { added, changed, removed, refused };
}

async function localEntry(
  folder: string,
  name: string,
  seen: LockSource & Partial<LockEntry>,
  context: RecordContext,
): Promise<LockEntry> {
  const path = joinPath(folder, name);
  const entry = await entryOf(name, readInstalled(path), seen, context);
  if ("wrong" in entry) throw wrongSignature(name, entry.wrong, path);
  const { dependencies = {}, isDependency, pin, conversion, signer } = seen;
  return {
    ...entry,
    dependencies,
    ...(signer === undefined ? {} : { signer }),
    ...(isDependency === undefined ? {} : { isDependency }),
    ...(pin === undefined ? {} : { pin }),
    ...(conversion === undefined ? {} : { conversion }),
    // Other files than those that came from there, or nobody would record them anew.
    ...(seen.source === LOCAL.source ? {} : { isEdited: true }),
  };
}
