import { failure } from "../../platform/index.ts";
import { type Context, FINE } from "../context.ts";
import { renderList, renderListJson } from "../list/render.ts";
import { readRows } from "../list/rows.ts";

export async function run(context: Context): Promise<number> {
  if (context.options.text("as") !== undefined) {
    // Loaded on demand: the plain list knows nothing of systems.
    const { listSkillsOf } = await import("../library/owned.ts");
    return listSkillsOf(context);
  }
  if (context.options.text("gateway") !== undefined)
    throw failure("cli/usage", "`--gateway` needs `--as`.", {
      hint: "Which skills load on the gateway's hosts depends on the system; name it with `--as`.",
    });
  const listing = await readRows(context);
  const isJson = context.options.flag("json");
  context.out(isJson ? renderListJson(listing) : renderList(listing, context));
  return FINE;
}
