import {
  type Dialect,
  detectDialect,
  dialects,
  type Field,
  type Place,
  readAs,
  type Reading,
  resolveMetadata,
  skillOf,
} from "../dialects/index.ts";
import { firstParagraph } from "../dialects/shared/paragraph.ts";
import {
  readStow,
  startsWith,
  STOWED_EXTENSIONS,
  type Stowed,
  stowPath,
} from "../dialects/shared/read.ts";
import { fillPath, isSame, sayIn } from "../dialects/shared/write.ts";
import {
  type Extension,
  type FacetId,
  facetIds,
  getFacet,
  getKey,
  getPath,
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  type Skill,
  splitFacet,
} from "../model/index.ts";
import { unprojected } from "./projection.ts";
import {
  applyEdits,
  bodyOf,
  type Document,
  normalizeLineEnds,
  type ProblemKind,
  readDocument,
} from "../text/index.ts";
import { renderFrontmatter, rewriteFrontmatter } from "../text/rewrite.ts";

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
  const origins = new Map<Extension, Path>();
  // The reader appends what was put aside to what it found.
  for (const extension of read.extensions.slice(read.extensions.length - stowed.extensions.length))
    origins.set(extension, stowPath(dialect.stow, STOWED_EXTENSIONS));
  const own = authored(read, reading, stowed, restored, added, origins);
  const shadowed: Path[] = [];
  const skill = withProjected(own, reading, origins, shadowed);
  return {
    dialect,
    document: base,
    reading,
    body: bodyAfter(base),
    stowed,
    skill,
    restored,
    added,
    origins,
    shadowed,
  };
}

/** What the author of a file said, with the traces of earlier conversions taken for what they stand for. */
export function authoredSkill(document: Document, dialect: Dialect, place: Place = {}): Skill {
  return readSource(document, place, dialect).skill;
}

/** What the projection of some dialect has put under `metadata`, at its old meaning. */
function withProjected(
  skill: Skill,
  reading: Reading,
  origins: Map<Extension, Path>,
  shadowed: Path[],
): Skill {
  const metadata = getKey(reading.view, "metadata");
  if (!isObject(metadata)) return skill;
  let result = skill;
  for (const dialect of dialects) {
    const items = dialect === reading.dialect ? [] : (dialect.unproject?.(metadata) ?? []);
    if (items.length === 0) continue;
    const projected = skillOf(unprojected(reading, dialect, items));
    const keyOf = (path: Path): Path => [
      "metadata",
      items.find((item) => startsWith(path, item.path))?.key ?? "",
    ];
    for (const id of facetIds) {
      const path = projected.sources[id];
      const value = getFacet(projected, id);
      if (value === undefined || path === undefined) continue;
      if (result.sources[id] !== undefined) {
        shadowed.push(keyOf(path));
        continue;
      }
      result = withFacet(result, id, value);
      result = { ...result, sources: { ...result.sources, [id]: keyOf(path) } };
    }
    const places = items.map(({ path }) => path);
    const parts = projected.extensions.flatMap((item) => splitTo(item, places));
    const isKnown = ({ path }: Extension): boolean =>
      result.extensions.some((item) => isEqual(item.path, path));
    shadowed.push(...parts.filter(isKnown).map(({ path }) => keyOf(path)));
    const extensions = parts.filter((item) => !isKnown(item));
    for (const extension of extensions) origins.set(extension, keyOf(extension.path));
    const taken = items.map(({ key }) => ["metadata", key]);
    const left = result.extensions.flatMap((item) =>
      origins.has(item) ? [item] : without(item, taken),
    );
    result = { ...result, extensions: [...left, ...extensions] };
  }
  return result;
}

/** An extension in parts no larger than these places. */
function splitTo(extension: Extension, places: readonly Path[]): readonly Extension[] {
  const { path, value } = extension;
  const isAbove = places.some((place) => place.length > path.length && startsWith(place, path));
  if (!isAbove || !isObject(value)) return [extension];
  return Object.entries(value).flatMap(([key, item]) =>
    splitTo({ path: [...path, key], value: item }, places),
  );
}

/** An extension without the parts at these paths. */
function without(extension: Extension, paths: readonly Path[]): readonly Extension[] {
  const { path, value } = extension;
  if (paths.some((item) => isEqual(item, path))) return [];
  if (!isObject(value) || isEmpty(value)) return [extension];
  if (!paths.some((item) => startsWith(item, path))) return [extension];
  return Object.entries(value).flatMap(([key, item]) =>
    without({ path: [...path, key], value: item }, paths),
  );
}

/** The file to edit, and how the source reads it. */
function openDocument(
  dialect: Dialect,
  document: Document,
  place: Place,
): { readonly base: Document; readonly reading: Reading } {
  const first = readAs(dialect, document, place);
  if (isEmpty(first.view) && !isEmpty(document.frontmatter)) {
    const base = mendFences(document);
    return { base, reading: seeAll(dialect, base, place) };
  }
  if (first.refusals.length > 0 || isSameBody(first.body, bodyOf(document)))
    return { base: document, reading: first };
  // The source cuts the file elsewhere than a person would; its cut is the one that counts.
  const inner = renderFrontmatter(first.view, { allowsFlow: true, jsonKeys: [] });
  return { base: readDocument(`---\n${inner}\n---\n${first.body}`), reading: first };
}

/** Text before the frontmatter, and what is none, end up in the instructions. */
function bodyAfter(document: Document): string {
  if (document.problems.length === 0) return bodyOf(document);
  const style = { allowsFlow: true, jsonKeys: [] };
  const values = isEmpty(document.frontmatter) ? { name: "" } : document.frontmatter;
  return bodyOf(readDocument(rewriteFrontmatter(document, values, style)));
}

/** Line ends and blanks around the instructions are not theirs. */
export function isSameBody(a: string, b: string): boolean {
  return a === b || normalizeLineEnds(a).trim() === normalizeLineEnds(b).trim();
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}

const FENCE_KINDS: ReadonlySet<ProblemKind> = new Set([
  "byte-order-mark",
  "opener-blanks",
  "closer-blanks",
]);

/** The same frontmatter where every reader finds it: on the first line, between bare fences. */
export function mendFences(document: Document): Document {
  const style = { allowsFlow: true, jsonKeys: [] };
  const text = rewriteFrontmatter(document, document.frontmatter, style);
  const edits = readDocument(text)
    .problems.filter(({ kind }) => FENCE_KINDS.has(kind))
    .flatMap((problem) => problem.edits ?? []);
  return readDocument(applyEdits(text, edits).text);
}

/** A source that still sees nothing is given what a person meant. */
function seeAll(dialect: Dialect, document: Document, place: Place): Reading {
  const reading = readAs(dialect, document, place);
  if (!isEmpty(reading.view)) return reading;
  const { view, namespace } = resolveMetadata(document.frontmatter, dialect);
  return { ...reading, view, ...(namespace === undefined ? {} : { namespace }) };
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

/** A value that was filled in counts as such until someone changes it. */
function isStillFilledIn(
  { path, value: recorded }: Stowed["added"][number],
  reading: Reading,
): boolean {
  const { dialect, view } = reading;
  const value = getPath(view, path);
  if (recorded !== undefined) return isEqual(value, recorded);
  const field = dialect.fields.find((item) =>
    isEqual(fillPath(item.path, dialect, reading.namespace), path),
  );
  if (value === undefined || field === undefined) return false;
  const name = getKey(view, "name");
  const filling = defaultFilling(field, path, reading, typeof name === "string" ? name : undefined);
  return filling !== undefined && isSame(filling, value);
}

/** What fills a required field, by the rules of its dialect and the file alone. */
export function defaultFilling(
  field: Field,
  path: Path,
  reading: Reading,
  name: string | undefined,
  dialect: Dialect = reading.dialect,
): Json | undefined {
  if (field.whenAbsent !== undefined) return field.whenAbsent;
  if (field.derive !== undefined) return name === undefined ? undefined : field.derive(name.trim());
  const words = fallbackFor(field.facet, reading);
  if (words === undefined || words.trim() === "") return undefined;
  return sayIn(dialect, field, path, words, { directory: reading.directory })?.value;
}

/** What stands in for a name or description that a file does not have, whatever its dialect. */
export function fallbackFor(facet: FacetId | undefined, reading: Reading): string | undefined {
  if (facet === "identity.name") return reading.directory;
  return facet === "guidance.description" ? firstParagraph(reading.body) : undefined;
}

function authored(
  skill: Skill,
  reading: Reading,
  stowed: Stowed,
  restored: ReadonlySet<FacetId>,
  added: readonly Path[],
  origins: ReadonlyMap<Extension, Path>,
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
  const around = isEmpty(stowed.facets) && origins.size + added.length === 0 ? [] : [stowPlace];
  const left = skill.extensions.flatMap((item) =>
    origins.has(item)
      ? [item]
      : without(item, [...added, ...around]).flatMap((part) => splitTo(part, stowed.lent)),
  );
  return { ...result, extensions: [...left, ...returned] };
}

/** A copy with the facet set, or taken away. */
export function withFacet(skill: Skill, id: FacetId, value: Json | undefined): Skill {
  const [group, key] = splitFacet(id);
  const entries = Object.entries(skill[group]).filter(([name]) => name !== key);
  if (value !== undefined) entries.push([key, value]);
  return { ...skill, [group]: Object.fromEntries(entries) };
}
