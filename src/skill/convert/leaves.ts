import { startsWith } from "../dialects/shared/read.ts";
import {
  type Extension,
  isEqual,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../model/index.ts";
import type { LossReport } from "./report.ts";

export interface Leaf {
  readonly path: Path;
  readonly value: Json;
}

/** Every value that holds no other: scalars, nulls, and empty lists and maps. */
export function listLeaves(value: Json, at: Path = []): readonly Leaf[] {
  if (isList(value) && value.length > 0)
    return value.flatMap((item, index) => listLeaves(item, [...at, index]));
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, item]) => listLeaves(item, [...at, key]));
  return at.length === 0 ? [] : [{ path: at, value }];
}

/** Values of the source for which a report has no entry, or more than one. */
export function unaccounted(
  view: JsonObject,
  report: Pick<LossReport, "entries">,
): readonly Leaf[] {
  return listLeaves(view).filter(
    ({ path }) => report.entries.filter(({ source }) => startsWith(path, source)).length !== 1,
  );
}

/** Extensions by their single values, so that two ways of cutting them up compare equal. */
function extensionLeaves(extensions: readonly Extension[]): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  for (const { path, value } of extensions) {
    const found = listLeaves(value, path);
    for (const leaf of found) leaves.set(JSON.stringify(leaf.path), leaf);
  }
  return leaves;
}

/** Paths at which two sets of extensions differ. */
export function differingExtensions(
  expected: readonly Extension[],
  actual: readonly Extension[],
): readonly Path[] {
  const left = extensionLeaves(expected);
  const right = extensionLeaves(actual);
  const paths: Path[] = [];
  for (const [key, leaf] of left)
    if (!isEqual(leaf.value, right.get(key)?.value)) paths.push(leaf.path);
  for (const [key, leaf] of right) if (!left.has(key)) paths.push(leaf.path);
  return paths;
}
