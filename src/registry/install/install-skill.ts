import type { PublicScan } from "../../check/scan/index.ts";
import { isTaken } from "../../platform/archive/index.ts";
import { joinPath } from "../../platform/index.ts";
import type { FetchedSkill } from "../sources/fetched.ts";
import { toLockEntry, type LockEntry, readLock, recoverSkillFolder } from "../lock/index.ts";
import type { TrustedKeys } from "../sign/index.ts";
import { commit } from "./commit.ts";
import { checkFolderName, checkNameIsFree, checkNestedNames } from "./name-check.ts";
import { originPath } from "./origin-file.ts";
import { type Risks, findRisks } from "./risks.ts";
import { checkReview, type ReviewOptions, scanFetched } from "./scan-fetched.ts";
import { checkSigner, type SignerOptions } from "./signer.ts";

export interface InstallOptions extends SignerOptions, ReviewOptions {
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

export interface InstallResult {
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
 * there in one step; a file has the right to be run only where its source gave it.
 */
export async function installSkill(
  skill: FetchedSkill,
  options: InstallOptions,
): Promise<InstallResult> {
  const { folder, mayReplace, mayBeRisky = false, isDryRun = false } = options;
  const { name } = skill;
  checkFolderName(name);
  await recoverSkillFolder(folder);
  await checkNameIsFree(folder, name, mayReplace);
  const risks = findRisks(skill);
  if (!mayReplace) checkNestedNames(folder, name, risks.nested);
  // A lock that cannot be believed is told of before anything is written.
  const locked = readLock(folder).get(name);
  const entry = await toLockEntry(skill, {
    trust: options.trust ?? new Map(),
    now: options.now,
  });
  await checkSigner(name, locked, entry.signer, options);
  const scan = await scanFetched(skill, { mayBeRisky });
  if (!mayBeRisky && locked?.integrity !== entry.integrity) await checkReview(name, scan, options);
  const path = joinPath(folder, name);
  const hasReplaced = await isTaken(path);
  const installed: InstallResult = {
    name,
    path,
    files: skill.files.map((file) => file.path),
    originFile: originPath(folder, name),
    hasReplaced,
    risks,
    scan,
    entry,
  };
  if (isDryRun) return installed;
  const over = mayReplace ? "anything" : "nothing";
  await commit(folder, {
    placements: [{ skill, entry, pristine: skill.files, over }],
    now: options.now,
  });
  return installed;
}
