import {
  type Dialect,
  dialects,
  type ProjectedValue,
  type Reading,
  skillOf,
} from "../dialects/index.ts";
import { startsWith } from "../dialects/shared/read.ts";
import {
  type Extension,
  facetIds,
  getFacet,
  getKey,
  isEqual,
  isObject,
  type Path,
  type Skill,
} from "../model/index.ts";
import { splitTo, withFacet, without } from "./parts.ts";
import { unprojected } from "./projection.ts";

export interface Unprojection {
  readonly skill: Skill;
  /** Where in the file the extensions that came out of it stand. */
  readonly origins: ReadonlyMap<Extension, Path>;
  /** Places whose value was preserved whole as well, which counts. */
  readonly shadowed: readonly Path[];
}

/** What the projection of some dialect has put under `metadata`, at its old meaning. */
export function undoProjections(
  skill: Skill,
  reading: Reading,
  preserved: ReadonlyMap<Extension, Path>,
): Unprojection {
  const metadata = getKey(reading.view, "metadata");
  let result: Unprojection = { skill, origins: preserved, shadowed: [] };
  if (!isObject(metadata)) return result;
  for (const dialect of dialects) {
    const items = dialect === reading.dialect ? [] : (dialect.unproject?.(metadata) ?? []);
    if (items.length > 0) result = undoProjection(result, reading, dialect, items);
  }
  return result;
}

function undoProjection(
  before: Unprojection,
  reading: Reading,
  dialect: Dialect,
  items: readonly ProjectedValue[],
): Unprojection {
  const projected = skillOf(unprojected(reading, dialect, items));
  const keyOf = (path: Path): Path => [
    "metadata",
    items.find((item) => startsWith(path, item.path))?.key ?? "",
  ];
  const shadowed = [...before.shadowed];
  let { skill } = before;
  for (const id of facetIds) {
    const path = projected.sources[id];
    const value = getFacet(projected, id);
    if (value === undefined || path === undefined) continue;
    if (skill.sources[id] === undefined) {
      const sources = { ...skill.sources, [id]: keyOf(path) };
      skill = { ...withFacet(skill, id, value), sources };
    } else shadowed.push(keyOf(path));
  }
  const known = skill.extensions;
  const isKnown = ({ path }: Extension): boolean => known.some((item) => isEqual(item.path, path));
  const places = items.map(({ path }) => path);
  const parts = projected.extensions.flatMap((item) => splitTo(item, places));
  shadowed.push(...parts.filter(isKnown).map(({ path }) => keyOf(path)));
  const found = parts.filter((item) => !isKnown(item));
  const taken = items.map(({ key }) => ["metadata", key]);
  const left = known.flatMap((item) => (before.origins.has(item) ? [item] : without(item, taken)));
  const origins = new Map(before.origins);
  for (const extension of found) origins.set(extension, keyOf(extension.path));
  return { skill: { ...skill, extensions: [...left, ...found] }, origins, shadowed };
}
