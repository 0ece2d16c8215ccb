import { Debounce } from "../../library/session/index.ts";
import { joinPath } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { within } from "../../platform/process/index.ts";
import { recoverFolders } from "../../registry/lock/index.ts";
import { buildCatalog } from "./build.ts";
import { type Catalog, emptyCatalog, locateSkill, pendingIn } from "./catalog.ts";
import { type CatalogChanges, diffCatalogs, hasChanges, withSameSkills } from "./diff.ts";
import { findAll, foundFor, type FoundSkills, listedSkills } from "./find.ts";
import { areCurrent, type FolderMarks } from "./folder-lists.ts";
import { isOwn, isSameSearch } from "./compare-looks.ts";
import { DEFAULT_LIMITS, type SkillLimits } from "./folder.ts";
import type { Judge } from "./judge.ts";
import { Judges } from "./judges.ts";
import type { LiveOptions } from "./live-options.ts";
import { retryChanged } from "./later-reading.ts";
import { Looks } from "./looks.ts";
import type { PreparedSkill } from "./prepare.ts";
import { patchCatalog, type PatchInput } from "./patch.ts";
import { ServedReader } from "./read-served.ts";
import { SkillMemory } from "./skill-memory.ts";
import type { CatalogView, ClientFacts } from "./view.ts";
import { Verdicts } from "./verdicts.ts";
import { type ChangeListener, ClientViews } from "./views.ts";
import { CatalogWatch } from "./watching.ts";

const CACHE_BYTES = 32 * 1024 * 1024;
const QUIET_MS = 60;
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
  readonly #reader: ServedReader;
  readonly #looks: Looks;
  readonly #memory: SkillMemory;
  readonly #judges: Judges;
  readonly #views: ClientViews;
  readonly #verdicts: Verdicts;
  readonly #listeners = new Set<Listener>();
  readonly #dirty = new Set<string>();
  readonly #debounce: Debounce;
  #found: FoundSkills | undefined;
  #folderMarks: FolderMarks = new Map();
  #current: Catalog = emptyCatalog();
  #lookCount = 0;
  #watch: CatalogWatch | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;
  #isWhole = false;
  #isJudgedAnew = false;
  #isClosed = false;
  #isOpen = false;
  #opened: Promise<void> | undefined;
  #looked: Promise<void> | undefined;

  constructor(options: LiveOptions) {
    const clock = options.clock ?? systemClock;
    this.#options = options;
    this.#judges = new Judges(options);
    this.judge = this.#judges.own;
    this.#memory = new SkillMemory(this.judge, options.skillStore);
    this.#limits = options.limits ?? DEFAULT_LIMITS;
    this.#looks = new Looks(this.#limits, clock.now, options.as, {
      onFolder: (folder) => this.#watch?.add(folder),
      onPrepared: this.#memory.onPrepared,
      onRevived: this.#memory.onRevived,
    });
    this.#reader = new ServedReader({
      most: this.#limits.bytes,
      cacheBytes: options.cacheBytes ?? CACHE_BYTES,
      lookAgain: async (disk) => {
        this.#looks.forget(disk);
        await this.refresh([disk]);
      },
    });
    this.#views = new ClientViews({
      look: () => this.#lookCount,
      judgeFor: (client) => this.#judges.forClient(client),
      build: (version, judge, { user }) => this.#build(version, judge, user),
    });
    this.#verdicts = new Verdicts({
      openScanner: options.openScanner,
      onProblem: (error) => this.#complain(error),
      onVerdicts: () => void this.#judgeAnew().catch(this.#complain),
      ...(options.verdictStore === undefined ? {} : { store: options.verdictStore }),
    });
    const look = (): void => void this.refresh([]).catch(this.#complain);
    this.#debounce = new Debounce(clock, QUIET_MS, look);
  }

  /** Looks for the first time, and begins to watch. Every skill is scanned after it; nothing is served before. */
  open(): Promise<void> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<void> {
    await this.look();
    await this.#scanned();
    this.#isOpen = true;
    this.#memory.save(this.#looks);
  }

  /** The first look alone; what is not scanned yet is not served after it. */
  look(): Promise<void> {
    if (this.#looked === undefined && this.#isLooking) this.#startWatching();
    if (this.#looked === undefined) this.#looks.recall(this.#memory.load());
    this.#looked ??= this.refresh();
    return this.#looked;
  }

  async isOpenWithin(milliseconds: number): Promise<boolean> {
    if (!this.#isOpen) await within(milliseconds, this.open());
    return this.#isOpen;
  }

  /** Until nothing waits for its scan; a skill that keeps changing is left for the next look. */
  async #scanned(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && this.current.pending.length > 0; attempt++) {
      await this.#verdicts.idle();
      await this.#judgeAnew();
    }
  }

  async #judgeAnew(): Promise<void> {
    this.#isJudgedAnew = true;
    await this.refresh([]);
  }

  /** With what was written before the question, and scanned unless that takes longer than clients like to wait. */
  readonly settled: CatalogView["settled"] = async () => {
    const isOpen = await this.isOpenWithin(LIST_WAIT_MS);
    // A skill that breaks its contract ends the server: nobody should take a list for a good start.
    if (this.#isClosed) throw new Error("The server is closing.");
    if (!isOpen) return;
    await this.#catchUp();
    if (this.current.pending.length > 0) await within(LIST_WAIT_MS, this.#scanned());
  };

  /** What an address or a name means is read again where it has changed, and scanned before all others. */
  readonly demand: CatalogView["demand"] = (wanted) => this.#demand(wanted, () => this.current);

  async #demand(wanted: string, catalog: () => Catalog | Promise<Catalog>): Promise<void> {
    await this.isOpenWithin(LIST_WAIT_MS);
    const before = await catalog();
    if (this.#isLooking && this.#isOpen) {
      const skill = locateSkill(before, wanted.split("/"))?.skill ?? before.byId.get(wanted);
      if (skill === undefined) await this.#catchUpFolders();
      else await this.#catchUpSkill(skill.folder);
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const waiting = pendingIn(await catalog(), wanted);
      if (waiting === undefined) return;
      // Its files may be others than those that were read.
      if (this.#isLooking) await this.#catchUpSkill(waiting.found.folder);
      else await this.#verdicts.demand(waiting);
      await this.#judgeAnew();
    }
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
    for (const folder of this.#looks.folders()) await this.#catchUpSkill(folder);
  }

  async #catchUpFolders(): Promise<void> {
    if (this.#looks.size <= MOST_LOOKED_AT * 10 && !areCurrent(this.#folderMarks))
      await this.refresh();
    else await this.#queue;
  }

  async #catchUpSkill(folder: string): Promise<void> {
    if (await this.#looks.isCurrent(folder)) {
      const preparation = this.#looks.get(folder)?.preparation;
      if (preparation?.ok === true)
        await this.#verdicts.demandFew([preparation.prepared], this.#options.verdictOf);
      // A look that has seen it may not have made its catalog yet.
      await this.#queue;
      return;
    }
    const skill = this.#found?.skills.find((item) => item.folder === folder);
    await this.refresh([joinPath(folder, skill?.fileName ?? "")]);
  }

  get current(): Catalog {
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
    // Whoever has the folders may also show a skill to others than before.
    if (paths === undefined) this.#isWhole = this.#isJudgedAnew = true;
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

  viewFor(client: ClientFacts): Promise<CatalogView> {
    return this.#views.viewOf(client, {
      read: (locate, renew) => this.#reader.read(locate, renew),
      settled: () => this.settled(),
      demand: (wanted, renew) => this.#demand(wanted, renew),
    });
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
    if (this.#isOpen) this.#memory.save(this.#looks);
  }

  readonly #complain = (error: unknown): void => this.#options.onProblem?.(error);

  async #refreshNow(): Promise<void> {
    if (this.#isClosed) return;
    const dirty = [...this.#dirty];
    const isWhole = this.#isWhole;
    const isJudgedAnew = this.#isJudgedAnew;
    this.#dirty.clear();
    this.#looks.forgetAt(dirty);
    this.#isWhole = this.#isJudgedAnew = false;
    const known = this.#found;
    const needsSearch = known === undefined || isWhole || dirty.some((path) => !isOwn(path, known));
    const found = needsSearch ? await this.#find() : known;
    this.#options.onFound?.(found.skills.length);
    if (known === undefined) await this.#looks.lookInParts(found, this.#servePart);
    this.#found = found;
    const folders = this.#looks.foldersAt(dirty, found);
    // The first look has seen its first part a moment ago, and hears of what changes since.
    const isAll = isWhole && known !== undefined && this.#options.list === undefined;
    const { isNew, fresh } = await this.#lookAt(found, isAll ? undefined : dirty);
    if (known === undefined) {
      this.#looks.recall(undefined);
      if (this.#memory.hasNews) this.#options.onRead?.();
    }
    const before = this.current;
    const isEdit = found === known && !isWhole && !isJudgedAnew && this.#isOpen;
    const changes = (isEdit ? await this.#patch(fresh) : undefined) ?? (await this.#renew());
    if (this.#isClosed) return;
    if (!isEdit || folders !== this.#looks.foldersAt(dirty, found)) this.#watchFolders(found);
    // What this machine is not offered may still be new to a client elsewhere.
    if (before !== this.current || isNew || isJudgedAnew || !isSameSearch(known, found))
      this.#lookCount += 1;
    else return;
    if (hasChanges(changes))
      for (const listener of this.#listeners) listener(this.current, changes);
    await this.#views.tell();
  }

  /** The skill that was edited takes the place of the one before, where no other is concerned. */
  async #patch(fresh: readonly PreparedSkill[]): Promise<CatalogChanges | undefined> {
    const patched = await patchCatalog(this.current, fresh, {
      ...this.#ground(),
      judge: this.judge,
    });
    if (patched !== undefined && !this.#isClosed && hasChanges(patched.changes))
      this.#current = patched.catalog;
    return patched?.changes;
  }

  /** The catalog of the last look takes the place of the one before, unless it says the same. */
  async #renew(): Promise<CatalogChanges> {
    const before = this.current;
    const after = withSameSkills(before, await this.#build(before.version + 1, this.judge));
    const changes = diffCatalogs(before, after);
    if (!this.#isClosed && (hasChanges(changes) || before.version === 0)) this.#current = after;
    return changes;
  }

  /** Those that were read are served while the others still are. */
  readonly #servePart = async (part: FoundSkills): Promise<void> => {
    this.#found = part;
    this.#current = await this.#build(this.#current.version, this.judge);
    this.#lookCount += 1;
  };

  async #find(): Promise<FoundSkills> {
    const { paths, list } = this.#options;
    if (list !== undefined) return listedSkills(list());
    const onFolder = (folder: string): void => this.#watch?.add(folder);
    const options = { ...this.#options, lists: this.#looks.lists, onFolder };
    const find = (): Promise<FoundSkills> => findAll(paths, options);
    const first = await find();
    const found = (await recoverFolders(first.kept)) ? await find() : first;
    if (this.#isLooking) this.#folderMarks = found.folders;
    return found;
  }

  /** The catalog of what was last looked at, by the rules of a judge. */
  #build(version: number, judge: Judge, user?: string): Promise<Catalog> {
    const build = (): Promise<Catalog> => this.#buildOnce(version, judge, user);
    return retryChanged(build, ATTEMPTS, async (disk) => {
      this.#looks.forget(disk);
      await this.#looks.lookAt(foundFor(this.#found, user), [disk]);
    });
  }

  async #buildOnce(version: number, judge: Judge, user?: string): Promise<Catalog> {
    const found = foundFor(this.#found, user);
    const preparations = found.skills.map(({ folder }) => this.#looks.get(folder)?.preparation);
    const catalog = await buildCatalog({
      ...this.#ground(),
      version,
      found,
      preparations: preparations.filter((item) => item !== undefined),
      judge,
    });
    this.#verdicts.request(catalog.pending.map(({ prepared }) => prepared));
    return catalog;
  }

  /** What every catalog is made from. */
  #ground(): Omit<PatchInput, "judge"> {
    const { verdictOf = () => undefined, allowBlocked = [] } = this.#options;
    return {
      limits: this.#limits,
      ...this.#memory.caches,
      verdictOf: (skill) => verdictOf(skill.found.folder) ?? this.#verdicts.get(skill),
      allowBlocked: new Set(allowBlocked),
    };
  }

  async #lookAt(
    found: FoundSkills,
    dirty: readonly string[] | undefined,
  ): ReturnType<Looks["lookAt"]> {
    const looked = await this.#looks.lookAt(found, dirty);
    await this.#verdicts.demandFew(looked.fresh, this.#options.verdictOf);
    return looked;
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
        if (this.#isOpen && this.judge.isStale()) void this.#judgeAnew().catch(this.#complain);
      },
      ...(watchFunction === undefined ? {} : { watchFunction }),
    });
  }

  #watchFolders(found: FoundSkills): void {
    const folders = this.#looks.foldersIn(found);
    this.#looks.lists.keep(folders);
    if (this.#watch?.keep(folders) !== true) return;
    // What changed between the look and the watch was not heard of, so there is a second look.
    this.#isWhole = true;
    this.#debounce.poke();
  }
}
