import type { Dialect } from "../dialects/index.ts";
import {
  startsWith,
  STOWED_ADDITIONS,
  STOWED_ADOPTIONS,
  STOWED_EXTENSIONS,
  STOWED_LOANS,
  stowPath,
} from "../dialects/shared/read.ts";
import type { Said } from "../dialects/shared/write.ts";
import {
  type Extension,
  type FacetId,
  isEqual,
  type Json,
  type JsonObject,
  type Path,
  setPath,
} from "../model/index.ts";
import type { Migrated } from "./migration.ts";
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
  readonly migrated: Migrated | undefined;
}

/** The frontmatter to write, and the account, while they are made. */
export interface Draft extends Task {
  readonly limits: Limits;
  desired: JsonObject;
  /** What the target must read, by facet. */
  readonly facets: Map<FacetId, Json>;
  /** What stays at its place though the target has no field for it. */
  readonly kept: Extension[];
  readonly entries: LossEntry[];
  readonly added: Addition[];
  readonly missing: MissingField[];
  readonly stowedFacets: Map<FacetId, Json>;
  readonly stowedExtensions: Extension[];
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
    facets: new Map(),
    kept: [],
    entries: [],
    added: [],
    missing: [],
    stowedFacets: new Map(),
    stowedExtensions: [],
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
  draft.desired = setPath(draft.desired, said.path, said.value);
  draft.facets.set(id, said.meaning);
}

/** Puts the whole value aside and says where. */
export function stowFacet(draft: Draft, id: FacetId, value: Json): Path {
  draft.stowedFacets.set(id, value);
  if (!draft.facets.has(id)) draft.facets.set(id, value);
  return stowPath(draft.target.stow, id);
}

export function putExtension(draft: Draft, path: Path, value: Json): void {
  draft.desired = setPath(draft.desired, path, value);
  draft.kept.push({ path, value });
}

export function stowExtension(draft: Draft, path: Path, value: Json): Path {
  draft.stowedExtensions.push({ path, value });
  return stowPath(draft.target.stow, STOWED_EXTENSIONS);
}

export function isStowing(draft: Draft): boolean {
  const { stowedFacets, stowedExtensions, marks, adopted, lent } = draft;
  return [[...stowedFacets], stowedExtensions, marks, adopted, lent].some(
    ({ length }) => length > 0,
  );
}

export function writeStow(draft: Draft): void {
  const { stow } = draft.target;
  const write = (id: string, value: Json): void => {
    const written = stow.form === "map" ? value : jsonText(value);
    draft.desired = setPath(draft.desired, stowPath(stow, id), written);
  };
  for (const [id, value] of draft.stowedFacets) write(id, value);
  const extensions = draft.stowedExtensions.map(({ path, value }) => ({ path, value }));
  if (extensions.length > 0) write(STOWED_EXTENSIONS, extensions);
  if (draft.marks.length > 0) write(STOWED_ADDITIONS, draft.marks);
  if (draft.adopted.length > 0) write(STOWED_ADOPTIONS, draft.adopted);
  if (draft.lent.length > 0) write(STOWED_LOANS, draft.lent);
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
