import { createStage, partsOf, placeFolder, writeTree } from "../../platform/archive/index.ts";
import { writeTemporaryFolder } from "../../platform/folder/index.ts";
import { isSkillFile, joinPath, lastPart, makeFolder, realPath } from "../../platform/index.ts";
import { jobCodes } from "../../platform/jobs/index.ts";
import {
  type Market,
  marketCodes,
  type MarkedChanges,
  type PublishedManifest,
  type SkillSummary,
  type Viewer,
} from "../../registry/contract/index.ts";
import { isOwnName, SkillError } from "../../skill/model/index.ts";
import type { Verdict } from "../mcp/index.ts";

/** The latest versions of skills, as folders; for what can read nothing else. */
export interface Mirror {
  /** Skills with a plain name come before others of the same name, and what everybody sees before what some see. */
  readonly folders: readonly string[];
  /** Variables that the skills ask for. */
  readonly variables: () => ReadonlySet<string>;
  /** What the registry's own scan made of the skill in a folder. */
  readonly verdictOf: (folder: string) => Verdict | undefined;
  /** The full name of the skill in a folder. */
  readonly nameOf: (folder: string) => string | undefined;
  /** Who besides everybody sees the skill in a folder; undefined: everybody. */
  readonly audienceOf: (folder: string) => ReadonlySet<string> | undefined;
  /** Brings what everybody sees up to date; without changes by a look at all, of which parts are told. */
  readonly sync: (
    changes?: MarkedChanges["skills"],
    onPart?: () => Promise<void>,
  ) => Promise<Synced>;
  /** The same for what a user sees and not everybody. */
  readonly syncOwn: (viewer: OwnViewer) => Promise<OwnSkills>;
  readonly close: () => void;
}

export type OwnViewer = Viewer & { readonly userId: string };

/** What is another in the folders: files of skills that stay where they are, and whether any came, went or is for others. */
export interface Synced {
  readonly files: readonly string[];
  readonly hasMoved: boolean;
}

export interface OwnSkills extends Synced {
  readonly hasOwn: boolean;
}

/** Sees what is public, also where a registry tells nothing to strangers: whoever asks is checked elsewhere. */
export const REGISTRY: Viewer = {
  userId: "registry",
  isModerator: false,
  scopes: ["registry:read"],
};

/** The disk of the server has an end, and so has the time until the first look is over. */
const MOST_SKILLS = 20_000;
const MOST_BYTES = 4 * 1024 ** 3;
const MOST_OWN = 1000;
/** Users whose own skills are kept ready at a time. */
const MOST_USERS = 200;
const PAGE = 200;
/** Skills that are read from the registry at a time. */
const AT_ONCE = 4;
/** Skills after which those that are there are served, at a first look at many. */
const FIRST_PART = 256;
/** What a skill may have that is served, as a worker counted it: it is read again here for every kind of client. */
const MOST: Readonly<Record<"values" | "length" | "defects", number>> = {
  values: 2000,
  length: 16_384,
  defects: 40,
};

interface Mirrored {
  readonly fullName: string;
  readonly folder: string;
  readonly tree: string;
  readonly size: number;
  /** False: it was looked at, and passed over. */
  readonly isServed: boolean;
  readonly variables: readonly string[];
  readonly verdict?: Verdict;
  /** The users who see it; absent: everybody does. */
  readonly audience?: Set<string>;
}

export function openMirror(market: Market): Mirror {
  const { path, close } = writeTemporaryFolder("skills", new Map());
  // As whoever reads the folders names them.
  const root = realPath(path);
  const folders = ["skills", "publishers", "own"].map((name) => joinPath(root, name));
  for (const folder of folders) makeFolder(folder);
  const mirror = new MirrorOf(market, root);
  return {
    folders,
    close,
    variables: () => mirror.variables(),
    verdictOf: (folder) => mirror.at(folder)?.verdict,
    nameOf: (folder) => mirror.at(folder)?.fullName,
    audienceOf: (folder) => mirror.at(folder)?.audience,
    sync: (changes, onPart) => mirror.sync(changes, onPart),
    syncOwn: (viewer) => mirror.syncOwn(viewer),
  };
}

class MirrorOf {
  readonly #market: Market;
  readonly #root: string;
  /** By the id of the skill. */
  readonly #known = new Map<string, Mirrored>();
  readonly #byFolder = new Map<string, Mirrored>();
  /** What each user was last seen to have, the one who asked last behind the others. */
  readonly #own = new Map<string, ReadonlySet<string>>();
  #bytes = 0;

  constructor(market: Market, root: string) {
    this.#market = market;
    this.#root = root;
  }

  at(folder: string): Mirrored | undefined {
    return this.#byFolder.get(folder);
  }

  variables(): ReadonlySet<string> {
    return new Set([...this.#known.values()].flatMap(({ variables }) => variables));
  }

  async sync(
    changes: MarkedChanges["skills"] | undefined,
    onPart: () => Promise<void> = async () => {},
  ): Promise<Synced> {
    const steps: Step[] = [];
    if (changes !== undefined) {
      for (const { skill, isListed } of changes)
        steps.push(await this.#take(skill, isListed && isWanted(skill)));
      return syncedBy(steps);
    }
    const wanted = await wantedSkills(this.#market);
    for (const [id, { audience }] of this.#known)
      if (audience === undefined && !wanted.has(id)) steps.push(await this.#forget(id));
    const skills = [...wanted.values()];
    let part = FIRST_PART;
    for (let done = 0; done < skills.length; done += AT_ONCE) {
      if (done >= part) {
        part *= 4;
        await onPart();
      }
      const now = skills.slice(done, done + AT_ONCE);
      steps.push(...(await Promise.all(now.map((skill) => this.#take(skill, true)))));
    }
    return syncedBy(steps);
  }

  async syncOwn(viewer: OwnViewer): Promise<OwnSkills> {
    const { userId } = viewer;
    const own = await ownSkills(this.#market, viewer);
    const steps: Step[] = [];
    for (const skill of own) steps.push(await this.#takeOwn(viewer, skill));
    const ids = new Set(own.map(({ id }) => id));
    steps.push(await this.#loseOwn(userId, ids));
    this.#own.delete(userId);
    if (ids.size > 0) this.#own.set(userId, ids);
    const [eldest] = this.#own.size > MOST_USERS ? this.#own.keys() : [];
    if (eldest !== undefined) {
      steps.push(await this.#loseOwn(eldest, new Set()));
      this.#own.delete(eldest);
    }
    return { hasOwn: ids.size > 0, ...syncedBy(steps) };
  }

  async #takeOwn(viewer: OwnViewer, skill: SkillSummary): Promise<Step> {
    const { userId } = viewer;
    const known = this.#known.get(skill.id);
    const folder = folderOf(this.#root, "own", skill);
    if (known?.audience !== undefined && known.tree === (skill.latest?.tree ?? "")) {
      if (known.audience.has(userId)) return "same";
      known.audience.add(userId);
      return "moved";
    }
    const placed = await place(this.#market, viewer, this.#root, "own", skill);
    if (placed === "gone") return "same";
    const isThere = known?.audience?.has(userId) === true && placed !== "too-large";
    const audience = new Set([...(known?.audience ?? []), userId]);
    if (!isThere) await this.#forget(skill.id, placed === "too-large" ? undefined : folder);
    this.#keep(skill, "own", placed, audience);
    return isThere ? { file: skillFileOf(folder) } : "moved";
  }

  /** Takes a user from all that the user no longer has; what nobody has goes. */
  async #loseOwn(userId: string, kept: ReadonlySet<string>): Promise<Step> {
    let step: Step = "same";
    for (const id of this.#own.get(userId) ?? []) {
      const known = kept.has(id) ? undefined : this.#known.get(id);
      if (known?.audience?.delete(userId) !== true) continue;
      step = "moved";
      if (known.audience.size === 0) await this.#forget(id);
    }
    return step;
  }

  /** One that everybody sees, or no longer does. */
  async #take(skill: SkillSummary, isPublic: boolean): Promise<Step> {
    const known = this.#known.get(skill.id);
    if (!isPublic) return known?.audience === undefined ? await this.#forget(skill.id) : "same";
    const kind = skill.hasPlainName ? "skills" : "publishers";
    const folder = folderOf(this.#root, kind, skill);
    if (known?.tree === (skill.latest?.tree ?? "") && known.folder === folder) return "same";
    const isRoom =
      known !== undefined ||
      (this.#known.size < MOST_SKILLS && this.#bytes + (skill.latest?.size ?? 0) <= MOST_BYTES);
    if (!isRoom) return "same";
    const placed = await place(this.#market, REGISTRY, this.#root, kind, skill);
    if (placed === "gone") return "same";
    const isThere = known?.folder === folder && known.isServed && placed !== "too-large";
    if (!isThere) await this.#forget(skill.id, placed === "too-large" ? undefined : folder);
    this.#keep(skill, kind, placed);
    return isThere ? { file: skillFileOf(folder) } : "moved";
  }

  #keep(
    skill: SkillSummary,
    kind: Kind,
    placed: Placed | "too-large",
    audience?: Set<string>,
  ): void {
    const before = this.#known.get(skill.id);
    const folder = folderOf(this.#root, kind, skill);
    const { latest, fullName } = skill;
    const mirrored: Mirrored = {
      fullName,
      folder,
      tree: latest?.tree ?? "",
      size: placed === "too-large" ? 0 : (latest?.size ?? 0),
      isServed: placed !== "too-large",
      ...(placed === "too-large" ? { variables: [] } : placed),
      ...(audience === undefined ? {} : { audience }),
    };
    this.#bytes += mirrored.size - (before?.size ?? 0);
    this.#known.set(skill.id, mirrored);
    this.#byFolder.set(folder, mirrored);
  }

  /** What lies in the folder that is named has taken its place, and stays. */
  async #forget(id: string, taken?: string): Promise<Step> {
    const known = this.#known.get(id);
    if (known === undefined) return "same";
    this.#known.delete(id);
    this.#byFolder.delete(known.folder);
    this.#bytes -= known.size;
    if (!known.isServed || known.folder === taken) return "same";
    await remove(this.#root, known.folder);
    return "moved";
  }
}

/** What became of one skill. */
type Step = "same" | "moved" | { readonly file: string };

function syncedBy(steps: readonly Step[]): Synced {
  return {
    files: steps.flatMap((step) => (typeof step === "string" ? [] : [step.file])),
    hasMoved: steps.includes("moved"),
  };
}

type Kind = "skills" | "publishers" | "own";

function folderOf(root: string, kind: Kind, { slug, publisher }: SkillSummary): string {
  return kind === "skills"
    ? joinPath(root, kind, slug)
    : joinPath(root, kind, publisher.handle, slug);
}

function skillFileOf(folder: string): string {
  return joinPath(folder, "SKILL.md");
}

function isWanted({ visibility, latest }: SkillSummary): boolean {
  return visibility === "public" && latest?.state === "listed";
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
    for (const skill of page.items) if (isWanted(skill)) wanted.set(skill.id, skill);
    cursor = page.cursor;
  } while (cursor !== undefined && wanted.size < MOST_SKILLS);
  return wanted;
}

async function ownSkills(market: Market, viewer: OwnViewer): Promise<readonly SkillSummary[]> {
  const own: SkillSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await market.list(viewer, {
      sort: "name",
      only: "private",
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    own.push(...page.items.filter(({ latest }) => latest?.state === "listed"));
    cursor = page.cursor;
  } while (cursor !== undefined && own.length < MOST_OWN);
  return own;
}

type Placed = Pick<Mirrored, "variables" | "verdict">;

/**
 * Puts a version in the place of the one before; gives the variables that it asks for. It may have been taken back
 * meanwhile, or its frontmatter be so large that no client should wait for it.
 */
async function place(
  market: Market,
  viewer: Viewer,
  root: string,
  kind: Kind,
  skill: SkillSummary,
): Promise<Placed | "gone" | "too-large"> {
  const { fullName, latest } = skill;
  try {
    const read = await market.manifest(viewer, fullName, latest?.version ?? "");
    if (read === undefined || isTooLarge(read)) return "too-large";
    const { audit } = await market.version(viewer, fullName, latest?.version ?? "");
    const files = await market.content(viewer, fullName, latest?.version ?? "");
    const folder = folderOf(root, kind, skill);
    const stage = await createStage(root);
    try {
      const ready = stage.path("ready");
      await writeTree(
        ready,
        files.filter(isServed).map(({ path, bytes }) => ({ parts: partsOf(path, 0), bytes })),
      );
      if (kind !== "skills") makeFolder(joinPath(root, kind, skill.publisher.handle));
      await placeFolder(ready, folder, stage.path("before"));
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

/** The file that was published as the skill is the only one that is read as one; what earlier versions took for files is none. */
function isServed({ path }: { readonly path: string }): boolean {
  if (path.split("/").some(isOwnName)) return false;
  return path === "SKILL.md" || !isSkillFile(lastPart(path));
}

async function remove(root: string, folder: string): Promise<void> {
  const stage = await createStage(root);
  try {
    await placeFolder(folder, stage.path("gone"));
  } finally {
    await stage.remove();
  }
}
