import {
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import type { Client } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { Failure } from "../../components/states.tsx";
import { useClient } from "../../data/workbench.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** A list that comes page by page. */
export interface Paged<Item, Page> {
  /** Of all pages so far; undefined before the first. */
  readonly items: readonly Item[] | undefined;
  readonly first: Page | undefined;
  readonly found: Pick<
    UseInfiniteQueryResult,
    "error" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage" | "refetch"
  >;
}

interface PageAnswer {
  readonly next_cursor: string | null;
}

export interface PageQuestion {
  readonly cursor?: string;
  readonly limit: number;
}

export interface PagedOptions<Item, Page extends PageAnswer> {
  readonly queryKey: QueryKey;
  readonly limit: number;
  readonly ask: (client: Client, page: PageQuestion, signal: AbortSignal) => Promise<Page>;
  readonly itemsOf: (page: Page) => readonly Item[];
}

export function usePaged<Item, Page extends PageAnswer>(
  options: PagedOptions<Item, Page>,
): Paged<Item, Page> {
  const { queryKey, limit, ask, itemsOf } = options;
  const client = useClient();
  const found = useInfiniteQuery({
    queryKey,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      ask(client, { limit, ...(pageParam === "" ? {} : { cursor: pageParam }) }, signal),
    getNextPageParam: ({ next_cursor: next }) => next,
    // The last answer stays until the next one is there, so that nothing jumps while somebody types.
    placeholderData: keepPreviousData,
  });
  const pages = found.data?.pages;
  return { items: pages?.flatMap(itemsOf), first: pages?.[0], found };
}

export interface MoreProps {
  readonly found: Paged<unknown, unknown>["found"];
  readonly what: string;
}

/** Asks for the next page, where there is one. */
export function More({ found, what }: MoreProps) {
  const say = useTexts();
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = found;
  if (!hasNextPage) return null;
  return (
    <div className="registry-more">
      {error === null ? null : <Failure error={error} />}
      <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? say("common.loading") : `Load more ${what}`}
      </Button>
    </div>
  );
}
