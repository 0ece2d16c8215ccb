import {
  type ListRequest,
  type Page,
  type SkillSummary,
  type VersionSummary,
} from "../contract/index.ts";
import type { RequestContext } from "./adapter.ts";

const PAGE = 200;

/** An index has so many skills; whoever wants more is told where they are. */
export const INDEX_SIZE = 1000;
/** Pages are read from the first on, and nobody has use for one behind so many. */
const MOST_PAGES = 1000;

async function collect<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  from: number,
  most: number,
): Promise<{ readonly items: readonly T[]; readonly hasMore: boolean }> {
  const items: T[] = [];
  let [cursor, seen] = [undefined as string | undefined, 0];
  do {
    const page = await read(cursor);
    items.push(...page.items.slice(Math.max(0, from - seen)));
    seen += page.items.length;
    cursor = page.cursor;
  } while (cursor !== undefined && items.length <= most);
  return { items: items.slice(0, most), hasMore: items.length > most };
}

/** One page of an index of all skills. */
export interface IndexPage {
  readonly skills: readonly (SkillSummary & { readonly latest: VersionSummary })[];
  /** Where the next one is, relative to this one; absent on the last. */
  readonly next?: string;
}

/** The page that is asked for, from 1 on; a number that is none is the first. */
export function pageIn({ url }: RequestContext): number {
  const page = Number(url.searchParams.get("page") ?? "1");
  return Number.isInteger(page) && page > 1 ? Math.min(page, MOST_PAGES) : 1;
}

/** Skills with a version to give, as many as an index has. */
export async function listSkills(
  context: RequestContext,
  request: ListRequest,
  most: number,
): Promise<IndexPage> {
  const { market, viewer } = context;
  const page = pageIn(context);
  const { items, hasMore } = await collect(
    (cursor) =>
      market.list(viewer, {
        ...request,
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      }),
    (page - 1) * most,
    most,
  );
  const skills = items.flatMap((skill) =>
    skill.latest?.state === "listed" ? [{ ...skill, latest: skill.latest }] : [],
  );
  return { skills, ...(hasMore && page < MOST_PAGES ? { next: `?page=${page + 1}` } : {}) };
}
