import { parentOf } from "../../platform/index.ts";
import { nextTurn } from "../../platform/machine/index.ts";
import type { Dialect } from "../../skill/index.ts";
import { byFolder, foldersAround, isSameFile, isSameScan, type Look } from "./compare-looks.ts";
import type { FoundSkill, FoundSkills, OnFolder } from "./find.ts";
import { FolderLists, type FolderMarks } from "./folder-lists.ts";
import { FileScanner, type ScannedFolder, type SkillLimits } from "./folder.ts";
import type { SkillCache, RestoredSkill } from "./skill-cache.ts";
import { LastReading } from "./later-reading.ts";
import { prepare, type PreparedSkill } from "./prepare.ts";

/** Folders that are looked at before others get a turn. */
const AT_A_TIME = 16;
/** Skills that are read before some are served, where the others take longer than this. */
const FIRST_PART = 256;
const PART_MS = 1000;

interface LookHooks {
  /** Called with every folder before it is read. */
  readonly onFolder: OnFolder;
  /** Makes of a skill what its text is needed for, while that is at hand. */
  readonly onPrepared: (prepared: PreparedSkill) => Promise<void>;
  /** Takes over what was made of it before. */
  readonly onRevived: (revived: RestoredSkill) => void;
}

/** What the last look found in the folder of each skill. */
export class Looks {
  readonly lists: FolderLists;
  readonly #now: () => number;
  readonly #scanner: FileScanner;
  readonly #as: Dialect | undefined;
  readonly #hooks: LookHooks;
  readonly #byFolder = new Map<string, Look>();
  readonly #last = new LastReading();
  /** What an earlier process made of skills; only a folder that is new here is looked for in it. */
  #kept: SkillCache | undefined;

  constructor(limits: SkillLimits, now: () => number, as: Dialect | undefined, hooks: LookHooks) {
    this.#now = now;
    this.lists = new FolderLists(now);
    this.#scanner = new FileScanner(limits, now, this.lists, hooks.onFolder);
    this.#as = as;
    this.#hooks = hooks;
  }

  /** Takes over what an earlier process made of skills; undefined: nobody will ask for it any more. */
  recall(kept: SkillCache | undefined): void {
    this.#kept?.release();
    this.#kept = kept;
    if (kept !== undefined) this.lists.learn(kept.folders);
  }

  /** Something happened at these paths, whatever their marks say. */
  forgetAt(paths: readonly string[]): void {
    for (const path of paths) {
      this.lists.forget(path);
      this.lists.forget(parentOf(path));
    }
  }

  get size(): number {
    return this.#byFolder.size;
  }

  get(folder: string): Look | undefined {
    return this.#byFolder.get(folder);
  }

  folders(): readonly string[] {
    return [...this.#byFolder.keys()];
  }

  /** The next look reads the file, whatever its mark says. */
  forget(disk: string): void {
    this.#scanner.forget(disk);
  }

  /** False where something in the folder is another than at the last look. */
  async isCurrent(folder: string): Promise<boolean> {
    const known = this.#byFolder.get(folder);
    if (known === undefined) return true;
    const { scanned: before } = known;
    const scanned = await this.#scanner.scan(folder, { before });
    if (!isSameScan(before, scanned)) return false;
    // What was read again need not be read a third time.
    this.#byFolder.set(folder, { ...known, scanned });
    return true;
  }

  /** Reads folders for the first time; where that takes long, something is made of those that were read. */
  async lookInParts(
    found: FoundSkills,
    onPart: (part: FoundSkills) => Promise<void>,
  ): Promise<void> {
    let last = this.#now();
    for (let size = FIRST_PART; size < found.skills.length; size *= 2) {
      const part = { ...found, skills: found.skills.slice(0, size) };
      await this.lookAt(part, []);
      if (this.#now() < last + PART_MS) continue;
      await onPart(part);
      last = this.#now();
    }
  }

  /** Reads the folders anew that may have changed, all where it is not known which. */
  async lookAt(
    found: FoundSkills,
    dirty: readonly string[] | undefined,
  ): Promise<{ readonly isNew: boolean; readonly fresh: readonly PreparedSkill[] }> {
    const folders = byFolder(found);
    for (const folder of this.#byFolder.keys())
      if (!folders.has(folder)) this.#byFolder.delete(folder);
    const touched =
      dirty === undefined
        ? undefined
        : new Set(dirty.flatMap((path) => foldersAround(path, found)));
    let count = 0;
    let isNew = false;
    const fresh: PreparedSkill[] = [];
    for (const skill of found.skills) {
      const known = this.#byFolder.get(skill.folder);
      if (known !== undefined && touched?.has(skill.folder) === false) continue;
      // Its folders are watched since before they were searched.
      const look = await this.#look(skill, known, known === undefined ? found.folders : undefined);
      this.#byFolder.set(skill.folder, look);
      const isRead = look.preparation !== known?.preparation;
      isNew ||= isRead;
      if (isRead && look.preparation.ok) fresh.push(look.preparation.prepared);
      if (++count % AT_A_TIME === 0) await nextTurn();
    }
    return { isNew, fresh };
  }

  /** Every look at a skill that could be read. */
  *all(): Iterable<{ readonly scanned: ScannedFolder; readonly prepared: PreparedSkill }> {
    for (const { scanned, preparation } of this.#byFolder.values())
      if (preparation.ok) yield { scanned, prepared: preparation.prepared };
  }

  /** Every folder that a search has read, and those inside of the skills. */
  foldersIn(found: FoundSkills): ReadonlySet<string> {
    const inside = found.skills.flatMap(({ folder }) => this.#foldersOf(folder));
    return new Set([...found.folders.keys(), ...inside]);
  }

  /** All folders inside of the skills that paths belong to, as one text to compare. */
  foldersAt(paths: readonly string[], found: FoundSkills): string {
    const around = new Set(paths.flatMap((path) => foldersAround(path, found)));
    return [...around].flatMap((folder) => this.#foldersOf(folder)).join("\n");
  }

  #foldersOf(skill: string): readonly string[] {
    return this.get(skill)?.scanned.folders.map(({ disk }) => disk) ?? [];
  }

  async #look(
    skill: FoundSkill,
    known: Look | undefined,
    marks: FolderMarks | undefined,
  ): Promise<Look> {
    const { folder } = skill;
    const row = known === undefined ? this.#kept?.find(folder) : undefined;
    const before = known?.scanned ?? row?.scanned;
    const scanned = await this.#scanner.scan(folder, { before, marks });
    const revived = row?.revive(skill, scanned, this.#last);
    if (revived !== undefined) {
      this.#hooks.onRevived(revived);
      return { scanned, preparation: { ok: true, prepared: revived.prepared } };
    }
    // Most looks find nothing new, and a skill that stays the same object is known to be the same.
    if (known !== undefined && isSameScan(known.scanned, scanned) && isSameFile(known, skill))
      return { scanned, preparation: known.preparation };
    const preparation = prepare(skill, scanned, this.#last, this.#as);
    if (preparation.ok) await this.#hooks.onPrepared(preparation.prepared);
    // A file that is read takes longest.
    await nextTurn();
    return { scanned, preparation };
  }
}
