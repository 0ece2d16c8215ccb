import { z } from "zod";

/** Which part of a list is asked for. */
export interface ListPage {
  readonly limit: number;
  readonly offset: number;
}

/** Rows of one answer: shorter lists are given whole. */
const MOST_ROWS = 1000;

interface PageFields {
  readonly limit: z.ZodType<number>;
  readonly offset: z.ZodType<number>;
}

/** For the query of a route that gives a list of at most so many rows. */
export function createPageFields(most: number): PageFields {
  return {
    limit: z.coerce.number().int().min(1).max(most).default(most),
    offset: z.coerce.number().int().min(0).default(0),
  };
}

export const listPageFields: PageFields = createPageFields(MOST_ROWS);

interface NextFields {
  readonly next_offset: z.ZodExactOptional<z.ZodNumber>;
}

/** For its answer: where the next page begins; absent on the last. */
export const nextOffsetField: NextFields = { next_offset: z.number().exactOptional() };

/** Of rows that were read with one to spare: those of the page, and where the next begins. */
export function toListPage<T>(
  rows: readonly T[],
  { limit, offset }: ListPage,
): { readonly rows: readonly T[]; readonly next: { readonly next_offset?: number } } {
  return rows.length > limit
    ? { rows: rows.slice(0, limit), next: { next_offset: offset + limit } }
    : { rows, next: {} };
}
