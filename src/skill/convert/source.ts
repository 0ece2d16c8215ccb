import {
  type Dialect,
  detectDialect,
  type Place,
  type Reading,
  skillOf,
} from "../dialects/index.ts";
import {
  readPreserved,
  PRESERVED_EXTENSIONS,
  type PreservedFields,
  preservedPath,
} from "../dialects/shared/read.ts";
import { isSame, writeIn } from "../dialects/shared/write.ts";
import {
  type Extension,
  type FacetId,
  facetIds,
  getFacet,
  getKey,
  getPath,
  isEqual,
  type Json,
  type Path,
  type Skill,
} from "../model/index.ts";
import type { Document } from "../text/index.ts";
import { isStillFilledIn } from "./filling.ts";
import { bodyAfter, openDocument } from "./open.ts";
import { splitTo, withFacet, without } from "./parts.ts";
import { undoProjections } from "./unproject.ts";

/** What a conversion starts from. */
export interface Source {
  readonly dialect: Dialect;
  /** The file that is edited; fences that the source does not see are mended. */
  readonly document: Document;
  readonly reading: Reading;
  /** The instructions as the result must have them. */
  readonly body: string;
  readonly preserved: PreservedFields;
  /** What the author said: values that an earlier conversion cut are whole again. */
  readonly skill: Skill;
  /** Facets whose value comes from what was preserved though the field is there too. */
  readonly restored: ReadonlySet<FacetId>;
  /** Places that an earlier conversion filled in and nobody has changed since. */
  readonly added: readonly Path[];
  /** Extensions that stand elsewhere in the file than at their own place. */
  readonly origins: ReadonlyMap<Extension, Path>;
  /** Places whose value was preserved whole as well. */
  readonly shadowed: readonly Path[];
}

export function readSource(document: Document, place: Place, chosen: Dialect | undefined): Source {
  const dialect = chosen ?? detectDialect(document.frontmatter, place.path).dialect;
  const { base, reading } = openDocument(dialect, document, place);
  const preserved = readPreserved(reading.view, dialect);
  const added = preserved.added
    .filter((item) => isStillFilledIn(item, reading))
    .map(({ path }) => path);
  const read = skillOf(reading);
  const restored = new Set<FacetId>(
    facetIds.filter((id) => {
      const whole = getKey(preserved.facets, id);
      const path = read.sources[id];
      const isFilledIn = path !== undefined && added.some((item) => isEqual(item, path));
      return whole !== undefined && (isFilledIn || isCutFrom(id, whole, read, reading));
    }),
  );
  const preservedAt = new Map<Extension, Path>();
  // The reader appends what was preserved to what it found.
  for (const extension of read.extensions.slice(
    read.extensions.length - preserved.extensions.length,
  ))
    preservedAt.set(extension, preservedPath(dialect.preserve, PRESERVED_EXTENSIONS));
  const own = authored(read, reading, preserved, restored, added, preservedAt);
  const undone = undoProjections(own, reading, preservedAt);
  return {
    dialect,
    document: base,
    reading,
    body: bodyAfter(base),
    preserved,
    restored,
    added,
    ...undone,
  };
}

/** What the author of a file said, with the traces of earlier conversions taken for what they stand for. */
export function authoredSkill(document: Document, dialect: Dialect, place: Place = {}): Skill {
  return readSource(document, place, dialect).skill;
}

/** The field holds what the dialect makes of the value preserved, so the latter is what was said. */
function isCutFrom(id: FacetId, whole: Json, skill: Skill, reading: Reading): boolean {
  const path = skill.sources[id];
  const meaning = getFacet(skill, id);
  if (path === undefined || meaning === undefined) return false;
  if (isEqual(whole, meaning)) return false;
  const { dialect, directory } = reading;
  return dialect.fields
    .filter((field) => field.facet === id)
    .some((field) =>
      [false, true].some((isFlat) => {
        const said = writeIn(dialect, field, path, whole, { directory, isFlat });
        return said !== undefined && isSame(said.meaning, meaning);
      }),
    );
}

function authored(
  skill: Skill,
  reading: Reading,
  preserved: PreservedFields,
  restored: ReadonlySet<FacetId>,
  added: readonly Path[],
  preservedAt: ReadonlyMap<Extension, Path>,
): Skill {
  let result = skill;
  const preservedPlace = preservedPath(reading.dialect.preserve, PRESERVED_EXTENSIONS);
  const returned: Extension[] = [];
  for (const id of facetIds) {
    const path = skill.sources[id];
    if (path === undefined) continue;
    const isAdopted = preserved.adopted.some((item) => isEqual(item, path));
    const isAdded = added.some((item) => isEqual(item, path));
    if (restored.has(id)) result = withFacet(result, id, getKey(preserved.facets, id));
    else if (isAdopted || isAdded) result = withFacet(result, id, undefined);
    if (isAdopted) returned.push({ path, value: getPath(reading.view, path) ?? null });
  }
  // What was preserved has an account of its own, so nothing may speak for the map around it.
  const around = preserved.rest === reading.view ? [] : [preservedPlace];
  const left = skill.extensions.flatMap((item) =>
    preservedAt.has(item)
      ? [item]
      : without(item, [...added, ...around]).flatMap((part) => splitTo(part, preserved.lent)),
  );
  return { ...result, extensions: [...left, ...returned] };
}
