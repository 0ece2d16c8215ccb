import type { Client } from "../../../../src/client/index.ts";
import { type Paged, type PageQuestion, usePaged } from "./paged.tsx";

export type Found = Awaited<ReturnType<Client["searchRegistry"]>>;
type ListedSkill = Awaited<ReturnType<Client["listRegistrySkills"]>>["skills"][number];
export type Reason = Found["skills"][number]["why"][number];
/** A skill of a list, or of a search, which says why it was found. */
export type FoundSkill = ListedSkill & { readonly why?: readonly Reason[] };
export type Counts = Found["facets"];

export const FACETS = ["dialect", "tier", "permission", "works_on"] as const;
export type FacetName = (typeof FACETS)[number];

/** Where several values make sense at once; of the others a skill has one. */
export const MANY: ReadonlySet<FacetName> = new Set(["permission", "works_on"] as const);

export interface Question {
  readonly words: string;
  readonly sort: string;
  readonly only: string;
  /** Values with commas between. */
  readonly chosen: { readonly [Name in FacetName]: string };
}

export interface Results {
  readonly skills: readonly FoundSkill[];
  readonly total: number;
  /** There are more than are counted. */
  readonly isMore: boolean;
  readonly facets: Counts;
}

export const SORTS = [
  ["", "common.relevance"],
  ["updated", "common.lastUpdated"],
  ["downloads", "common.downloads"],
  ["rating", "item.rating"],
  ["stars", "common.stars"],
  ["trending", "common.trending"],
  ["name", "models.name"],
] as const;
type Sort = Exclude<(typeof SORTS)[number][0], "">;

const PAGE = 25;

interface ResultPage {
  readonly skills: readonly FoundSkill[];
  readonly next_cursor: string | null;
  /** Of everything that was found; on the first page. */
  readonly counted?: { readonly total: number; readonly is_more: boolean; readonly facets: Counts };
}

export function useResults(
  question: Question,
): Pick<Paged<FoundSkill, ResultPage>, "found"> & { readonly data: Results | undefined } {
  const { items, first, found } = usePaged<FoundSkill, ResultPage>({
    queryKey: ["registry", "results", question],
    limit: PAGE,
    ask: (client, page, signal) => ask(client, question, page, signal),
    itemsOf: ({ skills }) => skills,
  });
  if (items === undefined || first === undefined) return { data: undefined, found };
  const { total = items.length, is_more: isMore = false, facets = {} } = first.counted ?? {};
  const data = { skills: items, total, isMore, facets };
  return { data, found };
}

async function ask(
  client: Client,
  question: Question,
  page: PageQuestion,
  signal: AbortSignal,
): Promise<ResultPage> {
  const { words, only } = question;
  const sort = SORTS.map(([id]) => id).find((id): id is Sort => id !== "" && id === question.sort);
  const facets = Object.fromEntries(
    FACETS.map((name) => [name, question.chosen[name]] as const).filter(
      ([, value]) => value !== "",
    ),
  );
  const query = { ...facets, ...page, ...(sort === undefined ? {} : { sort }) };
  if (words.trim() !== "" && only === "") {
    const { skills, next_cursor, ...counted } = await client.searchRegistry({
      query: { ...query, q: words },
      signal,
    });
    return { skills, next_cursor, counted };
  }
  const isFiltered = words.trim() !== "";
  if (isFiltered) return await filterAll(client, query, only, words, signal);
  const {
    skills,
    next_cursor,
    total,
    facets: counts,
  } = await client.listRegistrySkills({
    query: {
      ...query,
      ...(only === "own" || only === "starred" ? { only } : {}),
      // Counts are the same on every page.
      ...(page.cursor !== undefined ? {} : { counts: "true" }),
    },
    signal,
  });
  return {
    skills,
    next_cursor,
    ...(total === undefined || counts === undefined
      ? {}
      : { counted: { total, is_more: false, facets: counts } }),
  };
}

const MOST_PAGES = 20;
const LONGEST_PAGE = 100;

/** Own lists are short: all of them is read and searched here, so that what is counted is everything. */
async function filterAll(
  client: Client,
  { cursor: _cursor, ...query }: PageQuestion,
  only: string,
  words: string,
  signal: AbortSignal,
): Promise<ResultPage> {
  const found: FoundSkill[] = [];
  let next: string | null | undefined;
  for (let count = 0; count < MOST_PAGES && next !== null; count += 1) {
    const answer = await client.listRegistrySkills({
      query: {
        ...query,
        limit: LONGEST_PAGE,
        ...(next === undefined ? {} : { cursor: next }),
        ...(only === "own" || only === "starred" ? { only } : {}),
      },
      signal,
    });
    found.push(...answer.skills.filter((skill) => isLike(skill, words)));
    next = answer.next_cursor;
  }
  const counted = { total: found.length, is_more: next !== null, facets: countFacets(found) };
  return { skills: found, next_cursor: null, counted };
}

function isLike({ full_name: name, description }: FoundSkill, words: string): boolean {
  const text = `${name} ${description}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

function countFacets(skills: readonly FoundSkill[]): Counts {
  const counts: Record<string, Record<string, number>> = {};
  const add = (facet: string, value: string): void => {
    const own = (counts[facet] ??= {});
    own[value] = (own[value] ?? 0) + 1;
  };
  for (const { latest } of skills) {
    if (latest === null) continue;
    add("dialect", latest.dialect);
    add("tier", latest.security_tier);
    for (const permission of latest.permissions) add("permission", permission);
    for (const system of latest.works_on) add("works-on", system);
  }
  return counts;
}

/** How the server writes the name of a facet. */
export function countsOf(counts: Counts, name: FacetName): { readonly [value: string]: number } {
  return counts[name.replace("_", "-")] ?? counts[name] ?? {};
}
