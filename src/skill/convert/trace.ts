import { type Dialect, resolveMetadata } from "../dialects/index.ts";
import { startsWith } from "../dialects/shared/read.ts";
import {
  getKey,
  getPath,
  isEqual,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  setPath,
} from "../model/index.ts";
import type { Document } from "../text/index.ts";

/**
 * The places that a migration fills from one value. It is asked what it makes of the value alone and
 * of nothing in its place; where the answers differ, and the difference stands in the whole result,
 * the value is what it was made from. A value that is not taken over alone is taken from the whole.
 */
export function traceMigration(
  document: Document,
  view: JsonObject,
  target: Dialect,
  result: JsonObject,
  path: Path,
): readonly Path[] {
  const value = getPath(view, path);
  if (value === undefined || value === null) return [];
  const outcome = (base: JsonObject, item: Json): JsonObject | undefined => {
    const frontmatter = setPath(base, path, item);
    const migration = target.migrate?.({ ...document, frontmatter }, "auto");
    return migration?.ok === true ? resolveMetadata(migration.frontmatter, target).view : undefined;
  };
  const alone = identityOf(view);
  const base = outcome(alone, value) === undefined ? view : alone;
  const withValue = outcome(base, value);
  const withNothing = outcome(base, null);
  if (withValue === undefined || withNothing === undefined) return [];
  return differences(withValue, withNothing, []).filter((place) => {
    const after = getPath(result, place);
    // What merely stayed where it was is not made of anything.
    if (startsWith(place, path) && isEqual(after ?? null, getPath(view, place) ?? null))
      return false;
    return holds(after, getPath(withValue, place));
  });
}

/** Without a name and a description nothing is taken over. */
function identityOf(view: JsonObject): JsonObject {
  return Object.fromEntries(
    ["name", "description"].flatMap((key): [string, Json][] => {
      const value = getKey(view, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** Places of `left` that `right` does not have or has otherwise; lists are compared as a whole. */
function differences(left: Json, right: Json | undefined, at: Path): readonly Path[] {
  if (isObject(left))
    return Object.entries(left).flatMap(([key, item]) =>
      differences(item, isObject(right) ? getKey(right, key) : undefined, [...at, key]),
    );
  return right !== undefined && isEqual(left, right) ? [] : [at];
}

function holds(whole: Json | undefined, part: Json | undefined): boolean {
  if (whole === undefined || part === undefined) return false;
  if (!isList(whole) || !isList(part)) return isEqual(whole, part);
  return part.every((item) => whole.some((other) => isEqual(other, item)));
}
