/** Long lists, page by page. */
import { z } from "zod";
import { listOf, type Shape, toShape } from "./shape.ts";

/** Which part of a list is asked for. */
export interface ListPage {
  readonly limit: number;
  readonly offset: number;
}

/** Rows of one answer: shorter lists are given whole. */
const MOST_ROWS = 1000;

export type PageFields = { readonly limit: z.ZodType<number>; readonly offset: z.ZodType<number> };

/** For the query of a route that gives a list of at most so many rows. */
export function createPageFields(most: number): PageFields {
  return {
    limit: z.coerce.number().int().min(1).max(most).default(most),
    offset: z.coerce.number().int().min(0).default(0),
  };
}

export const listPageFields: PageFields = createPageFields(MOST_ROWS);

/** For its answer: where the next page begins; absent on the last. */
export const nextOffsetField: { readonly next_offset: z.ZodOptional<z.ZodNumber> } = {
  next_offset: z.number().optional(),
};

/** Of rows that were read with one to spare: those of the page, and where the next begins. */
export function toListPage<T>(
  rows: readonly T[],
  { limit, offset }: ListPage,
): { readonly rows: readonly T[]; readonly nextOffset: number | undefined } {
  return rows.length > limit
    ? { rows: rows.slice(0, limit), nextOffset: offset + limit }
    : { rows, nextOffset: undefined };
}

interface NumberedItems<Value> {
  readonly items: readonly Value[];
  readonly total: number;
}

type NumberedPage<Value> = NumberedItems<Value> & { readonly nextOffset: number | undefined };

/** A part of a list, with how long all of it is, and where the next part begins. */
export function pageShape<Value>(shape: Shape<Value>): Shape<NumberedPage<Value>> {
  return toShape({
    items: listOf(shape),
    total: z.number(),
    next_offset: z.number().nullable(),
  });
}

export function toItems<Value>(
  { items, total }: NumberedItems<Value>,
  offset: number,
): NumberedPage<Value> {
  const next = offset + items.length;
  return { items, total, nextOffset: next < total ? next : undefined };
}
