import { fileExists, joinPath } from "../../platform/index.ts";
import { findDialect, SkillError } from "../../skill/index.ts";
import { convertFiles } from "../package/convert-files.ts";
import { treeIntegrity } from "../package/digests.ts";
import type { SkillContent } from "../package/read-files.ts";
import { readPackage } from "../package/unpack-skill.ts";
import type { TrustedKeys } from "../sign/trust.ts";
import { entryOf, type LockEntry, statedVersion } from "./entry.ts";

const FOLDER = [".skillwright", "published"] as const;

/** What a converted skill was made of is kept beside it: only that carries the signature. */
export function publishedPath(folder: string, name: string): string {
  return joinPath(folder, ...FOLDER, `${name}.zip`);
}

/** The files of a converted skill as they were published; undefined where they are not there as recorded. */
export async function readPublished(
  folder: string,
  { name, conversion }: LockEntry,
): Promise<SkillContent | undefined> {
  const file = publishedPath(folder, name);
  if (conversion === undefined || !fileExists(file)) return undefined;
  try {
    const content = await readPackage(file);
    return treeIntegrity(content.files) === conversion.integrity ? content : undefined;
  } catch (error) {
    if (SkillError.isInstance(error)) return undefined;
    throw error;
  }
}

/**
 * What a lock says now of a skill that was converted. It is worth what was published as long as the very files that the
 * lock records come out of that; else nobody vouches for it, whatever the lock says.
 */
export async function toConvertedEntry(
  folder: string,
  entry: LockEntry,
  content: SkillContent,
  context: { readonly trust: TrustedKeys; readonly now: number },
): Promise<LockEntry | { readonly wrong: string }> {
  const own = await entryOf(entry.name, content, entry, context);
  if ("wrong" in own) return own;
  const published = await readPublished(folder, entry);
  if (published === undefined || !describeChange(published, entry))
    return {
      ...own,
      version: entry.version,
      statedVersion: statedVersion(entry),
      claimedTier: entry.claimedTier,
    };
  const original = await entryOf(entry.name, published, entry, context);
  if ("wrong" in original) return original;
  return { ...original, integrity: own.integrity, contentDigest: own.contentDigest };
}

function describeChange(
  { files }: SkillContent,
  { name, conversion, integrity }: LockEntry,
): boolean {
  const to = findDialect(conversion?.to ?? "");
  if (to === undefined) return false;
  const converted = convertFiles(name, files, { to, isAlways: true });
  return converted !== undefined && treeIntegrity(converted.files) === integrity;
}
