import { hashOf, parentOf } from "../../platform/index.ts";
import {
  decodeText,
  type Dialect,
  type HomeRules,
  readAs,
  readDocument,
  type Reading,
  SkillError,
} from "../../skill/index.ts";
import { type RootScan, type DiscoveredSkill, SKILL_FILE } from "../roots/index.ts";
import type { Store, StoreWatch } from "../store/store.ts";
import type { SkillSource, SourceEvents } from "./source.ts";

interface CachedObject {
  readonly version: string;
  readonly reading: Reading;
  readonly hash: string;
  readonly size: number;
  /** By root, the skill that it is: the same object while the content is the same. */
  readonly seen: Map<string, DiscoveredSkill>;
}

/** Objects that are fetched at the same time. */
const AT_ONCE = 8;

/** Skills in a store, under the paths that the system has for them. */
export class StoreSource implements SkillSource {
  readonly #store: Store;
  readonly #dialect: Dialect;
  readonly #homes: HomeRules;
  /** Where absent, the skills of every agent are read. */
  readonly #agent: string | undefined;
  readonly #objects = new Map<string, CachedObject>();
  /** Keys whose objects could not be fetched. */
  readonly #stale = new Set<string>();
  #watch: StoreWatch | undefined;
  /** Fetches follow each other, so that an older answer never takes the place of a newer one. */
  #fetching: Promise<void> = Promise.resolve();

  constructor(store: Store, dialect: Dialect, homes: HomeRules, agent?: string) {
    this.#store = store;
    this.#dialect = dialect;
    this.#agent = agent;
    this.#homes = homes.locatesFrom === undefined ? { ...homes, roots: listScopes(homes) } : homes;
  }

  readonly look = (agent: string): RootScan => {
    const { sameSource } = this.#dialect.gating?.sources ?? {};
    const prefixes = this.#homes.roots.map((root) => prefixOf(root.path, agent));
    const keys = [...this.#objects.keys()].sort();
    const roots = this.#homes.roots.map((root, index) => {
      const prefix = prefixes[index] ?? "";
      return keys
        .filter((key) => key.startsWith(prefix))
        .map((key) => this.#seen(key, root.source, prefix));
    });
    const ordered = sameSource === "later" ? roots.toReversed() : roots;
    return { skills: ordered.flat(), refused: [], problems: [] };
  };

  readonly refresh = async (): Promise<void> => {
    const present = new Map<string, string>();
    for (const prefix of new Set(
      this.#homes.roots.map(({ path }) => prefixOf(path, this.#agent)),
    )) {
      for await (const { key, version } of this.#store.list(prefix))
        if (key.endsWith(`/${SKILL_FILE}`)) present.set(key, version);
    }
    for (const key of this.#objects.keys()) if (!present.has(key)) this.#objects.delete(key);
    const changed = [...present].filter(
      ([key, version]) => this.#stale.has(key) || this.#objects.get(key)?.version !== version,
    );
    await this.#fetch(changed.map(([key]) => key));
  };

  /** A store has keys, and no folders. */
  readonly roots = (): readonly [] => [];

  readonly passedOver = (): readonly [] => [];

  readonly namesIn = (): readonly string[] => [];

  readonly watch = async (events: SourceEvents): Promise<boolean> => {
    const { watch } = this.#store;
    if (watch === undefined) return false;
    // Other settings begin to listen once more to the same store.
    await this.close();
    this.#watch = await watch("", (changes) => {
      const ofSkills = changes.filter(({ key }) => key.endsWith(`/${SKILL_FILE}`));
      const deleted = ofSkills.filter(({ kind }) => kind === "delete");
      for (const { key } of deleted) this.#objects.delete(key);
      if (ofSkills.length === 0) return;
      const changed = ofSkills.filter(({ kind }) => kind === "put").map(({ key }) => key);
      // What could not be fetched before may be there by now.
      const put = [...new Set([...changed, ...this.#stale])];
      void this.#fetch(put).then(events.onChange, (error: unknown) => {
        if (!SkillError.isInstance(error)) throw error;
        // The versions of before are no longer known, so that the next refresh fetches them.
        for (const key of put) this.#stale.add(key);
        events.onProblem(error.diagnostic);
      });
    });
    return true;
  };

  readonly close = async (): Promise<void> => {
    await this.#watch?.close();
    this.#watch = undefined;
  };

  #seen(key: string, source: string, prefix: string): DiscoveredSkill {
    // Only keys of the map are asked for.
    const kept = this.#objects.get(key) as CachedObject;
    const root = `${source}\n${prefix}`;
    const known = kept.seen.get(root);
    if (known !== undefined) return known;
    const skill: DiscoveredSkill = {
      source,
      root: addressOf(this.#store) + prefix,
      folder: parentOf(key.slice(prefix.length)).replace(/^\.$/, ""),
      path: key,
      reading: kept.reading,
      bytes: kept.size,
      hash: kept.hash,
      baseDir: parentOf(key),
    };
    kept.seen.set(root, skill);
    return skill;
  }

  readonly isStale = (): boolean => this.#stale.size > 0;

  #fetch(keys: readonly string[]): Promise<void> {
    const fetched = this.#fetching.then(() => this.#fetchAll(keys));
    // Whoever asked hears of a failure; whoever asks next begins anew.
    this.#fetching = fetched.catch(() => {});
    return fetched;
  }

  async #fetchAll(keys: readonly string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += AT_ONCE)
      await Promise.all(keys.slice(start, start + AT_ONCE).map((key) => this.#fetchOne(key)));
  }

  async #fetchOne(key: string): Promise<void> {
    const object = await this.#store.get(key);
    this.#stale.delete(key);
    if (object === undefined) {
      this.#objects.delete(key);
      return;
    }
    const { bytes, version } = object;
    const { text, problems } = decodeText(bytes);
    const reading = readAs(this.#dialect, readDocument(text, problems), { path: key });
    const [hash, size] = [hashOf(bytes), bytes.length];
    this.#objects.set(key, { version, reading, hash, size, seen: new Map() });
  }
}

/** What stands before a key where people are to find the object: nothing but the address of a bucket says it. */
function addressOf({ name }: Store): string {
  return name.includes("://") ? name : "";
}

/**
 * The folders of a system that reads from machines mean nothing in a store. There an agent's own skills lie over
 * those of all agents, as the two strongest sources of the system.
 */
function listScopes({ roots }: HomeRules): HomeRules["roots"] {
  const [first, second = first] = roots;
  if (first === undefined || second === undefined) return [];
  return [
    { source: first.source, path: "{store}/agents/{agent}/skills" },
    { source: second.source, path: "{store}/skills" },
  ];
}

/** The beginning of the keys of a root; without an agent, that of all agents. */
function prefixOf(path: string, agent?: string): string {
  const below = path.slice(path.indexOf("/") + 1);
  if (agent !== undefined) return `${below.replaceAll("{agent}", agent)}/`;
  return below.includes("{agent}") ? below.slice(0, below.indexOf("{agent}")) : `${below}/`;
}
