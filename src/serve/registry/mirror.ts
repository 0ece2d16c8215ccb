import { createStage, partsOf, placeFolder, writeTree } from "../../platform/archive/index.ts";
import { writeTemporaryFolder } from "../../platform/folder/index.ts";
import { joinPath, parentOf } from "../../platform/index.ts";
import {
  type Market,
  marketCodes,
  type SkillSummary,
  type Viewer,
} from "../../registry/contract/index.ts";
import { readSkill, SkillError } from "../../skill/index.ts";

/** The latest versions of skills that everybody may see, as folders; for what can read nothing else. */
export interface Mirror {
  readonly folder: string;
  /** Variables that the skills ask for. */
  readonly variables: () => ReadonlySet<string>;
  /** Looks for new versions; true where something is different. */
  readonly sync: () => Promise<boolean>;
  readonly close: () => void;
}

/** Sees what is public, also where a registry tells nothing to strangers: whoever asks is checked elsewhere. */
const REGISTRY: Viewer = { userId: "registry", isModerator: false, scopes: ["registry:read"] };

const MOST_SKILLS = 500;
const PAGE = 200;

interface Mirrored {
  readonly tree: string;
  readonly variables: readonly string[];
}

export function openMirror(market: Market): Mirror {
  const { path: folder, close } = writeTemporaryFolder("skills", new Map());
  const known = new Map<string, Mirrored>();
  return {
    folder,
    close,
    variables: () => new Set([...known.values()].flatMap(({ variables }) => variables)),
    sync: async () => {
      const wanted = await wantedSkills(market);
      let isChanged = false;
      for (const slug of [...known.keys()].filter((name) => !wanted.has(name))) {
        await remove(folder, slug);
        known.delete(slug);
        isChanged = true;
      }
      for (const [slug, skill] of wanted) {
        const tree = skill.latest?.tree ?? "";
        if (known.get(slug)?.tree === tree) continue;
        const variables = await place(market, folder, skill);
        if (variables === undefined) continue;
        known.set(slug, { tree, variables });
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

/** Puts a version in the place of the one before; undefined where it was taken back meanwhile. */
async function place(
  market: Market,
  folder: string,
  { slug, fullName, latest }: SkillSummary,
): Promise<readonly string[] | undefined> {
  try {
    const files = await market.content(REGISTRY, fullName, latest?.version ?? "");
    const stage = await createStage(parentOf(folder));
    try {
      const ready = stage.path("ready");
      await writeTree(
        ready,
        files.map(({ path, bytes }) => ({ parts: partsOf(path, 0), bytes })),
      );
      await placeFolder(ready, joinPath(folder, slug), stage.path("before"));
    } finally {
      await stage.remove();
    }
    const manifest = files.find(({ path }) => path === "SKILL.md");
    const { env = [], primaryEnv } =
      (manifest && readSkill(manifest.bytes).value?.skill.requirements) ?? {};
    return primaryEnv === undefined ? env : [...env, primaryEnv];
  } catch (error) {
    const isGone =
      SkillError.isInstance(error) &&
      [marketCodes.notFound, marketCodes.gone].some((code) => code === error.diagnostic.code);
    if (isGone) return undefined;
    throw error;
  }
}

async function remove(folder: string, slug: string): Promise<void> {
  const stage = await createStage(parentOf(folder));
  try {
    await placeFolder(joinPath(folder, slug), stage.path("gone"));
  } finally {
    await stage.remove();
  }
}
