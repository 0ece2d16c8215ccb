import { type Dialect, type ProjectedValue, type Reading, skillOf } from "../dialects/index.ts";
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
  readonly items: readonly ProjectedValue[];
  readonly metadata: JsonObject;
  /** What can be read back from it. */
  readonly skill: Skill;
}

/** A key of the projection, and whether the value can be read back from it as it was. */
export interface ProjectedKey {
  readonly key: string;
  readonly isWhole: boolean;
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
  items: readonly ProjectedValue[],
): Reading {
  const view = items.reduce<JsonObject>((root, item) => setPath(root, item.path, item.value), {});
  // Only what describes the file is taken over; the namespace belongs to the other dialect.
  const { document, body, refusals } = reading;
  return { dialect, document, body, refusals, view };
}

/** The key that holds a facet whole, so that it need not be preserved again. */
export function projectedFacet(
  projection: Projection | undefined,
  id: FacetId,
  value: Json,
  path: Path,
): ProjectedKey | undefined {
  const key = projection?.items.find((item) => isEqual(item.path, path))?.key;
  if (projection === undefined || key === undefined) return undefined;
  return { key, isWhole: isEqual(getFacet(projection.skill, id), value) };
}

/** The key that holds an extension; what comes back as a facet is none. */
export function projectedExtension(
  projection: Projection | undefined,
  path: Path,
  value: Json,
): ProjectedKey | undefined {
  const item = projection?.items.find((candidate) => startsWith(path, candidate.path));
  if (projection === undefined || item === undefined) return undefined;
  const isFacet = Object.values(projection.skill.sources).some((place) => startsWith(path, place));
  if (isFacet) return undefined;
  const below = getPath(item.value, path.slice(item.path.length));
  return { key: item.key, isWhole: isEqual(below, value) };
}
