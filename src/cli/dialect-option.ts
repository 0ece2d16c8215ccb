import { failure } from "../platform/index.ts";
import { type Dialect, dialects, findDialect, profiles } from "../skill/index.ts";
import type { Context } from "./context.ts";
import { suggest } from "./suggest.ts";

/** Ids of every dialect and of their variants. */
export function dialectIds(): readonly string[] {
  return [...dialects, ...profiles].map((dialect) => dialect.id);
}

function requireDialect(id: string): Dialect {
  const dialect = findDialect(id);
  if (dialect !== undefined) return dialect;
  const near = suggest(id, dialectIds());
  throw failure("config/unknown-dialect", `Unexpected dialect \`${id}\`, expected a known one.`, {
    hint:
      near === undefined
        ? `Known dialects are ${dialectIds().join(", ")}.`
        : `Did you mean \`${near}\`?`,
  });
}

/** The dialect of an option; undefined where it was not given. */
export function dialectOption(context: Context, name = "dialect"): Dialect | undefined {
  const id = context.options.text(name);
  return id === undefined ? undefined : requireDialect(id);
}

/** What is meant where no dialect is named: the specification that all makers share. */
export function openSpecification(): Dialect {
  const open = dialects.find((dialect) => dialect.isOpenSpecification === true);
  if (open === undefined) throw new Error("No dialect is the open specification.");
  return open;
}
