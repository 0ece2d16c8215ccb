import type { HostFacts } from "../../library/hosts/index.ts";
import type { Dialect } from "../../skill/index.ts";
import type { Catalog, ServedFile } from "./catalog.ts";
import type { Judge } from "./judge.ts";

/** What a client says of itself that decides on which skills it is offered. */
export interface ClientFacts {
  /** Equal for clients that are offered the same. */
  readonly key: string;
  /** The system whose rules hold for it. */
  readonly as?: Dialect;
  /** The machine on which it would run them. */
  readonly host?: HostFacts;
  /** Who it is, where somebody has made sure of that: some skills are for some users alone. */
  readonly user?: string;
}

export interface ReadResult {
  readonly file: ServedFile;
  readonly bytes: Uint8Array;
}

/** The skills as one client is offered them. */
export interface CatalogView {
  /** What it is offered now. */
  readonly current: Catalog;
  readonly judge: Judge;
  /**
   * The bytes of a file with exactly the digest that the catalog has for it. A file that changed since is
   * looked at again first, so that what is answered and what is listed agree at every moment.
   */
  readonly read: (
    locate: (catalog: Catalog) => ServedFile | undefined,
  ) => Promise<ReadResult | undefined>;
  /** With what was written before the question, and scanned unless that takes longer than clients like to wait. */
  readonly settled: () => Promise<void>;
  /** Has the skill that an address or a name means read again where it has changed, and scanned. */
  readonly demand: (wanted: string) => Promise<void>;
}
