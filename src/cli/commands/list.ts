import { type Context, FINE } from "../context.ts";
import { renderList, renderListJson } from "../list/render.ts";
import { readRows } from "../list/rows.ts";

export function run(context: Context): number {
  const listing = readRows(context);
  const isJson = context.options.flag("json");
  context.out(isJson ? renderListJson(listing) : renderList(listing, context));
  return FINE;
}
