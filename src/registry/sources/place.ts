import type { CatalogVersion, Demand } from "../resolve/index.ts";
import type { FetchedSkill, OriginKind } from "./fetched.ts";

/** One version of a skill that a place has. */
export interface Offer extends CatalogVersion {
  /** What it needs; where absent, it has to be asked for. */
  readonly dependencies?: readonly Demand[];
  readonly readDependencies?: () => Promise<readonly Demand[]>;
  /** What its publisher tells those who still use it. */
  readonly deprecation?: string;
}

/** A place from which skills come, each in one or more versions. */
export interface SkillPlace {
  readonly kind: OriginKind;
  /** For messages, without anything secret. */
  readonly address: string;
  /** All of them; undefined where they are too many to be told. */
  readonly names: () => Promise<readonly string[] | undefined>;
  /** What it tells of so that it cannot be had, by name: one of them takes nothing from the others. */
  readonly faults?: ReadonlyMap<string, Error>;
  /** Nothing for a name that it does not know. */
  readonly offersOf: (name: string) => Promise<readonly Offer[]>;
  /** Versions by the words that stand for them; absent where a place has no such words. */
  readonly tagsOf?: (name: string) => Promise<Readonly<Record<string, string>>>;
  /** What the skill is called by now that was once called so; absent where names never change. */
  readonly currentName?: (name: string) => Promise<string>;
  /** Learns about several at once what would be asked for one by one; where absent, nothing is gained by it. */
  readonly prepare?: (names: readonly string[]) => Promise<void>;
  /** The bytes of the SKILL.md alone, to be shown and not to be installed; absent where a place gives no single files. */
  readonly readManifest?: (name: string, version: string) => Promise<Uint8Array>;
  /** Every file, compared with what the place promises. */
  readonly fetch: (name: string, version: string) => Promise<FetchedSkill>;
}
