import type { Dialect } from "../skill/index.ts";
import { chooseDialect } from "../skill/index.ts";
import type { Context } from "./context.ts";

/** The dialect of an option; undefined where it was not given. */
export function dialectOption(context: Context, name = "dialect"): Dialect | undefined {
  const id = context.options.text(name);
  return id === undefined ? undefined : chooseDialect(id);
}
