/** The folder of one skill in the mirror: how it is made of a version, and how it goes. */
import { createStage, partsOf, placeFolder, writeTree } from "../../platform/archive/index.ts";
import { isSkillFile, lastPart, makeFolder, parentOf } from "../../platform/index.ts";
import { jobCodes } from "../../platform/jobs/index.ts";
import type {
  Market,
  PublishedManifest,
  SkillSummary,
  Viewer,
} from "../../registry/contract/index.ts";
import { marketCodes } from "../../registry/contract/index.ts";
import { statementAt } from "../../registry/protocols/index.ts";
import { isOwnName, SkillError } from "../../skill/model/index.ts";
import { DEFAULT_LIMITS } from "../../app/catalog/index.ts";
import type { Verdict } from "../mcp/index.ts";

/** What a skill may have that is served, as a worker counted it: it is read again here for every kind of client. */
const MOST: Readonly<Record<"values" | "length" | "defects", number>> = {
  values: 2000,
  length: 16_384,
  defects: 40,
};

/** What is known of a skill that lies in its folder. */
export interface PlacedSkill {
  /** That it asks for. */
  readonly variables: readonly string[];
  /** What the registry's own scan made of it. */
  readonly verdict?: Verdict;
}

/**
 * Puts a version in the place of the one before; gives the variables that it asks for. It may have been taken back
 * meanwhile, or its frontmatter be so large that no client should wait for it.
 */
export async function placeSkill(
  market: Market,
  viewer: Viewer,
  folder: string,
  { fullName, latest }: SkillSummary,
): Promise<PlacedSkill | "gone" | "too-large"> {
  try {
    const read = await market.manifest(viewer, fullName, latest?.version ?? "");
    if (read === undefined || isTooLarge(read)) return "too-large";
    const { audit } = await market.version(viewer, fullName, latest?.version ?? "");
    const files = (await market.content(viewer, fullName, latest?.version ?? "")).filter(isServed);
    if (hasTooMany(files)) return "too-large";
    const around = parentOf(folder);
    makeFolder(around);
    const stage = await createStage(around);
    try {
      const ready = stage.path("ready");
      await writeTree(
        ready,
        files.map(({ path, bytes }) => ({ parts: partsOf(path, 0), bytes })),
      );
      await placeFolder(ready, folder, stage.path("before"));
    } finally {
      await stage.remove();
    }
    const { env = [], primaryEnv } = read.skill.requirements ?? {};
    return {
      variables: primaryEnv === undefined ? env : [...env, primaryEnv],
      verdict: {
        decision: audit.verdict,
        reason: audit.reason,
        statement: statementAt("", fullName, latest?.version ?? ""),
      },
    };
  } catch (error) {
    const isGone =
      SkillError.isInstance(error) &&
      [marketCodes.notFound, marketCodes.gone].some((code) => code === error.diagnostic.code);
    if (isGone) return "gone";
    if (SkillError.isInstance(error) && OVER.has(error.diagnostic.code)) return "too-large";
    throw error;
  }
}

/** What a worker could not read within its limits; one that is only busy is asked again. */
const OVER: ReadonlySet<string> = new Set([jobCodes.time, jobCodes.memory, jobCodes.output]);

function isTooLarge(read: PublishedManifest): boolean {
  return read.values > MOST.values || read.length > MOST.length || read.defects > MOST.defects;
}

/** What clients would not be served is not written either; folders are counted as files are. */
function hasTooMany(
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
): boolean {
  const folders = new Set<string>();
  for (const { path } of files)
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1))
      folders.add(path.slice(0, end));
  return (
    files.length > DEFAULT_LIMITS.files ||
    folders.size > DEFAULT_LIMITS.files ||
    files.reduce((sum, { bytes }) => sum + bytes.length, 0) > DEFAULT_LIMITS.bytes
  );
}

/** The file that was published as the skill is the only one that is read as one; what earlier versions took for files is none. */
function isServed({ path }: { readonly path: string }): boolean {
  if (path.split("/").some(isOwnName)) return false;
  return path === "SKILL.md" || !isSkillFile(lastPart(path));
}

export async function removeSkill(root: string, folder: string): Promise<void> {
  const stage = await createStage(root);
  try {
    await placeFolder(folder, stage.path("gone"));
  } finally {
    await stage.remove();
  }
}
