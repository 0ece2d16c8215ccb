import { startsWith } from "../dialects/shared/read.ts";
import {
  type Extension,
  type FacetId,
  isEqual,
  isObject,
  type Json,
  type Path,
  type Skill,
  splitFacet,
} from "../model/index.ts";

/** An extension in parts no larger than these places. */
export function splitTo(extension: Extension, places: readonly Path[]): readonly Extension[] {
  const { path, value } = extension;
  const isAbove = places.some((place) => place.length > path.length && startsWith(place, path));
  if (!isAbove || !isObject(value)) return [extension];
  return Object.entries(value).flatMap(([key, item]) =>
    splitTo({ path: [...path, key], value: item }, places),
  );
}

/** An extension without the parts at these paths. */
export function without(extension: Extension, paths: readonly Path[]): readonly Extension[] {
  const { path, value } = extension;
  if (paths.some((item) => isEqual(item, path))) return [];
  if (!isObject(value) || Object.keys(value).length === 0) return [extension];
  if (!paths.some((item) => startsWith(item, path))) return [extension];
  return Object.entries(value).flatMap(([key, item]) =>
    without({ path: [...path, key], value: item }, paths),
  );
}

/** A copy with the facet set, or taken away. */
export function withFacet(skill: Skill, id: FacetId, value: Json | undefined): Skill {
  const [group, key] = splitFacet(id);
  const entries = Object.entries(skill[group]).filter(([name]) => name !== key);
  if (value !== undefined) entries.push([key, value]);
  return { ...skill, [group]: Object.fromEntries(entries) };
}
