import type { Tier } from "../sign/index.ts";
import type { MatchReason } from "./matches.ts";
import type { SkillSummary } from "./records.ts";

export type { MatchReason } from "./matches.ts";

export interface Page<T> {
  readonly items: readonly T[];
  /** To be given for the page after this one; undefined on the last. */
  readonly cursor: string | undefined;
}

export interface PageRequest {
  /** From 1 to 200. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** Every one that is given has to hold: of several dialects or tiers one, of several values of the others all. */
export interface Facets {
  readonly dialects?: readonly string[];
  readonly tiers?: readonly Tier[];
  readonly permissions?: readonly string[];
  readonly worksOn?: readonly string[];
  readonly topics?: readonly string[];
  readonly publisher?: string;
}

export interface SearchRequest extends PageRequest, Facets {
  /** Words; the last one may be the beginning of one. */
  readonly query: string;
  /** `exact` gives only skills with that slug or display name. */
  readonly mode?: "words" | "exact";
  /** By match, and by trust and use between equals, unless another order is wanted. */
  readonly sort?: "relevance" | ListSort;
}

export interface SearchHit extends SkillSummary {
  /** Not less than that of those after it. */
  readonly score: number;
  readonly why: readonly MatchReason[];
}

/** How many have a value, by facet and value. */
export type FacetCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface SearchPage extends Page<SearchHit> {
  /** How many were found. */
  readonly total: number;
  /** True while skills that were published before this version of the server are not all indexed yet. */
  readonly isMore: boolean;
  /** Of all that were found; of a facet with very many values the most frequent. */
  readonly facets: FacetCounts;
  /** Whether descriptions were compared by meaning: names and single words need none, and some servers have no model. */
  readonly meaning: "used" | "not-needed" | "absent";
}

/** How many there are in all, and of which kind. */
export interface Counts {
  readonly total: number;
  readonly facets: FacetCounts;
}

export type ListSort =
  | "recommended"
  | "updated"
  | "created"
  | "downloads"
  | "stars"
  | "rating"
  | "name"
  | "trending";

export interface ListRequest extends PageRequest, Facets {
  readonly sort?: ListSort;
  /** Beginning of the slug. */
  readonly prefix?: string;
  /** Those that the viewer has starred, or may change, or sees and not everybody. */
  readonly only?: "starred" | "own" | "private";
}
