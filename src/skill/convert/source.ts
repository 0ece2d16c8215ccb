import {
  type Dialect,
  detectDialect,
  type Place,
  type Reading,
  skillOf,
} from "../dialects/index.ts";
import { readStow, STOWED_EXTENSIONS, type Stowed, stowPath } from "../dialects/shared/read.ts";
import { isSame, sayIn } from "../dialects/shared/write.ts";
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
  readonly stowed: Stowed;
  /** What the author said: values that an earlier conversion cut are whole again. */
  readonly skill: Skill;
  /** Facets whose value comes from the stow though the field is there too. */
  readonly restored: ReadonlySet<FacetId>;
  /** Places that an earlier conversion filled in and nobody has changed since. */
  readonly added: readonly Path[];
  /** Extensions that stand elsewhere in the file than at their own place. */
  readonly origins: ReadonlyMap<Extension, Path>;
  /** Places whose value was put aside whole as well. */
  readonly shadowed: readonly Path[];
}

export function readSource(document: Document, place: Place, chosen: Dialect | undefined): Source {
  const dialect = chosen ?? detectDialect(document.frontmatter, place.path).dialect;
  const { base, reading } = openDocument(dialect, document, place);
  const stowed = readStow(reading.view, dialect);
  const added = stowed.added
    .filter((item) => isStillFilledIn(item, reading))
    .map(({ path }) => path);
  const read = skillOf(reading);
  const restored = new Set<FacetId>(
    facetIds.filter((id) => {
      const whole = getKey(stowed.facets, id);
      const path = read.sources[id];
      const isFilledIn = path !== undefined && added.some((item) => isEqual(item, path));
      return whole !== undefined && (isFilledIn || isCutFrom(id, whole, read, reading));
    }),
  );
  const putAside = new Map<Extension, Path>();
  // The reader appends what was put aside to what it found.
  for (const extension of read.extensions.slice(read.extensions.length - stowed.extensions.length))
    putAside.set(extension, stowPath(dialect.stow, STOWED_EXTENSIONS));
  const own = authored(read, reading, stowed, restored, added, putAside);
  const undone = undoProjections(own, reading, putAside);
  return {
    dialect,
    document: base,
    reading,
    body: bodyAfter(base),
    stowed,
    restored,
    added,
    ...undone,
  };
}

/** What the author of a file said, with the traces of earlier conversions taken for what they stand for. */
export function authoredSkill(document: Document, dialect: Dialect, place: Place = {}): Skill {
  return readSource(document, place, dialect).skill;
}

/** The field holds what the dialect makes of the value put aside, so the latter is what was said. */
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
        const said = sayIn(dialect, field, path, whole, { directory, isFlat });
        return said !== undefined && isSame(said.meaning, meaning);
      }),
    );
}

function authored(
  skill: Skill,
  reading: Reading,
  stowed: Stowed,
  restored: ReadonlySet<FacetId>,
  added: readonly Path[],
  putAside: ReadonlyMap<Extension, Path>,
): Skill {
  let result = skill;
  const stowPlace = stowPath(reading.dialect.stow, STOWED_EXTENSIONS);
  const returned: Extension[] = [];
  for (const id of facetIds) {
    const path = skill.sources[id];
    if (path === undefined) continue;
    const isAdopted = stowed.adopted.some((item) => isEqual(item, path));
    const isAdded = added.some((item) => isEqual(item, path));
    if (restored.has(id)) result = withFacet(result, id, getKey(stowed.facets, id));
    else if (isAdopted || isAdded) result = withFacet(result, id, undefined);
    if (isAdopted) returned.push({ path, value: getPath(reading.view, path) ?? null });
  }
  // What was put aside has an account of its own, so nothing may speak for the map around it.
  const around = stowed.rest === reading.view ? [] : [stowPlace];
  const left = skill.extensions.flatMap((item) =>
    putAside.has(item)
      ? [item]
      : without(item, [...added, ...around]).flatMap((part) => splitTo(part, stowed.lent)),
  );
  return { ...result, extensions: [...left, ...returned] };
}
