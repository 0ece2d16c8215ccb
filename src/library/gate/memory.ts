import type { GatingRules, JsonObject } from "../../skill/index.ts";
import type { Candidate, DemandCache, LoadResult } from "./load.ts";
import { createTextOrder, type TextOrder } from "./text-order.ts";

/** Where the candidates of a root stand in the order of the system, by their places among them. */
export interface Finding {
  readonly found: readonly number[];
  /** Those in folders that the system does not look into. */
  readonly missed: readonly number[];
}

interface CachedFinding extends Finding {
  readonly folders: readonly (string | undefined)[];
  readonly maxFolders: number;
}

/**
 * What a selection can spare the next one: most candidates come again, and they never change. It remembers
 * parts of the answer and decides nothing, so a selection with a memory says what one without it does.
 */
export class SelectionMemory {
  readonly names: TextOrder = createTextOrder();
  readonly #orders = new Map<string, TextOrder>();
  readonly #findings = new Map<string, CachedFinding>();
  #rules: GatingRules | undefined;
  #config: JsonObject | undefined;
  #results = new WeakMap<Candidate, LoadResult>();
  #demands: DemandCache = new Map();

  /** Forgets what was found out under other rules or settings. */
  enter(rules: GatingRules, config: JsonObject): void {
    if (rules === this.#rules && config === this.#config) return;
    this.#rules = rules;
    this.#config = config;
    this.#results = new WeakMap();
    this.#demands = new Map();
    this.#findings.clear();
  }

  get demands(): DemandCache {
    return this.#demands;
  }

  load(candidate: Candidate, make: () => LoadResult): LoadResult {
    const known = this.#results.get(candidate);
    if (known !== undefined) return known;
    const result = make();
    this.#results.set(candidate, result);
    return result;
  }

  /** The order of folders inside of a root. */
  orderOf(root: string): TextOrder {
    const known = this.#orders.get(root) ?? createTextOrder();
    this.#orders.set(root, known);
    return known;
  }

  find(
    root: string,
    candidates: readonly Candidate[],
    maxFolders: number,
    make: () => Finding,
  ): Finding {
    const known = this.#findings.get(root);
    if (
      known?.maxFolders === maxFolders &&
      known.folders.length === candidates.length &&
      candidates.every(({ folder }, at) => folder === known.folders[at])
    )
      return known;
    const folders = candidates.map(({ folder }) => folder);
    const finding = { ...make(), folders, maxFolders };
    this.#findings.set(root, finding);
    return finding;
  }
}
