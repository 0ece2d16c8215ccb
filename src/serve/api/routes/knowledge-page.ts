import { z } from "zod";
import { createPageFields } from "../list-page.ts";

type PageQuery = z.ZodObject<{ limit: z.ZodType<number>; offset: z.ZodType<number> }>;

export const pageQuery: PageQuery = z.object({ ...createPageFields(200) });

type PageOf<T extends z.ZodType> = z.ZodObject<{
  items: z.ZodArray<T>;
  total: z.ZodNumber;
  next_offset: z.ZodNullable<z.ZodNumber>;
}>;

export function pageOf<T extends z.ZodType>(item: T): PageOf<T> {
  return z.object({
    items: z.array(item),
    total: z.number(),
    next_offset: z.number().nullable(),
  });
}

export function answerPage(
  items: readonly unknown[],
  total: number,
  offset: number,
  more: object = {},
): Response {
  const next = offset + items.length;
  return Response.json({ items, total, next_offset: next < total ? next : null, ...more });
}
