import { type Dialect, type Projected, type Reading, skillOf } from "../dialects/index.ts";
import { startsWith } from "../dialects/shared/read.ts";
import {
  type FacetId,
  getFacet,
  getKey,
  getPath,
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  setPath,
  type Skill,
} from "../model/index.ts";

/** What the source's own projection puts under `metadata`, for targets that take nothing else. */
export interface Projection {
  readonly items: readonly Projected[];
  readonly metadata: JsonObject;
  /** What can be read back from it. */
  readonly skill: Skill;
}

/** Only a target that refuses every other place needs the projection. */
export function projectFor(reading: Reading, target: Dialect): Projection | undefined {
  const { dialect } = reading;
  if (target.unknownKeys !== "refused" || !target.metadataIsStrings) return undefined;
  const frontmatter = dialect.project?.(reading);
  const metadata = frontmatter === undefined ? undefined : getKey(frontmatter, "metadata");
  if (!isObject(metadata)) return undefined;
  const items = dialect.unproject?.(metadata) ?? [];
  return { items, metadata, skill: skillOf(unprojected(reading, dialect, items)) };
}

/** A reading that holds only what was projected, at its old places. */
export function unprojected(
  reading: Reading,
  dialect: Dialect,
  items: readonly Projected[],
): Reading {
  const view = items.reduce<JsonObject>((root, item) => setPath(root, item.path, item.value), {});
  // Only what describes the file is taken over; the namespace belongs to the other dialect.
  const { document, body, refusals } = reading;
  return { dialect, document, body, refusals, view };
}

/** The key for the value at a place, whether or not it can be read back whole. */
export function projectedKey(projection: Projection | undefined, path: Path): string | undefined {
  return projection?.items.find((item) => isEqual(item.path, path))?.key;
}

/** The key that holds a facet whole, so that it need not be put aside again. */
export function projectedFacet(
  projection: Projection | undefined,
  id: FacetId,
  value: Json,
  path: Path,
): string | undefined {
  if (projection === undefined || !isEqual(getFacet(projection.skill, id), value)) return undefined;
  return projectedKey(projection, path);
}

/** The key that holds an extension whole. */
export function projectedExtension(
  projection: Projection | undefined,
  path: Path,
  value: Json,
): string | undefined {
  return projection?.items.find(
    (item) =>
      startsWith(path, item.path) &&
      isEqual(getPath(item.value, path.slice(item.path.length)), value),
  )?.key;
}
