import type { PublicScan } from "../../check/scan/index.ts";
import {
  createStage,
  isTaken,
  placeFolder,
  removeFile,
  writeTree,
} from "../../platform/archive/index.ts";
import {
  joinPath,
  makeFolder,
  readText,
  reasonOf,
  writeFileAtomically,
} from "../../platform/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { registryCodes, registryError } from "../diagnostics.ts";
import type { FetchedSkill } from "../sources/fetched.ts";
import { entryOfFetched, type LockEntry, readLock, recordInstalled } from "../lock/index.ts";
import type { TrustedKeys } from "../sign/index.ts";
import { checkFolderName, checkNameIsFree, checkNestedNames } from "./name-check.ts";
import { originFolder, originPath, originRecord } from "./origin-file.ts";
import { type Risks, risksOf } from "./risks.ts";
import { scanFetched } from "./scan-fetched.ts";

export interface InstallOptions {
  /** The folder of skills, in which the skill gets a folder of its name. */
  readonly folder: string;
  /** Puts it in the place of a skill of the same folder. */
  readonly mayReplace: boolean;
  /** Takes a skill that the scanner blocks. */
  readonly mayBeRisky?: boolean;
  /** Checks everything and writes nothing. */
  readonly isDryRun?: boolean;
  readonly now: number;
  /** Keys whose signatures raise a skill above experimental. */
  readonly trust?: TrustedKeys;
}

export interface Installed {
  readonly name: string;
  /** The folder of the skill. */
  readonly path: string;
  readonly files: readonly string[];
  /** The file that says where the skill came from. */
  readonly originFile: string;
  readonly hasReplaced: boolean;
  readonly risks: Risks;
  /** What the scanner found, with its verdict. */
  readonly scan: PublicScan;
  /** What `skill-lock.json` records of it. */
  readonly entry: LockEntry;
}

/**
 * Writes a skill that was fetched, verified and scanned as a whole. It is made ready beside its place and gets
 * there in one step; no file has the right to be run.
 */
export async function installSkill(
  skill: FetchedSkill,
  options: InstallOptions,
): Promise<Installed> {
  const { folder, mayReplace, mayBeRisky = false, isDryRun = false } = options;
  const { name } = skill;
  checkFolderName(name);
  await checkNameIsFree(folder, name, mayReplace);
  const risks = risksOf(skill);
  if (!mayReplace) checkNestedNames(folder, name, risks.nested);
  // A lock that cannot be believed is told of before anything is written.
  readLock(folder);
  const entry = entryOfFetched(skill, { trust: options.trust ?? new Map(), now: options.now });
  const path = joinPath(folder, name);
  const hasReplaced = await isTaken(path);
  const installed: Installed = {
    name,
    path,
    files: skill.files.map((file) => file.path),
    originFile: originPath(folder, name),
    hasReplaced,
    risks,
    scan: await scanFetched(skill, mayBeRisky),
    entry,
  };
  if (isDryRun) return installed;
  try {
    await write(skill, installed, options);
    await recordInstalled(folder, entry, options.now);
  } catch (error) {
    if (SkillError.isInstance(error)) throw error;
    throw registryError(
      registryCodes.writeFailed,
      `Unexpected failure to write the skill \`${name}\`: ${reasonOf(error)}.`,
      { file: path, cause: error },
    );
  }
  return installed;
}

async function write(
  skill: FetchedSkill,
  { name, path, originFile }: Installed,
  { folder, mayReplace, now }: InstallOptions,
): Promise<void> {
  const stage = await createStage(folder);
  try {
    const ready = stage.path("ready");
    const files = skill.files.map((file) => ({ parts: file.path.split("/"), bytes: file.bytes }));
    await writeTree(ready, files);
    makeFolder(originFolder(folder));
    const before = await previous(originFile);
    // First, since a record without its skill is harmless, and a skill without its record is not.
    writeFileAtomically(originFile, `${JSON.stringify(originRecord(skill, now), undefined, 2)}\n`);
    const aside = mayReplace ? stage.path("aside") : undefined;
    try {
      if ((await placeFolder(ready, path, aside)) === "placed") return;
    } catch (error) {
      await restore(originFile, before);
      throw error;
    }
    await restore(originFile, before);
    throw registryError(
      registryCodes.nameTaken,
      `Unexpected skill \`${name}\`, expected the name to be free.`,
      { file: path, hint: "It came while this one was being fetched. Nothing was written." },
    );
  } finally {
    await stage.remove();
  }
}

async function previous(file: string): Promise<string | undefined> {
  return (await isTaken(file)) ? readText(file) : undefined;
}

async function restore(file: string, before: string | undefined): Promise<void> {
  if (before === undefined) await removeFile(file);
  else writeFileAtomically(file, before);
}
