import { writeTemporaryFolder } from "../../platform/folder/index.ts";
import { joinPath, parentOf, realPath } from "../../platform/index.ts";
import { createTurns } from "../../platform/machine/index.ts";
import type { Market, MarkedChanges, SkillSummary, Viewer } from "../../registry/contract/index.ts";
import type { ListedSkill, Verdict } from "../mcp/index.ts";
import { type PlacedSkill, placeSkill, removeSkill } from "./mirror-folders.ts";

/** The latest versions of skills, as folders; for what can read nothing else. */
export interface Mirror {
  /**
   * Every skill that is there, with whom it is for. Those with a plain name come before others of the same name, and
   * public skills before private ones.
   */
  readonly list: () => readonly ListedSkill[];
  /** Variables that the skills ask for. */
  readonly variables: () => ReadonlySet<string>;
  /** What the registry's own scan made of the skill in a folder. */
  readonly verdictOf: (folder: string) => Verdict | undefined;
  /** The full name of the skill in a folder. */
  readonly nameOf: (folder: string) => string | undefined;
  /** Brings the public skills up to date; without changes by a look at all, of which parts are told. */
  readonly sync: (
    changes?: MarkedChanges["skills"],
    onPart?: (synced: SyncResult) => Promise<void>,
  ) => Promise<SyncResult>;
  /** The same for the private skills that a user sees. The caller asks for one user one time after the other. */
  readonly syncOwn: (viewer: OwnViewer) => Promise<OwnSkills>;
  /** The user whose skills are to be let go, where more are kept ready than there is room for. */
  readonly findExcess: () => string | undefined;
  readonly letGo: (userId: string) => Promise<void>;
  readonly close: () => void;
}

export type OwnViewer = Viewer & { readonly userId: string };

/** What is another in the folders: files that are new or others, and whether any skill came, went or is for others. */
export interface SyncResult {
  readonly files: readonly string[];
  readonly hasMoved: boolean;
}

export interface OwnSkills extends SyncResult {
  readonly hasOwn: boolean;
}

/** Sees what is public, also where a registry tells nothing to strangers: whoever asks is checked elsewhere. */
export const REGISTRY: Viewer = {
  userId: "registry",
  isModerator: false,
  scopes: ["registry:read"],
};

/** The disk of the server has an end, and so has the time until the first look is over. Own skills are counted apart. */
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
interface MirroredSkill extends PlacedSkill {
  readonly skill: ListedSkill & { readonly audience?: Set<string> };
  readonly fullName: string;
  /** Which version it is of, and its files: the same files may be published again under another number. */
  readonly edition: string;
  readonly size: number;
  /** False: it was looked at, and passed over. */
  readonly isServed: boolean;
}

export function openMirror(market: Market): Mirror {
  const { path, close } = writeTemporaryFolder("skills", new Map());
  // As whoever reads the folders names them.
  const mirror = new MirrorOf(market, realPath(path));
  return {
    close,
    list: () => mirror.list(),
    variables: () => mirror.variables(),
    verdictOf: (folder) => mirror.at(folder)?.verdict,
    nameOf: (folder) => mirror.at(folder)?.fullName,
    sync: (changes, onPart) => mirror.sync(changes, onPart),
    syncOwn: (viewer) => mirror.syncOwn(viewer),
    findExcess: () => mirror.findExcess(),
    letGo: (userId) => mirror.letGo(userId),
  };
}

/** What is kept of skills of one kind, in all. */
interface Room {
  count: number;
  bytes: number;
}

class MirrorOf {
  readonly #market: Market;
  readonly #root: string;
  /** A skill has a folder of its own for each kind, so that what is done to one concerns no other. */
  readonly #turns = createTurns();
  /** By the id of the skill. */
  readonly #known = new Map<string, MirroredSkill>();
  readonly #byFolder = new Map<string, MirroredSkill>();
  /** What each user was last seen to have, the one who asked last behind the others. */
  readonly #own = new Map<string, ReadonlySet<string>>();
  readonly #room: Readonly<Record<"own" | "public", Room>> = {
    own: { count: 0, bytes: 0 },
    public: { count: 0, bytes: 0 },
  };

  constructor(market: Market, root: string) {
    this.#market = market;
    this.#root = root;
  }

  at(folder: string): MirroredSkill | undefined {
    return this.#byFolder.get(folder);
  }

  list(): readonly ListedSkill[] {
    return [...this.#known.values()]
      .filter(({ isServed }) => isServed)
      .map(({ skill }) => ({ skill, rank: rankOf(skill) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ skill }) => skill);
  }

  variables(): ReadonlySet<string> {
    return new Set([...this.#known.values()].flatMap(({ variables }) => variables));
  }

  async sync(
    changes: MarkedChanges["skills"] | undefined,
    onPart: (synced: SyncResult) => Promise<void> = async () => {},
  ): Promise<SyncResult> {
    const steps: SyncResult[] = [];
    if (changes !== undefined) {
      for (const { skill, isListed } of changes)
        steps.push(await this.#take(skill, isListed && isMirrored(skill)));
      return syncedBy(steps);
    }
    const wanted = await listMirroredSkills(this.#market);
    for (const [id, { skill }] of this.#known)
      if (skill.audience === undefined && !wanted.has(id)) steps.push(await this.#takeAway(id));
    const skills = [...wanted.values()];
    let part = FIRST_PART;
    for (let done = 0; done < skills.length; done += AT_ONCE) {
      if (done >= part) {
        part *= 4;
        await onPart(syncedBy(steps));
      }
      const now = skills.slice(done, done + AT_ONCE);
      steps.push(...(await Promise.all(now.map((skill) => this.#take(skill, true)))));
    }
    return syncedBy(steps);
  }

  async syncOwn(viewer: OwnViewer): Promise<OwnSkills> {
    const { userId } = viewer;
    const own = await ownSkills(this.#market, viewer);
    const steps: SyncResult[] = [];
    for (const skill of own) steps.push(await this.#takeOwn(viewer, skill));
    const ids = new Set(own.map(({ id }) => id));
    steps.push(...(await this.#loseOwn(userId, ids)));
    this.#own.delete(userId);
    if (ids.size > 0) this.#own.set(userId, ids);
    return { hasOwn: ids.size > 0, ...syncedBy(steps) };
  }

  findExcess(): string | undefined {
    const { own } = this.#room;
    const isOver = this.#own.size > MOST_USERS || own.count > MOST_SKILLS || own.bytes > MOST_BYTES;
    const [eldest] = isOver && this.#own.size > 1 ? this.#own.keys() : [];
    return eldest;
  }

  async letGo(userId: string): Promise<void> {
    await this.#loseOwn(userId, new Set());
    this.#own.delete(userId);
  }

  #takeOwn(viewer: OwnViewer, skill: SkillSummary): Promise<SyncResult> {
    return this.#turns(skill.id, async () => {
      const { userId } = viewer;
      const known = this.#known.get(skill.id);
      const audience = known?.skill.audience;
      if (audience !== undefined && known?.edition === editionOf(skill)) {
        if (audience.has(userId)) return SAME;
        audience.add(userId);
        return MOVED;
      }
      const listed = { ...listedAs(this.#root, "own", skill), audience: new Set([userId]) };
      const placed = await placeSkill(this.#market, viewer, listed.folder, skill);
      if (placed === "gone") return SAME;
      for (const other of audience ?? []) listed.audience.add(other);
      return await this.#replace(skill, listed, placed);
    });
  }

  /** Removes a user from skills that the user no longer has; skills without a user are removed. */
  async #loseOwn(userId: string, kept: ReadonlySet<string>): Promise<readonly SyncResult[]> {
    const steps: SyncResult[] = [];
    for (const id of this.#own.get(userId) ?? [])
      if (!kept.has(id))
        steps.push(
          await this.#turns(id, async () => {
            const audience = this.#known.get(id)?.skill.audience;
            if (audience?.delete(userId) !== true) return SAME;
            if (audience.size === 0) await this.#forget(id);
            return MOVED;
          }),
        );
    return steps;
  }

  /** One that is public, or no longer is. */
  #take(skill: SkillSummary, isPublic: boolean): Promise<SyncResult> {
    if (!isPublic) return this.#takeAway(skill.id);
    return this.#turns(skill.id, async () => {
      const known = this.#known.get(skill.id);
      const listed = listedAs(this.#root, skill.hasPlainName ? "skills" : "publishers", skill);
      const isSame = known?.edition === editionOf(skill);
      if (isSame && known?.skill.shown === listed.shown) return SAME;
      const { count, bytes } = this.#room.public;
      const isRoom = count < MOST_SKILLS && bytes + (skill.latest?.size ?? 0) <= MOST_BYTES;
      if (known === undefined && !isRoom) return SAME;
      const placed = await placeSkill(this.#market, REGISTRY, listed.folder, skill);
      return placed === "gone" ? SAME : await this.#replace(skill, listed, placed);
    });
  }

  #takeAway(id: string): Promise<SyncResult> {
    return this.#turns(id, async () => {
      const known = this.#known.get(id);
      return known?.skill.audience === undefined ? await this.#forget(id) : SAME;
    });
  }

  /** Keeps what was placed in the stead of what is known of the skill. */
  async #replace(
    { id, fullName, latest }: SkillSummary,
    listed: MirroredSkill["skill"],
    placed: PlacedSkill | "too-large",
  ): Promise<SyncResult> {
    const known = this.#known.get(id);
    const isServed = placed !== "too-large";
    const isEdit = isServed && known?.isServed === true && known.skill.shown === listed.shown;
    if (!isEdit) await this.#forget(id, isServed ? listed.folder : undefined);
    // The list that was last handed out goes on to be true of an edited skill.
    const skill = isEdit ? known.skill : listed;
    for (const userId of listed.audience ?? []) skill.audience?.add(userId);
    const mirrored: MirroredSkill = {
      skill,
      fullName,
      edition: editionOf({ latest }),
      size: isServed ? (latest?.size ?? 0) : 0,
      isServed,
      ...(isServed ? placed : { variables: [] }),
    };
    const room = this.#roomOf(skill);
    room.count += isEdit ? 0 : 1;
    room.bytes += mirrored.size - (isEdit ? known.size : 0);
    this.#known.set(id, mirrored);
    this.#byFolder.set(skill.folder, mirrored);
    if (!isServed) return known?.isServed === true ? MOVED : SAME;
    return { files: [joinSkillFile(skill.folder)], hasMoved: !isEdit };
  }

  /** What lies in the folder that is named has taken its place, and stays. */
  async #forget(id: string, taken?: string): Promise<SyncResult> {
    const known = this.#known.get(id);
    if (known === undefined) return SAME;
    const { skill, size, isServed } = known;
    this.#known.delete(id);
    this.#byFolder.delete(skill.folder);
    const room = this.#roomOf(skill);
    room.count -= 1;
    room.bytes -= size;
    if (!isServed || skill.folder === taken) return SAME;
    const around = parentOf(skill.folder);
    const isShared = taken !== undefined && parentOf(taken) === around;
    await removeSkill(this.#root, isShared ? skill.folder : around);
    return { files: [joinSkillFile(skill.folder)], hasMoved: true };
  }

  #roomOf({ audience }: ListedSkill): Room {
    return this.#room[audience === undefined ? "public" : "own"];
  }
}

/** What becomes of one skill. */
const SAME: SyncResult = { files: [], hasMoved: false };
const MOVED: SyncResult = { files: [], hasMoved: true };

function syncedBy(steps: readonly SyncResult[]): SyncResult {
  return {
    files: steps.flatMap(({ files }) => files),
    hasMoved: steps.some(({ hasMoved }) => hasMoved),
  };
}

const KINDS = ["skills", "publishers", "own"] as const;
type Kind = (typeof KINDS)[number];

/** As clients are told of it. Its folder lies apart from those of all others, whatever names they have or had. */
function listedAs(
  root: string,
  kind: Kind,
  { id, slug, publisher }: SkillSummary,
): Omit<ListedSkill, "audience"> {
  const inside = kind === "skills" ? [kind, slug] : [kind, publisher.handle, slug];
  return {
    folder: joinPath(root, kind === "own" ? "own" : "public", id, slug),
    fileName: SKILL_FILE,
    shown: [...inside, SKILL_FILE].join("/"),
    inside,
  };
}

function editionOf({ latest }: Pick<SkillSummary, "latest">): string {
  return `${latest?.version ?? ""} ${latest?.tree ?? ""}`;
}

/** By their kind, and by their names among those of one kind. */
function rankOf({ inside, shown }: ListedSkill): string {
  return `${KINDS.findIndex((kind) => kind === inside[0])} ${shown}`;
}

const SKILL_FILE = "SKILL.md";

function joinSkillFile(folder: string): string {
  return joinPath(folder, SKILL_FILE);
}

function isMirrored({ visibility, latest }: SkillSummary): boolean {
  return visibility === "public" && latest?.state === "listed";
}

async function listMirroredSkills(market: Market): Promise<ReadonlyMap<string, SkillSummary>> {
  const wanted = new Map<string, SkillSummary>();
  let cursor: string | undefined;
  do {
    const page = await market.list(REGISTRY, {
      sort: "recommended",
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const skill of page.items) if (isMirrored(skill)) wanted.set(skill.id, skill);
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
