import { nextTurn } from "../../../platform/machine/index.ts";
import type { Dialect } from "../../../skill/index.ts";
import { byFolder, foldersAround, isSameFile, isSameScan, type Look } from "./compare-looks.ts";
import type { FoundSkill, FoundSkills } from "./find.ts";
import { FileScanner, type SkillLimits } from "./folder.ts";
import { prepare, type Prepared } from "./prepare.ts";

/** Folders that are looked at before others get a turn. */
const AT_A_TIME = 16;

/** What the last look found in the folder of each skill. */
export class Looks {
  readonly #scanner: FileScanner;
  readonly #as: Dialect | undefined;
  readonly #byFolder = new Map<string, Look>();

  constructor(limits: SkillLimits, now: () => number, as: Dialect | undefined) {
    this.#scanner = new FileScanner(limits, now);
    this.#as = as;
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
    return known === undefined || isSameScan(known.scanned, await this.#scanner.scan(folder));
  }

  /** Reads the folders anew that may have changed, all where it is not known which. */
  async lookAt(
    found: FoundSkills,
    dirty: readonly string[] | undefined,
  ): Promise<{ readonly isNew: boolean; readonly fresh: readonly Prepared[] }> {
    const folders = byFolder(found);
    for (const [folder, look] of this.#byFolder)
      if (!folders.has(folder)) {
        this.#byFolder.delete(folder);
        this.#forgetFiles(look, undefined);
      }
    const touched =
      dirty === undefined
        ? undefined
        : new Set(dirty.flatMap((path) => foldersAround(path, found)));
    let count = 0;
    let isNew = false;
    const fresh: Prepared[] = [];
    for (const skill of found.skills) {
      const known = this.#byFolder.get(skill.folder);
      if (known !== undefined && touched?.has(skill.folder) === false) continue;
      const look = await this.#look(skill, known);
      this.#byFolder.set(skill.folder, look);
      const isRead = look.preparation !== known?.preparation;
      if (isRead && known !== undefined) this.#forgetFiles(known, look);
      isNew ||= isRead;
      if (isRead && look.preparation.ok) fresh.push(look.preparation.prepared);
      // A file that is read for the first time takes longest.
      if (isRead || ++count % AT_A_TIME === 0) await nextTurn();
    }
    return { isNew, fresh };
  }

  /** All folders inside of the skills that paths belong to, as one text to compare. */
  foldersAt(paths: readonly string[], found: FoundSkills): string {
    const around = new Set(paths.flatMap((path) => foldersAround(path, found)));
    return [...around].flatMap((folder) => this.get(folder)?.scanned.folders ?? []).join("\n");
  }

  /** Digests of files that are gone are not kept. */
  #forgetFiles(before: Look, after: Look | undefined): void {
    const disks = new Set(after?.scanned.files.map(({ disk }) => disk));
    for (const { disk } of before.scanned.files) if (!disks.has(disk)) this.forget(disk);
  }

  async #look(skill: FoundSkill, known: Look | undefined): Promise<Look> {
    const scanned = await this.#scanner.scan(skill.folder);
    // Most looks find nothing new, and a skill that stays the same object is known to be the same.
    if (known !== undefined && isSameScan(known.scanned, scanned) && isSameFile(known, skill))
      return { scanned, preparation: known.preparation };
    return { scanned, preparation: prepare(skill, scanned, this.#as) };
  }
}
