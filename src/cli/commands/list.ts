import { type Context, FINE } from "../context.ts";
import { resolveInputs } from "../inputs.ts";
import { createEntryReader } from "../list/entry.ts";
import { renderList, renderListJson } from "../list/render.ts";

export function run(context: Context): number {
  const inputs = resolveInputs(context.arguments);
  const read = createEntryReader();
  const entries = inputs.files.map(read);
  const listing = { entries, skipped: inputs.skipped };
  context.out(
    context.options.flag("json") ? renderListJson(listing) : renderList(listing, context),
  );
  return FINE;
}
