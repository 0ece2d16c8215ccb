import { lastPart, computeSha256 } from "../../platform/index.ts";
import { nextTurn } from "../../platform/machine/index.ts";
import type { PreparedSkill } from "./prepare.ts";

/** What the scan makes of a skill. */
export interface Verdict {
  readonly decision: "allow" | "review" | "block";
  /** Why, as a sentence. */
  readonly reason: string;
  /** Where a registry states it, signed, as a path on its server. */
  readonly statement?: string;
}

/** Verdicts that outlast the process, by the digest of what was scanned. */
export interface VerdictStore {
  readonly load: () => ReadonlyMap<string, Verdict>;
  readonly save: (verdicts: ReadonlyMap<string, Verdict>) => void;
}

/** Scans skills; undefined for one whose files changed meanwhile. */
export interface SkillScanner {
  readonly scan: (skill: PreparedSkill) => Promise<Verdict | undefined>;
  /** Scans that run at a time. */
  readonly most: number;
  readonly close: () => Promise<void>;
}

export interface VerdictOptions {
  /** Made when the first skill is to be scanned, for about so many. */
  readonly openScanner: (count: number) => Promise<SkillScanner>;
  readonly store?: VerdictStore;
  /** Called when there are enough new verdicts for another look, and at the end. */
  readonly onVerdicts: () => void;
  readonly onProblem: (error: unknown) => void;
}

/** So many new skills are scanned before the catalog is made. */
const FEW_SKILLS = 40;
/** New verdicts before the first look, which somebody may be waiting for; twice as many before each that follows. */
const FIRST_BATCH = 16;
/** The more skills there are, the more a look costs: at most so many looks while all of them are scanned. */
const SHARE_OF_BATCH = 8;

/** The verdicts on skills. One that has none yet waits for its turn, and those that are asked for go first. */
export class Verdicts {
  readonly #options: VerdictOptions;
  readonly #keys = new WeakMap<PreparedSkill, string>();
  readonly #waiting = new Map<string, PreparedSkill>();
  readonly #waiters = new Map<string, (() => void)[]>();
  #known: Map<string, Verdict> | undefined;
  #news = 0;
  #unsaved = 0;
  #hasSaved = false;
  /** Scans since the scanner was opened. */
  #done = 0;
  #batch = FIRST_BATCH;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: VerdictOptions) {
    this.#options = options;
  }

  get(skill: PreparedSkill): Verdict | undefined {
    this.#known ??= new Map(this.#options.store?.load());
    return this.#known.get(this.#keyOf(skill));
  }

  /** Has skills scanned, one after the other. */
  request(skills: readonly PreparedSkill[]): void {
    for (const skill of skills)
      if (this.get(skill) === undefined) this.#waiting.set(this.#keyOf(skill), skill);
    if (this.#waiting.size > 0 && !this.#isClosed) this.#running ??= this.#work();
  }

  /** Scans the skill before all others, and waits for it. */
  async demand(skill: PreparedSkill): Promise<void> {
    if (this.get(skill) !== undefined || this.#isClosed) return;
    const key = this.#keyOf(skill);
    const others = [...this.#waiting];
    this.#waiting.clear();
    this.#waiting.set(key, skill);
    for (const [other, item] of others) this.#waiting.set(other, item);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiters.set(key, [...(this.#waiters.get(key) ?? []), resolve]);
    this.#running ??= this.#work();
    await promise;
  }

  /** A skill that was edited does not go and come again; of many the catalog is made as they are scanned. */
  async demandFew(
    skills: readonly PreparedSkill[],
    verdictOf: (folder: string) => Verdict | undefined = () => undefined,
  ): Promise<void> {
    if (skills.length >= FEW_SKILLS) return;
    const unknown = skills.filter(({ found }) => verdictOf(found.folder) === undefined);
    await Promise.all(unknown.map((skill) => this.demand(skill)));
  }

  /** When nothing waits any longer. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    await this.idle();
    this.#save();
  }

  async #work(): Promise<void> {
    try {
      // The scanner reads files, which is not for whoever is building a catalog right now.
      await nextTurn();
      const scanner = await this.#options.openScanner(this.#waiting.size);
      this.#batch = FIRST_BATCH;
      this.#done = 0;
      const scans = Array.from({ length: scanner.most }, () => this.#scanAll(scanner));
      await Promise.all(scans);
      await scanner.close();
    } catch (error) {
      this.#options.onProblem(error);
      this.#waiting.clear();
    }
    // All that is known is written at once, which costs more than the scan of a skill that was edited.
    if (!this.#hasSaved || this.#unsaved >= FEW_SKILLS) this.#save();
    if (this.#news > 0) this.#tell();
    for (const key of this.#waiters.keys()) if (!this.#waiting.has(key)) this.#release(key);
    // Some may have come while the scanner was closed.
    this.#running = this.#waiting.size > 0 && !this.#isClosed ? this.#work() : undefined;
  }

  async #scanAll(scanner: SkillScanner): Promise<void> {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || this.#isClosed) return;
      const [key, skill] = next;
      this.#waiting.delete(key);
      const verdict = await scanner.scan(skill);
      this.#done += 1;
      if (verdict !== undefined) {
        this.#known?.set(key, verdict);
        this.#unsaved += 1;
      }
      // Whoever demanded it looks again without being told.
      if (!this.#waiters.has(key)) this.#news += 1;
      this.#release(key);
      if (this.#unsaved >= SAVE_EVERY) this.#save();
      if (this.#waiting.size > 0 && this.#news >= this.#batch) {
        // Some have come since the scanner was opened.
        const share = Math.ceil((this.#done + this.#waiting.size) / SHARE_OF_BATCH);
        this.#batch = Math.min(2 * this.#batch, Math.max(FIRST_BATCH, share));
        this.#tell();
      }
      await nextTurn();
    }
  }

  #release(key: string): void {
    for (const resolve of this.#waiters.get(key) ?? []) resolve();
    this.#waiters.delete(key);
  }

  #tell(): void {
    this.#news = 0;
    if (!this.#isClosed) this.#options.onVerdicts();
  }

  #save(): void {
    if (this.#unsaved === 0 || this.#known === undefined) return;
    this.#options.store?.save(this.#known);
    this.#hasSaved = true;
    this.#unsaved = 0;
  }

  /** The same for folders with the same name and the same content. */
  #keyOf(skill: PreparedSkill): string {
    const known = this.#keys.get(skill);
    if (known !== undefined) return known;
    const files = skill.files.map(({ path, sha256 }) => [path, sha256]);
    const left = skill.passedOver.map(({ path }) => path);
    const key = computeSha256(JSON.stringify([lastPart(skill.found.folder), files, left]));
    this.#keys.set(skill, key);
    return key;
  }
}

/** A process that is ended early has kept most of its work. */
const SAVE_EVERY = 200;
