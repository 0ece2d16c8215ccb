import { z } from "zod";
import type { FacetCounts, Facets } from "../../../registry/contract/index.ts";
import type { Tier } from "../../../registry/sign/index.ts";
import { given, list } from "./registry-common.ts";

export interface FacetQuery {
  readonly dialect?: readonly string[] | undefined;
  readonly tier?: readonly string[] | undefined;
  readonly permission?: readonly string[] | undefined;
  readonly works_on?: readonly string[] | undefined;
  readonly topic?: readonly string[] | undefined;
  readonly publisher?: string | undefined;
}

type ListName = "dialect" | "tier" | "permission" | "works_on" | "topic";

export const facetFields: Readonly<Record<ListName, typeof list>> & {
  readonly publisher: z.ZodOptional<z.ZodString>;
} = {
  dialect: list,
  tier: list,
  permission: list,
  works_on: list,
  topic: list,
  publisher: z.string().optional(),
};

/** A name may come several times, each with one or more values. */
function severalOf(request: Request, name: string): readonly string[] | undefined {
  const values = new URL(request.url).searchParams.getAll(name).flatMap((text) => text.split(","));
  const kept = values.map((value) => value.trim()).filter((value) => value !== "");
  return kept.length === 0 ? undefined : kept;
}

export function toFacets(query: FacetQuery, request: Request): Facets {
  return given({
    dialects: severalOf(request, "dialect"),
    // A word that is no tier is refused by the market.
    tiers: severalOf(request, "tier") as readonly Tier[] | undefined,
    permissions: severalOf(request, "permission"),
    worksOn: severalOf(request, "works_on"),
    topics: severalOf(request, "topic"),
    publisher: query.publisher,
  });
}

export const facetCounts: z.ZodType<FacetCounts> = z.record(
  z.string(),
  z.record(z.string(), z.number()),
);
