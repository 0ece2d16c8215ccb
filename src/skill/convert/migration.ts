import { type Dialect, resolveMetadata, skillOf } from "../dialects/index.ts";
import {
  type FacetId,
  facetIds,
  getFacet,
  getKey,
  getPath,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../model/index.ts";
import { traceMigration } from "./trace.ts";
import type { Source } from "./source.ts";

/** A facet as the target's own migration says it. */
export interface MigratedFacet {
  readonly path: Path;
  readonly value: Json;
  readonly meaning: Json;
}

/** What the target's own migration makes of the file. */
export interface MigratedFile {
  readonly frontmatter: JsonObject;
  readonly facets: ReadonlyMap<FacetId, MigratedFacet>;
  readonly files: { readonly [path: string]: string };
  /** The places that were filled from this one of the source. */
  readonly madeFrom: (path: Path) => readonly Path[];
}

export interface MigrationAttempt {
  readonly migrated?: MigratedFile;
  readonly review: readonly string[];
}

/** Asks the target whether it takes over the file, which then goes before the tables. */
export function tryMigration(
  { document, reading, preserved }: Source,
  target: Dialect,
): MigrationAttempt {
  // What an earlier conversion wrote is no skill of another system, and its notes lead the way back.
  const isConverted = preserved.rest !== reading.view;
  const result = isConverted ? undefined : target.migrate?.(document, "auto");
  if (result === undefined) return { review: [] };
  if (!result.ok) {
    const isMeant = hasForeignBlock(reading.view, target);
    return { review: isMeant ? result.problems.map(({ message }) => message) : [] };
  }
  const { view, namespace } = resolveMetadata(result.frontmatter, target);
  const { body, refusals } = reading;
  const skill = skillOf({
    dialect: target,
    document,
    body,
    refusals,
    view,
    ...(namespace === undefined ? {} : { namespace }),
  });
  const facets = new Map<FacetId, MigratedFacet>();
  for (const id of facetIds) {
    const meaning = getFacet(skill, id);
    const path = skill.sources[id];
    const value = path === undefined ? undefined : getPath(view, path);
    if (meaning !== undefined && path !== undefined && value !== undefined)
      facets.set(id, { path, value, meaning });
  }
  const { review, files = {} } = result;
  const madeFrom = (path: Path): readonly Path[] =>
    traceMigration(document, reading.view, target, view, path);
  return { migrated: { frontmatter: view, facets, files, madeFrom }, review };
}

/** A block of a system whose skills the target takes over, though this one it did not. */
function hasForeignBlock(view: JsonObject, target: Dialect): boolean {
  const metadata = getKey(view, "metadata");
  if (!isObject(metadata)) return false;
  return (target.ignoredNamespaces ?? []).some((name) => isObject(getKey(metadata, name)));
}
