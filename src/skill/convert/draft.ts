import type { Dialect } from "../dialects/index.ts";
import {
  startsWith,
  PRESERVED_ADDITIONS,
  PRESERVED_ADOPTIONS,
  PRESERVED_EXTENSIONS,
  PRESERVED_LOANS,
  preservedPath,
} from "../dialects/shared/read.ts";
import type { Said } from "../dialects/shared/write.ts";
import {
  type Extension,
  type FacetId,
  isEqual,
  type Json,
  type JsonObject,
  type Path,
  pathSetter,
  type setPath,
} from "../model/index.ts";
import type { MigratedFile } from "./migration.ts";
import type { Projection } from "./projection.ts";
import type { Addition, LossEntry, MissingField } from "./report.ts";
import type { Source } from "./source.ts";

/** What earlier attempts have shown that the target cannot hold. */
export interface Limits {
  /** Facets whose text must stand on one line. */
  readonly flat: ReadonlySet<FacetId>;
  readonly facets: ReadonlySet<FacetId>;
  readonly extensions: readonly Path[];
  /** It misreads the file without frontmatter, so there must be a name at least. */
  readonly isNamed: boolean;
}

export const noLimits: Limits = {
  flat: new Set(),
  facets: new Set(),
  extensions: [],
  isNamed: false,
};

/** What a conversion works with. */
export interface Task {
  readonly source: Source;
  readonly target: Dialect;
  /** The namespace under `metadata` that the result will use. */
  readonly namespace: string | undefined;
  /** What the target sees in the file as it is. */
  readonly seen: JsonObject;
  readonly projection: Projection | undefined;
  readonly migrated: MigratedFile | undefined;
}

/** The frontmatter to write, and the account, while they are made. */
export interface Draft extends Task {
  readonly limits: Limits;
  desired: JsonObject;
  /** Of `desired` alone. */
  readonly setPath: typeof setPath;
  /** What the target must read, by facet. */
  readonly facets: Map<FacetId, Json>;
  /** What stays at its place though the target has no field for it. */
  readonly kept: Extension[];
  readonly entries: LossEntry[];
  readonly added: Addition[];
  readonly missing: MissingField[];
  readonly preservedFacets: Map<FacetId, Json>;
  readonly preservedExtensions: Extension[];
  /** Notes for the way back: places that were filled in. */
  readonly marks: Json[];
  /** Places of extensions that the target reads. */
  readonly adopted: Path[];
  /** Places of facets that the target does not read and that stay. */
  readonly lent: Path[];
  /** Places that are read again after a conversion had left them in place. */
  readonly returned: Path[];
}

export function newDraft(task: Task, limits: Limits): Draft {
  return {
    ...task,
    limits,
    desired: {},
    setPath: pathSetter(),
    facets: new Map(),
    kept: [],
    entries: [],
    added: [],
    missing: [],
    preservedFacets: new Map(),
    preservedExtensions: [],
    marks: [],
    adopted: [],
    lent: [],
    returned: [],
  };
}

export function putFacet(
  draft: Draft,
  id: FacetId,
  said: Pick<Said, "path" | "value" | "meaning">,
): void {
  draft.desired = draft.setPath(draft.desired, said.path, said.value);
  draft.facets.set(id, said.meaning);
}

/** Puts the whole value aside and says where. */
export function preserveFacet(draft: Draft, id: FacetId, value: Json): Path {
  draft.preservedFacets.set(id, value);
  if (!draft.facets.has(id)) draft.facets.set(id, value);
  return preservedPath(draft.target.preserve, id);
}

export function putExtension(draft: Draft, path: Path, value: Json): void {
  draft.desired = draft.setPath(draft.desired, path, value);
  draft.kept.push({ path, value });
}

export function preserveExtension(draft: Draft, path: Path, value: Json): Path {
  draft.preservedExtensions.push({ path, value });
  return preservedPath(draft.target.preserve, PRESERVED_EXTENSIONS);
}

export function isPreserving(draft: Draft): boolean {
  const { preservedFacets, preservedExtensions, marks, adopted, lent } = draft;
  return [[...preservedFacets], preservedExtensions, marks, adopted, lent].some(
    ({ length }) => length > 0,
  );
}

export function writePreserved(draft: Draft): void {
  const { preserve } = draft.target;
  const write = (id: string, value: Json): void => {
    const written = preserve.form === "map" ? value : jsonText(value);
    draft.desired = draft.setPath(draft.desired, preservedPath(preserve, id), written);
  };
  for (const [id, value] of draft.preservedFacets) write(id, value);
  const extensions = draft.preservedExtensions.map(({ path, value }) => ({ path, value }));
  if (extensions.length > 0) write(PRESERVED_EXTENSIONS, extensions);
  if (draft.marks.length > 0) write(PRESERVED_ADDITIONS, draft.marks);
  if (draft.adopted.length > 0) write(PRESERVED_ADOPTIONS, draft.adopted);
  if (draft.lent.length > 0) write(PRESERVED_LOANS, draft.lent);
}

/** Three dashes in a row would end the frontmatter for readers that cut anywhere. */
function jsonText(value: Json): string {
  const text = JSON.stringify(value);
  return text.includes("---") ? text.replaceAll("--", "-\\u002d") : text;
}

export function isCovered(draft: Draft, path: Path): boolean {
  return draft.entries.some(({ source }) => startsWith(path, source));
}

export function isOneOf(paths: readonly Path[], path: Path): boolean {
  return paths.some((item) => isEqual(item, path));
}
