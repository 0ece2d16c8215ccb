import { Debounce } from "../../../library/session/index.ts";
import { isInside, joinPath } from "../../../platform/index.ts";
import { type Clock, nextTurn, systemClock } from "../../../platform/machine/index.ts";
import { repeat } from "../../../platform/process/index.ts";
import { settleFolders } from "../../../registry/lock/index.ts";
import type { WatchFunction } from "../../../platform/tree/index.ts";
import { buildCatalog, type BuildInput, type PortableCache } from "./build.ts";
import { type Catalog, locateSkill, pendingIn } from "./catalog.ts";
import { type CatalogChanges, diffCatalogs, hasChanges, withSameSkills } from "./diff.ts";
import { findAll, type FoundSkill, type FoundSkills, type RootNames } from "./find.ts";
import { FolderMarks } from "./folder-marks.ts";
import { isOwn, isSameFile, isSameScan, isSameSearch, type Look } from "./compare-looks.ts";
import { DEFAULT_LIMITS, FileScanner, type SkillLimits } from "./folder.ts";
import type { Judge, JudgeOptions } from "./judge.ts";
import { Judges } from "./judges.ts";
import { prepare, type Prepared } from "./prepare.ts";
import { ServedReader } from "./read-served.ts";
import type { CatalogView, ClientFacts } from "./view.ts";
import { type SkillScanner, type Verdict, Verdicts, type VerdictStore } from "./verdicts.ts";
import { type ChangeListener, ClientViews } from "./views.ts";
import { CatalogWatch } from "./watching.ts";

export interface LiveOptions extends JudgeOptions {
  /** Folders of skills, or skill files; the first has precedence. */
  readonly paths: readonly string[];
  /** How the paths are called where skills are named, also to clients. */
  readonly rootNames?: RootNames;
  readonly limits?: SkillLimits;
  /** Bytes of files that are kept ready at most. */
  readonly cacheBytes?: number;
  /** False: changes are looked for when `refresh` is called, and at no other time. */
  readonly watches?: boolean;
  readonly clock?: Clock;
  /** What scans skills, for about so many of them. */
  readonly openScanner: (count: number) => Promise<SkillScanner>;
  /** A verdict that whoever has the skills knows already, by the folder. */
  readonly verdictOf?: (folder: string) => Verdict | undefined;
  readonly verdictStore?: VerdictStore;
  /** Skills to serve although the scan blocks them. */
  readonly allowBlocked?: readonly string[];
  /** How a folder is watched, for tests. */
  readonly watchFunction?: WatchFunction;
  readonly onProblem?: (error: unknown) => void;
}

const CACHE_BYTES = 32 * 1024 * 1024;
const QUIET_MS = 60;
/** Folders that are looked at before others get a turn. */
const AT_A_TIME = 16;
/** So many new skills are scanned before the catalog is made; of more it is made as they are scanned. */
const FEW_SKILLS = 40;
/** Of so many skills every file is looked at before a list; of more, those that the system tells of. */
const MOST_LOOKED_AT = 200;
/** How long a list waits for skills that are still to be scanned. */
const LIST_WAIT_MS = 5000;
/** Looks at a skill that changes all the time before it is left for later. */
const ATTEMPTS = 4;

type Listener = (catalog: Catalog, changes: CatalogChanges) => void;

/** The catalog of some folders, kept up to date until it is closed. */
export class LiveCatalog implements CatalogView {
  readonly judge: Judge;
  readonly #options: LiveOptions;
  readonly #limits: SkillLimits;
  readonly #scanner: FileScanner;
  readonly #reader: ServedReader;
  readonly #looks = new Map<string, Look>();
  readonly #portables: PortableCache = new Map();
  readonly #served: BuildInput["served"] = new WeakMap();
  readonly #judges: Judges;
  readonly #folderMarks = new FolderMarks();
  readonly #views: ClientViews;
  readonly #verdicts: Verdicts;
  readonly #listeners = new Set<Listener>();
  readonly #dirty = new Set<string>();
  readonly #debounce: Debounce;
  #found: FoundSkills | undefined;
  #current: Catalog | undefined;
  #lookCount = 0;
  #watch: CatalogWatch | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;
  #isWhole = false;
  #isJudgedAnew = false;
  #isClosed = false;

  constructor(options: LiveOptions) {
    const clock = options.clock ?? systemClock;
    this.#options = options;
    this.#judges = new Judges(options);
    this.judge = this.#judges.own;
    this.#limits = options.limits ?? DEFAULT_LIMITS;
    this.#scanner = new FileScanner(this.#limits, clock.now);
    this.#reader = new ServedReader({
      most: this.#limits.bytes,
      cacheBytes: options.cacheBytes ?? CACHE_BYTES,
      lookAgain: async (disk) => {
        this.#scanner.forget(disk);
        await this.refresh([disk]);
      },
    });
    this.#views = new ClientViews({
      look: () => this.#lookCount,
      judgeFor: (client) => this.#judges.forClient(client),
      build: (version, judge) => this.#build(version, judge),
    });
    this.#verdicts = new Verdicts({
      openScanner: options.openScanner,
      onProblem: (error) => this.#complain(error),
      onVerdicts: () => void this.#judgeAnew().catch(this.#complain),
      ...(options.verdictStore === undefined ? {} : { store: options.verdictStore }),
    });
    this.#debounce = new Debounce(
      clock,
      QUIET_MS,
      () => void this.refresh([]).catch(this.#complain),
    );
  }

  /** Looks for the first time, and begins to watch. Every skill is scanned after it. */
  async open(): Promise<void> {
    if (this.#isLooking) this.#startWatching();
    await this.refresh();
    await this.#scanned();
  }

  /** Until nothing waits for its scan; a skill that keeps changing is left for the next look. */
  async #scanned(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && this.current.pending.length > 0; attempt++) {
      await this.#verdicts.idle();
      await this.#judgeAnew();
    }
  }

  #judgeAnew(): Promise<void> {
    this.#isJudgedAnew = true;
    return this.refresh([]);
  }

  /** With what was written before the question, and scanned unless that takes longer than clients like to wait. */
  readonly settled: CatalogView["settled"] = async () => {
    await this.#catchUp();
    if (this.current.pending.length === 0) return;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const stop = repeat(LIST_WAIT_MS, resolve);
    await Promise.race([this.#scanned(), late]);
    stop();
  };

  /** What an address or a name means is read again where it has changed, and scanned before all others. */
  readonly demand: CatalogView["demand"] = (wanted) => this.#demand(wanted, () => this.current);

  async #demand(wanted: string, catalog: () => Catalog | Promise<Catalog>): Promise<void> {
    const before = await catalog();
    if (this.#isLooking) {
      const skill = locateSkill(before, wanted.split("/"))?.skill ?? before.byId.get(wanted);
      if (skill === undefined) await this.#catchUpFolders();
      else await this.#catchUpSkill(skill.folder);
    }
    const skill = pendingIn(await catalog(), wanted);
    if (skill === undefined) return;
    await this.#verdicts.demand(skill);
    await this.#judgeAnew();
  }

  /** Without a watch, whoever has the folders says when to look. */
  get #isLooking(): boolean {
    return this.#options.watches !== false;
  }

  /** News of which the system has told are looked at now; of few skills also what it has not told of yet. */
  async #catchUp(): Promise<void> {
    if (!this.#isLooking) return;
    if (this.#dirty.size > 0) await this.refresh([]);
    await this.#catchUpFolders();
    if (this.#looks.size > MOST_LOOKED_AT) return;
    for (const folder of this.#looks.keys()) await this.#catchUpSkill(folder);
  }

  async #catchUpFolders(): Promise<void> {
    if (this.#looks.size <= MOST_LOOKED_AT * 10 && !this.#folderMarks.isCurrent())
      await this.refresh();
  }

  async #catchUpSkill(folder: string): Promise<void> {
    const known = this.#looks.get(folder);
    if (known === undefined || isSameScan(known.scanned, await this.#scanner.scan(folder))) return;
    const skill = this.#found?.skills.find((item) => item.folder === folder);
    await this.refresh([joinPath(folder, skill?.fileName ?? "")]);
  }

  get current(): Catalog {
    if (this.#current === undefined) throw new Error("The catalog is opened before it is asked.");
    return this.#current;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Looks again; with paths, only at the skills that they belong to. One look at a time, and whoever asks
   * before the next one begins shares it.
   */
  refresh(paths?: readonly string[]): Promise<void> {
    if (paths === undefined) this.#isWhole = true;
    for (const path of paths ?? []) this.#dirty.add(path);
    if (this.#next !== undefined) return this.#next;
    const next = this.#queue.then(() => {
      this.#next = undefined;
      return this.#refreshNow();
    });
    this.#next = next;
    this.#queue = next.catch(() => {});
    return next;
  }

  readonly read: CatalogView["read"] = (locate) => this.#reader.read(locate, () => this.current);

  /** The skills for a client that says something of itself. */
  async viewFor(client: ClientFacts): Promise<CatalogView> {
    const judge = this.#views.judgeOf(client);
    let current = await this.#views.catalogOf(client);
    const renew = async (): Promise<Catalog> => {
      current = await this.#views.catalogOf(client);
      return current;
    };
    return {
      get current() {
        return current;
      },
      judge,
      read: (locate) => this.#reader.read(locate, renew),
      settled: async () => {
        await this.settled();
        await renew();
      },
      demand: async (wanted) => {
        await this.#demand(wanted, renew);
        await renew();
      },
    };
  }

  /** Tells the listener what changes for such a client until the answer is called. */
  follow(client: ClientFacts, listener: ChangeListener): () => void {
    return this.#views.follow(client, listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#debounce.stop();
    this.#watch?.close();
    this.#listeners.clear();
    await this.#verdicts.close();
    await this.#queue;
  }

  readonly #complain = (error: unknown): void => {
    this.#options.onProblem?.(error);
  };

  async #refreshNow(): Promise<void> {
    if (this.#isClosed) return;
    const dirty = [...this.#dirty];
    const isWhole = this.#isWhole;
    this.#dirty.clear();
    this.#isWhole = false;
    const isJudgedAnew = this.#isJudgedAnew;
    this.#isJudgedAnew = false;
    const known = this.#found;
    const needsSearch = known === undefined || isWhole || dirty.some((path) => !isOwn(path, known));
    const found = needsSearch ? await this.#find() : known;
    this.#found = found;
    const isNew = await this.#lookAt(found, isWhole ? undefined : dirty);
    const before = this.#current;
    const built = await this.#build((before?.version ?? 0) + 1, this.judge);
    const after = before === undefined ? built : withSameSkills(before, built);
    if (this.#isClosed) return;
    this.#watchFolders(found);
    if (before === undefined) {
      this.#current = after;
      return;
    }
    const changes = diffCatalogs(before, after);
    const isOther = hasChanges(changes);
    if (isOther) this.#current = after;
    // What this machine is not offered may still be new to a client elsewhere.
    if (isOther || isNew || isJudgedAnew || !isSameSearch(known, found)) this.#lookCount += 1;
    else return;
    if (isOther) for (const listener of this.#listeners) listener(after, changes);
    await this.#views.tell();
  }

  /** Changes that a process had begun and not finished are finished first. */
  async #find(): Promise<FoundSkills> {
    const { paths, rootNames } = this.#options;
    const first = findAll(paths, rootNames);
    const found = (await settleFolders(first.kept)) ? findAll(paths, rootNames) : first;
    if (this.#isLooking) this.#folderMarks.take(found.folders);
    return found;
  }

  /** The catalog of what was last looked at, by the rules of a judge. */
  async #build(version: number, judge: Judge): Promise<Catalog> {
    const found = this.#found ?? { skills: [], refused: [], folders: [], kept: [] };
    const preparations = found.skills.map(({ folder }) => this.#looks.get(folder)?.preparation);
    const { verdictOf = () => undefined, allowBlocked = [] } = this.#options;
    const catalog = await buildCatalog({
      version,
      found,
      preparations: preparations.filter((item) => item !== undefined),
      judge,
      limits: this.#limits,
      portables: this.#portables,
      served: this.#served,
      // Other clients may be offered what this one is not.
      forgets: judge === this.judge,
      verdictOf: (skill) => verdictOf(skill.found.folder) ?? this.#verdicts.get(skill),
      allowBlocked: new Set(allowBlocked),
    });
    this.#verdicts.request(catalog.pending.map(({ prepared }) => prepared));
    return catalog;
  }

  /** Reads the folders anew that may have changed, all where it is not known which; true for news. */
  async #lookAt(found: FoundSkills, dirty: readonly string[] | undefined): Promise<boolean> {
    const folders = new Set(found.skills.map(({ folder }) => folder));
    for (const folder of this.#looks.keys()) if (!folders.has(folder)) this.#looks.delete(folder);
    let count = 0;
    let isNew = false;
    const fresh: Prepared[] = [];
    for (const skill of found.skills) {
      const known = this.#looks.get(skill.folder);
      const isTouched = dirty?.some((path) => isInside(path, skill.folder)) ?? true;
      if (known !== undefined && !isTouched) continue;
      const look = await this.#look(skill, known);
      this.#looks.set(skill.folder, look);
      const isRead = look.preparation !== known?.preparation;
      isNew ||= isRead;
      if (isRead && look.preparation.ok) fresh.push(look.preparation.prepared);
      // A file that is read for the first time takes longest.
      if (isRead || ++count % AT_A_TIME === 0) await nextTurn();
    }
    await this.#scanFew(fresh);
    if (dirty !== undefined) return isNew;
    const looks = [...this.#looks.values()];
    this.#scanner.keep(
      new Set(looks.flatMap(({ scanned }) => scanned.files.map(({ disk }) => disk))),
    );
    return isNew;
  }

  /** A skill that was edited does not go and come again. */
  async #scanFew(skills: readonly Prepared[]): Promise<void> {
    const { verdictOf } = this.#options;
    if (skills.length >= FEW_SKILLS) return;
    const unknown = skills.filter(({ found }) => verdictOf?.(found.folder) === undefined);
    await Promise.all(unknown.map((skill) => this.#verdicts.demand(skill)));
  }

  async #look(skill: FoundSkill, known: Look | undefined): Promise<Look> {
    const scanned = await this.#scanner.scan(skill.folder);
    // Most looks find nothing new, and a skill that stays the same object is known to be the same.
    if (known !== undefined && isSameScan(known.scanned, scanned) && isSameFile(known, skill))
      return { scanned, preparation: known.preparation };
    return { scanned, preparation: prepare(skill, scanned, this.#options.as) };
  }

  #startWatching(): void {
    const { watchFunction, paths } = this.#options;
    this.#watch = new CatalogWatch({
      paths,
      onChange: (path) => {
        this.#dirty.add(path);
        this.#debounce.poke();
      },
      onUnknown: () => void this.refresh().catch(this.#complain),
      onTick: () => {
        if (this.#current !== undefined && this.judge.isStale())
          void this.#judgeAnew().catch(this.#complain);
      },
      ...(watchFunction === undefined ? {} : { watchFunction }),
    });
  }

  #watchFolders(found: FoundSkills): void {
    const folders = new Set(found.folders);
    for (const { folder } of found.skills)
      for (const inside of this.#looks.get(folder)?.scanned.folders ?? []) folders.add(inside);
    if (this.#watch?.keep(folders) !== true) return;
    // What changed between the look and the watch was not heard of, so there is a second look.
    this.#isWhole = true;
    this.#debounce.poke();
  }
}
