import { type Change, changeFolder, isTaken, writeZip } from "../../platform/archive/index.ts";
import { fileExists, joinPath } from "../../platform/index.ts";
import { fail, registryCodes, registryError } from "../errors.ts";
import {
  withFolderLock,
  LOCK_FILE,
  type LockEntry,
  OWN_FOLDER,
  publishedPath,
  readLock,
  type SkillLock,
  writeLock,
} from "../lock/index.ts";
import { inPathOrder } from "../package/skill-file.ts";
import type { FetchedFile, FetchedSkill } from "../sources/fetched.ts";
import { integrityAt } from "./installed-files.ts";
import { removeDeadLinks } from "./links.ts";
import { originPath, originRecord } from "./origin-file.ts";
import { pristinePath } from "./pristine.ts";

/** A skill that passed every gate, with what will be recorded of it. */
export interface Placement {
  /** Its files as they are to be installed. */
  readonly skill: FetchedSkill;
  readonly entry: LockEntry;
  /** The files as they were published, or converted for here: what later changes are told from. */
  readonly pristine: readonly FetchedFile[];
  /** The files as they were published, where they were converted for here: what the signature is for. */
  readonly published?: readonly FetchedFile[];
  /** What may stand in its place: nothing, whatever is there, or exactly what was seen there. */
  readonly over: "nothing" | "anything" | { readonly integrity: string };
}

export interface FolderChange {
  readonly placements: readonly Placement[];
  /** Names of skills that go. */
  readonly removals?: readonly string[];
  readonly now: number;
  /** A last touch on the lock, in the same step. */
  readonly relock?: (lock: SkillLock) => SkillLock;
  /** Leaves the lock as it is, to the byte. */
  readonly keepsLock?: boolean;
}

/**
 * Installs and removes skills with all that is recorded of them: everything, or nothing. Links to what is gone go
 * afterwards, or with the next change where that is not reached any more.
 */
export async function commit(folder: string, change: FolderChange): Promise<void> {
  await commitAlone(folder, change);
  await removeDeadLinks(folder);
}

async function commitAlone(folder: string, change: FolderChange): Promise<void> {
  const { placements, removals = [], now, relock = (lock: SkillLock) => lock } = change;
  await withFolderLock(folder, async () => {
    for (const { skill, over } of placements) await checkPlace(folder, skill.name, over);
    const next = new Map(readLock(folder));
    for (const name of removals) next.delete(name);
    for (const { entry } of placements) next.set(entry.name, entry);
    await changeFolder(folder, OWN_FOLDER, [
      ...placements.flatMap((placement) => changesFor(placement, folder, now)),
      ...removals.flatMap((name) => removalOf(folder, name)),
      ...(change.keepsLock === true
        ? []
        : [
            {
              path: LOCK_FILE,
              content: { kind: "file" as const, bytes: writeLock(relock(next), now) },
            },
          ]),
    ]);
  });
}

async function checkPlace(folder: string, name: string, over: Placement["over"]): Promise<void> {
  if (over === "anything") return;
  const path = joinPath(folder, name);
  if (over === "nothing") {
    if (!(await isTaken(path))) return;
    throw registryError(registryCodes.nameTaken, `A skill \`${name}\` already exists.`, {
      file: path,
      hint: "It came while this one was being fetched. Nothing was written.",
    });
  }
  if (integrityAt(path) === over.integrity) return;
  throw fail("registry/edited-skill", { name, during: "commit" }, { file: path });
}

function changesFor(
  { skill, pristine, published }: Placement,
  folder: string,
  now: number,
): readonly Change[] {
  const files = skill.files.map(({ path, bytes, isExecutable = false }) => ({
    parts: path.split("/"),
    bytes,
    isExecutable,
  }));
  const record = `${JSON.stringify(originRecord(skill, now), undefined, 2)}\n`;
  return [
    { path: originPath("", skill.name), content: { kind: "file", bytes: record } },
    {
      path: pristinePath("", skill.name),
      content: { kind: "file", bytes: buildArchive(skill.name, pristine) },
    },
    ...publishedChange(folder, skill.name, published),
    { path: skill.name, content: { kind: "folder", files } },
  ];
}

function buildArchive(name: string, files: readonly FetchedFile[]): Uint8Array {
  return writeZip(
    inPathOrder(files).map(({ path, bytes, isExecutable = false }) => ({
      path: `${name}/${path}`,
      bytes,
      isExecutable,
    })),
  );
}

/** Kept only of what was converted; an older version may have been. */
function publishedChange(
  folder: string,
  name: string,
  published: readonly FetchedFile[] | undefined,
): readonly Change[] {
  const path = publishedPath("", name);
  if (published !== undefined)
    return [{ path, content: { kind: "file", bytes: buildArchive(name, published) } }];
  return fileExists(publishedPath(folder, name)) ? [{ path, content: { kind: "nothing" } }] : [];
}

function removalOf(folder: string, name: string): readonly Change[] {
  const kept = fileExists(publishedPath(folder, name)) ? [publishedPath("", name)] : [];
  return [name, originPath("", name), pristinePath("", name), ...kept].map((path) => ({
    path,
    content: { kind: "nothing" },
  }));
}
