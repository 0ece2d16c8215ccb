import type {
  Counts,
  Facets,
  SearchHit,
  SearchPage,
  SearchRequest,
  Viewer,
} from "../../../registry/contract/index.ts";
import { limitOf } from "../cursor.ts";
import { facetsIn } from "../facets.ts";
import type { MarketPorts } from "../ports.ts";
import { standingsOf } from "../publishers.ts";
import { toSummaries } from "../records.ts";
import { checkMayRead } from "../viewer.ts";
import { TopResults } from "./best.ts";
import { Catalog } from "./catalog.ts";
import { readQuestion } from "./concepts.ts";
import { countFacets } from "./counts.ts";
import { readLastChange } from "./entries.ts";
import { fillSearch } from "./fill.ts";
import { toScore } from "./fuse.ts";
import { findMatches, type Found, type SearchDeps } from "./find-matches.ts";
import { Meaning } from "./meaning.ts";
import { countAll, keepBits, listBits, wordsFor } from "./number-set.ts";
import { byRelevance, byValue } from "./orders.ts";
import { Postings } from "./postings.ts";
import { embedSkills } from "./vectors.ts";
import { readAhead } from "./read-ahead.ts";

export interface Search {
  readonly search: (viewer: Viewer, request: SearchRequest) => Promise<SearchPage>;
  /** How many skills somebody may see that have these facets, and of which kind they are. */
  readonly count: (
    viewer: Viewer,
    request: Facets & { readonly prefix?: string },
  ) => Promise<Counts>;
  /** Indexes what was published before this version, reads frequent words, makes vectors of what has none. In turns with everything else. */
  readonly work: (signal?: AbortSignal) => Promise<void>;
}

/** The search of a registry. It keeps what it needs of every skill in memory, and finds words in the database. */
export function openSearch(ports: MarketPorts): Search {
  const { database, embeddings } = ports;
  let deps: SearchDeps | undefined;
  /** The last change before everything was indexed: without another there is nothing to look for. */
  let done: number | undefined;
  let isAhead = false;
  const open = (): SearchDeps => {
    if (deps !== undefined) return deps;
    const postings = new Postings(database, () => catalog);
    const catalog = new Catalog(database, embeddings?.id, (number, terms) => {
      postings.update(number, terms);
    });
    const meaning = embeddings === undefined ? {} : { meaning: new Meaning(database, embeddings) };
    deps = { database, catalog, postings, ...meaning };
    return deps;
  };
  return {
    search: (viewer, request) => search(ports, open(), viewer, request),
    count: (viewer, request) => count(ports, open(), viewer, request),
    work: async (signal) => {
      const change = await readLastChange(database);
      if (change === done) return;
      await fillSearch(database, signal);
      if (!isAhead) {
        isAhead = true;
        await readAhead(database, open().catalog, open().postings, signal);
      }
      if (embeddings !== undefined) await embedSkills(database, embeddings, signal);
      if (signal?.aborted !== true) done = change;
    },
  };
}

const NOTHING: Omit<SearchPage, "meaning" | "isMore"> = {
  items: [],
  cursor: undefined,
  total: 0,
  facets: {},
};

async function search(
  ports: MarketPorts,
  deps: SearchDeps,
  viewer: Viewer,
  request: SearchRequest,
): Promise<SearchPage> {
  checkMayRead(ports, viewer);
  const limit = limitOf(request);
  const question = readQuestion(request.query);
  const facets = facetsIn(request);
  const { catalog } = deps;
  // Where it is refused, nothing has to be read for it.
  const { sort = "relevance" } = request;
  if (sort === "relevance") byRelevance(catalog, request.cursor, () => 0);
  else byValue(catalog, request.cursor, sort);
  const meaning = deps.meaning === undefined ? "absent" : "not-needed";
  if (question.words.length === 0) return { ...NOTHING, meaning, isMore: false };
  const standings = await standingsOf(ports, viewer);
  await catalog.refresh();
  const visible = catalog.visibleTo(viewer, standings);
  const allowed = narrow(catalog, visible, facets, request.publisher);
  const found = await findMatches(deps, question, {
    visible,
    allowed,
    isExact: request.mode === "exact",
  });
  const page = pageOf(catalog, found, request, limit);
  return {
    items: await loadHits(ports, hitsOf(catalog, page.numbers, found)),
    cursor: page.cursor,
    total: page.total,
    isMore: catalog.unwritten > 0,
    facets: page.facets,
    meaning: found.isByMeaning ? "used" : meaning,
  };
}

interface NumberPage extends Pick<SearchPage, "total" | "cursor" | "facets"> {
  readonly numbers: readonly number[];
}

function pageOf(
  catalog: Catalog,
  { hits, merged, valueOf }: Found,
  { sort = "relevance", cursor }: SearchRequest,
  limit: number,
): NumberPage {
  const total = countAll(hits);
  // Those that were merged are before all others, of which nothing has to be known for the first page.
  const isFirst = sort === "relevance" && (cursor ?? "") === "" && merged.length > limit;
  const numbers = isFirst ? merged : listBits(hits);
  const order =
    sort === "relevance"
      ? byRelevance(catalog, cursor, remember(numbers, valueOf))
      : byValue(catalog, cursor, sort);
  const best = new TopResults(limit + 1, order.compare);
  for (const number of numbers) if (order.isNext(number)) best.add(number);
  const sorted = best.sorted();
  const shown = sorted.slice(0, limit);
  const last = shown.at(-1);
  return {
    numbers: shown,
    total,
    cursor: sorted.length > limit && last !== undefined ? order.cursorAfter(last) : undefined,
    facets: countFacets(catalog, hits, total),
  };
}

/** The same, computed once: an order asks many times. */
function remember(numbers: Iterable<number>, valueOf: Found["valueOf"]): Found["valueOf"] {
  const values = new Map<number, number>();
  for (const number of numbers) values.set(number, valueOf(number));
  return (number) => values.get(number) ?? 0;
}

/** Those of the visible skills that have what is demanded. */
function narrow(
  catalog: Catalog,
  visible: Uint32Array,
  facets: ReturnType<typeof facetsIn>,
  publisher: string | undefined,
): Uint32Array {
  const demands = [
    ...facets.map((values) => values.map((value) => catalog.facets.get(value))),
    ...(publisher === undefined ? [] : [[catalog.publishers.get(publisher)]]),
  ];
  return demands.reduce((allowed, sets) => {
    const any = new Uint32Array(wordsFor(catalog.capacity) + 64);
    for (const set of sets) set?.addTo(any);
    keepBits(any, allowed);
    return any;
  }, visible);
}

async function count(
  ports: MarketPorts,
  { catalog }: SearchDeps,
  viewer: Viewer,
  request: Facets & { readonly prefix?: string },
): Promise<Counts> {
  checkMayRead(ports, viewer);
  const facets = facetsIn(request);
  const standings = await standingsOf(ports, viewer);
  await catalog.refresh();
  const visible = catalog.visibleTo(viewer, standings);
  const allowed = narrow(catalog, visible, facets, request.publisher);
  const { prefix = "" } = request;
  if (prefix !== "")
    for (const number of listBits(allowed))
      if (catalog.entries[number]?.slug.startsWith(prefix) !== true)
        allowed[number >>> 5] = (allowed[number >>> 5] ?? 0) & ~(1 << (number & 31));
  const total = countAll(allowed);
  return { total, facets: countFacets(catalog, allowed, total) };
}

interface Hit extends Pick<SearchHit, "score" | "why"> {
  readonly id: string;
}

function hitsOf(
  { entries }: Catalog,
  numbers: readonly number[],
  { valueOf, why }: Found,
): readonly Hit[] {
  return numbers.map((number) => ({
    id: entries[number]?.id ?? "",
    score: toScore(valueOf(number)),
    why: why(number),
  }));
}

async function loadHits(
  { database: { query } }: MarketPorts,
  wanted: readonly Hit[],
): Promise<readonly SearchHit[]> {
  if (wanted.length === 0) return [];
  const rows = await query
    .selectFrom("market_skills")
    .selectAll()
    .where(
      "id",
      "in",
      wanted.map(({ id }) => id),
    )
    .execute();
  const byIds = new Map(
    (await toSummaries(query, rows)).map((summary) => [summary.id, summary] as const),
  );
  return wanted.flatMap(({ id, ...hit }) => {
    const summary = byIds.get(id);
    return summary === undefined ? [] : [{ ...summary, ...hit }];
  });
}
