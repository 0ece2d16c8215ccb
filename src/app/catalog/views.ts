import { CATALOG_URI, INDEX_URI } from "./uris.ts";
import type { Catalog } from "./catalog.ts";
import { type CatalogChanges, diffCatalogs, hasChanges, withSameSkills } from "./diff.ts";
import type { Judge } from "./judge.ts";
import type { CatalogView, ClientFacts } from "./view.ts";

/** Kinds of clients for which a catalog is kept ready although none of them listens. */
const MOST_VIEWS = 16;
/** Kinds of clients that are told exactly what changed for them. */
const MOST_FOLLOWED = 16;

export type ChangeListener = (changes: CatalogChanges) => void;

interface View {
  readonly client: ClientFacts;
  readonly judge: Judge;
  readonly listeners: Set<ChangeListener>;
  /** The look at the files that the catalog was made after. */
  look: number;
  catalog: Promise<Catalog>;
  /** What the listeners last heard of. */
  told: Promise<Catalog> | undefined;
}

export interface ViewPorts {
  /** Grows with every look that found something new. */
  readonly look: () => number;
  readonly judgeFor: (client: ClientFacts) => Judge;
  readonly build: (version: number, judge: Judge, client: ClientFacts) => Promise<Catalog>;
}

type Renew = () => Promise<Catalog>;

/** What is the same for all kinds of clients, given how to renew the catalog of one. */
export interface SharedView extends Pick<CatalogView, "settled"> {
  readonly read: (
    locate: Parameters<CatalogView["read"]>[0],
    renew: Renew,
  ) => ReturnType<CatalogView["read"]>;
  readonly demand: (wanted: string, renew: Renew) => Promise<void>;
}

/** The catalogs of clients that say something of themselves: one for all that say the same. */
export class ClientViews {
  readonly #ports: ViewPorts;
  readonly #views = new Map<string, View>();
  readonly #others = new Set<ChangeListener>();

  constructor(ports: ViewPorts) {
    this.#ports = ports;
  }

  /** What a client of the kind is shown, as the files are whenever it asks. */
  async viewOf(client: ClientFacts, { read, settled, demand }: SharedView): Promise<CatalogView> {
    const { judge } = this.#viewOf(client);
    let current = await this.catalogOf(client);
    const renew = async (): Promise<Catalog> => {
      current = await this.catalogOf(client);
      return current;
    };
    return {
      get current() {
        return current;
      },
      judge,
      read: (locate) => read(locate, renew),
      settled: async () => {
        await settled();
        await renew();
      },
      demand: async (wanted) => {
        await demand(wanted, renew);
        await renew();
      },
    };
  }

  /** Made anew when the files have changed since; the same object while nothing in it is another. */
  catalogOf(client: ClientFacts): Promise<Catalog> {
    const view = this.#viewOf(client);
    const look = this.#ports.look();
    if (view.look === look) return view.catalog;
    view.look = look;
    view.catalog = this.#renew(view);
    return view.catalog;
  }

  /** Tells the listener what changes for the client, from now on until the answer is called. */
  follow(client: ClientFacts, listener: ChangeListener): () => void {
    const isKnown = this.#views.get(client.key)?.told !== undefined;
    const followed = [...this.#views.values()].filter(({ told }) => told !== undefined);
    if (!isKnown && followed.length >= MOST_FOLLOWED) {
      this.#others.add(listener);
      return () => this.#others.delete(listener);
    }
    const view = this.#viewOf(client);
    view.listeners.add(listener);
    view.told ??= this.catalogOf(client);
    return () => {
      view.listeners.delete(listener);
      if (view.listeners.size === 0) view.told = undefined;
      this.#forgetOldest();
    };
  }

  /** After a look that found something new. */
  async tell(): Promise<void> {
    // A list of its own, since a view that is asked for moves to the end.
    const followed = [...this.#views.values()].filter(({ told }) => told !== undefined);
    for (const view of followed) {
      if (view.told === undefined) continue;
      const before = await view.told;
      view.told = this.catalogOf(view.client);
      const changes = diffCatalogs(before, await view.told);
      if (hasChanges(changes)) for (const listener of view.listeners) listener(changes);
    }
    // Nobody compares for these: they hear that lists may be others, and ask.
    const updated = [CATALOG_URI, INDEX_URI];
    for (const listener of this.#others)
      listener({ resourcesListed: true, promptsListed: true, updated });
  }

  #viewOf(client: ClientFacts): View {
    const { key } = client;
    const known = this.#views.get(key);
    // The one that is used stands last, and the first is the one to go.
    this.#views.delete(key);
    const view = known ?? this.#open(client);
    this.#views.set(key, view);
    this.#forgetOldest();
    return view;
  }

  #open(client: ClientFacts): View {
    const judge = this.#ports.judgeFor(client);
    const look = this.#ports.look();
    const catalog = this.#ports.build(1, judge, client);
    return { client, judge, look, catalog, told: undefined, listeners: new Set() };
  }

  async #renew({ catalog, judge, client }: View): Promise<Catalog> {
    const before = await catalog;
    const after = withSameSkills(
      before,
      await this.#ports.build(before.version + 1, judge, client),
    );
    return hasChanges(diffCatalogs(before, after)) ? after : before;
  }

  #forgetOldest(): void {
    const idle = [...this.#views].filter(([, { told }]) => told === undefined);
    for (const [key] of idle.slice(0, Math.max(0, idle.length - MOST_VIEWS)))
      this.#views.delete(key);
  }
}
