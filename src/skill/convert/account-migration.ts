import { formatPath, getPath, isEqual, type Path } from "../model/index.ts";
import { type Draft, isOneOf } from "./draft.ts";
import type { LossEntry } from "./report.ts";

/** Says of each value what the migration made of it; that was then not filled in from nowhere. */
export function accountForMigration(draft: Draft): void {
  if (draft.migrated === undefined) return;
  const entries = draft.entries.map((entry) => withPlaces(entry, madeFrom(draft, entry.source)));
  draft.entries.splice(0, draft.entries.length, ...entries);
  const told = entries.flatMap(({ target, also = [] }) =>
    target === undefined ? also : [target, ...also],
  );
  const added = draft.added.filter(({ target }) => !isOneOf(told, target));
  draft.added.splice(0, draft.added.length, ...added);
}

/** Places of the result that the migration filled from this one of the source. */
function madeFrom({ migrated, desired }: Draft, path: Path): readonly Path[] {
  if (migrated === undefined) return [];
  return migrated.madeFrom(path).filter((place) => {
    const written = getPath(desired, place);
    const made = getPath(migrated.frontmatter, place);
    return written !== undefined && made !== undefined && isEqual(written, made);
  });
}

function withPlaces(entry: LossEntry, places: readonly Path[]): LossEntry {
  const { target } = entry;
  const others = places.filter((place) => target === undefined || !isEqual(place, target));
  const [first, ...also] = others;
  if (first === undefined) return entry;
  if (entry.outcome !== "preserved" || target === undefined) {
    const names = others.map((place) => `\`${formatPath(place)}\``).join(" and ");
    const note = `${entry.note ?? ""} The migration made ${names} of it too.`.trim();
    return { ...entry, also: others, note };
  }
  return {
    ...entry,
    outcome: "approximated",
    target: first,
    ...(also.length === 0 ? {} : { also }),
    note: "Approximated: the migration says as much of it as these fields can hold.",
    preservedAt: target,
  };
}
