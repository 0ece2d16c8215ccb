import {
  PRESERVED_ADDITIONS,
  PRESERVED_ADOPTIONS,
  PRESERVED_EXTENSIONS,
  PRESERVED_LOANS,
  preservedPath,
} from "../dialects/shared/read.ts";
import { isSame } from "../dialects/shared/write.ts";
import {
  type FacetId,
  facetIds,
  getPath,
  isEqual,
  isObject,
  type Json,
  type Path,
} from "../model/index.ts";
import { type Draft, isCovered } from "./draft.ts";
import { planPiece } from "./plan-extensions.ts";
import { findUnreadFields } from "./unread-fields.ts";

/** What the last conversion noted for itself, and what it filled in. */
export function accountForBookkeeping(draft: Draft): void {
  const { preserved, dialect, restored, skill } = draft.source;
  for (const id of facetIds) {
    const place = preservedPath(dialect.preserve, id);
    if (!Object.hasOwn(preserved.facets, id) || isEqual(skill.sources[id], place)) continue;
    const isRestored = restored.has(id);
    draft.entries.push({
      source: place,
      facet: id,
      outcome: isRestored ? "mapped" : "dropped",
      note: isRestored
        ? "Put back from an earlier conversion."
        : "The field was changed after this value was preserved, and wins.",
    });
  }
  for (const source of draft.source.shadowed)
    draft.entries.push({
      source,
      outcome: "dropped",
      note: "The whole value is also preserved in metadata.",
    });
  for (const path of draft.source.added)
    if (!isCovered(draft, path)) accountForAddition(draft, path);
  const note = "A note that an earlier conversion made for the way back.";
  for (const id of [
    PRESERVED_ADDITIONS,
    PRESERVED_ADOPTIONS,
    PRESERVED_LOANS,
    PRESERVED_EXTENSIONS,
  ]) {
    const place = preservedPath(dialect.preserve, id);
    const isThere = getPath(draft.source.reading.view, place) !== undefined;
    if (isThere && !isCovered(draft, place) && isTaken(draft, place))
      draft.entries.push({ source: place, outcome: "dropped", note });
  }
}

/** What was preserved was read at this place, so nothing of it is among the extensions. */
function isTaken(draft: Draft, path: Path): boolean {
  return getPath(draft.source.preserved.rest, path) === undefined;
}

function accountForAddition(draft: Draft, path: Path): void {
  const before = getPath(draft.source.reading.view, path);
  const after = getPath(draft.desired, path);
  const isThere = before !== undefined && after !== undefined && isSame(before, after);
  draft.entries.push({
    source: path,
    outcome: isThere ? "kept" : "dropped",
    ...(isThere ? { target: path } : {}),
    note: "An earlier conversion had filled it in.",
  });
}

/** Values that say nothing, and whatever the model has no place for. */
export function accountForRest(draft: Draft): void {
  const { reading } = draft.source;
  const visit = (value: Json, path: Path): void => {
    if (isCovered(draft, path)) return;
    if (isObject(value) && Object.keys(value).length > 0) {
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
    } else if (value === null) {
      const note = "It is empty and says nothing.";
      draft.entries.push({
        source: path,
        ...facetAt(draft, path),
        outcome: "dropped",
        note,
        value,
      });
    } else {
      const reason = "The model has no place for it.";
      draft.entries.push(planPiece(draft, { path, value, reason }));
    }
  };
  for (const [key, value] of Object.entries(reading.view)) visit(value, [key]);
  for (const { key, note, value } of findUnreadFields(reading))
    if (!isCovered(draft, [key]))
      draft.entries.push({
        source: [key],
        ...facetAt(draft, [key]),
        outcome: "dropped",
        note,
        value,
      });
}

/** What the field at this place would mean. */
function facetAt({ source }: Draft, path: Path): { readonly facet?: FacetId } {
  const facet = source.dialect.fields.find((field) => isEqual(field.path, path))?.facet;
  return facet === undefined ? {} : { facet };
}
