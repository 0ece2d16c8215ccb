import { createStage, partsOf, placeFolder, writeTree } from "../../platform/archive/index.ts";
import { writeTemporaryFolder } from "../../platform/folder/index.ts";
import { isSkillFile, joinPath, lastPart, parentOf } from "../../platform/index.ts";
import { jobCodes } from "../../platform/jobs/index.ts";
import {
  type Market,
  marketCodes,
  type PublishedManifest,
  type SkillSummary,
  type Viewer,
} from "../../registry/contract/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { Verdict } from "../mcp/index.ts";

/** The latest versions of skills that everybody may see, as folders; for what can read nothing else. */
export interface Mirror {
  readonly folder: string;
  /** Variables that the skills ask for. */
  readonly variables: () => ReadonlySet<string>;
  /** What the registry's own scan made of the skill in a folder. */
  readonly verdictOf: (folder: string) => Verdict | undefined;
  /** Looks for new versions; true where something is different. */
  readonly sync: () => Promise<boolean>;
  readonly close: () => void;
}

/** Sees what is public, also where a registry tells nothing to strangers: whoever asks is checked elsewhere. */
export const REGISTRY: Viewer = {
  userId: "registry",
  isModerator: false,
  scopes: ["registry:read"],
};

const MOST_SKILLS = 500;
const PAGE = 200;
/** What a skill may have that is served, as a worker counted it: it is read again here for every kind of client. */
const MOST: Readonly<Record<"values" | "length" | "defects", number>> = {
  values: 2000,
  length: 16_384,
  defects: 40,
};

interface Mirrored {
  readonly tree: string;
  /** False: it was looked at, and passed over. */
  readonly isServed: boolean;
  readonly variables: readonly string[];
  readonly verdict?: Verdict;
}

export function openMirror(market: Market): Mirror {
  const { path: folder, close } = writeTemporaryFolder("skills", new Map());
  const known = new Map<string, Mirrored>();
  const withdraw = async (slug: string): Promise<boolean> => {
    if (known.get(slug)?.isServed !== true) return false;
    await remove(folder, slug);
    return true;
  };
  return {
    folder,
    close,
    verdictOf: (path) => known.get(lastPart(path))?.verdict,
    variables: () => new Set([...known.values()].flatMap(({ variables }) => variables)),
    sync: async () => {
      const wanted = await wantedSkills(market);
      let isChanged = false;
      for (const slug of [...known.keys()].filter((name) => !wanted.has(name))) {
        isChanged = (await withdraw(slug)) || isChanged;
        known.delete(slug);
      }
      for (const [slug, skill] of wanted) {
        const tree = skill.latest?.tree ?? "";
        if (known.get(slug)?.tree === tree) continue;
        const placed = await place(market, folder, skill);
        if (placed === "gone") continue;
        if (placed === "too-large") {
          isChanged = (await withdraw(slug)) || isChanged;
          known.set(slug, { tree, isServed: false, variables: [] });
          continue;
        }
        known.set(slug, { tree, isServed: true, ...placed });
        isChanged = true;
      }
      return isChanged;
    },
  };
}

async function wantedSkills(market: Market): Promise<ReadonlyMap<string, SkillSummary>> {
  const wanted = new Map<string, SkillSummary>();
  let cursor: string | undefined;
  do {
    const page = await market.list(REGISTRY, {
      sort: "recommended",
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const skill of page.items)
      if (skill.visibility === "public" && skill.hasPlainName && skill.latest?.state === "listed")
        wanted.set(skill.slug, skill);
    cursor = page.cursor;
  } while (cursor !== undefined && wanted.size < MOST_SKILLS);
  return wanted;
}

/**
 * Puts a version in the place of the one before; gives the variables that it asks for. It may have been taken back
 * meanwhile, or its frontmatter be so large that no client should wait for it.
 */
async function place(
  market: Market,
  folder: string,
  { slug, fullName, latest }: SkillSummary,
): Promise<Pick<Mirrored, "variables" | "verdict"> | "gone" | "too-large"> {
  try {
    const read = await market.manifest(REGISTRY, fullName, latest?.version ?? "");
    if (read === undefined || isTooLarge(read)) return "too-large";
    const { audit } = await market.version(REGISTRY, fullName, latest?.version ?? "");
    const files = await market.content(REGISTRY, fullName, latest?.version ?? "");
    const stage = await createStage(parentOf(folder));
    try {
      const ready = stage.path("ready");
      await writeTree(
        ready,
        files.filter(isServed).map(({ path, bytes }) => ({ parts: partsOf(path, 0), bytes })),
      );
      await placeFolder(ready, joinPath(folder, slug), stage.path("before"));
    } finally {
      await stage.remove();
    }
    const { env = [], primaryEnv } = read.skill.requirements ?? {};
    return {
      variables: primaryEnv === undefined ? env : [...env, primaryEnv],
      verdict: { decision: audit.verdict, reason: audit.reason },
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

/** The file that was published as the skill is the only one that is read as one. */
function isServed({ path }: { readonly path: string }): boolean {
  return path === "SKILL.md" || !isSkillFile(lastPart(path));
}

async function remove(folder: string, slug: string): Promise<void> {
  const stage = await createStage(parentOf(folder));
  try {
    await placeFolder(joinPath(folder, slug), stage.path("gone"));
  } finally {
    await stage.remove();
  }
}
