import { fillPath, meaningIfFit, type Said, writeFacet } from "../dialects/shared/write.ts";
import {
  type Extension,
  type FacetId,
  facetIds,
  facetTitles,
  getFacet,
  getPath,
  isEqual,
  isList,
  type Json,
  type JsonObject,
  type Path,
  splitFacet,
} from "../model/index.ts";
import { locate } from "../text/places.ts";
import { accountForBookkeeping, accountForRest } from "./account.ts";
import { accountForMigration } from "./account-migration.ts";
import {
  type Draft,
  isOneOf,
  type Limits,
  newDraft,
  putExtension,
  putFacet,
  preserveFacet,
  type Task,
  writePreserved,
} from "./draft.ts";
import { placeExtension } from "./extensions.ts";
import type { MigratedFacet } from "./migration.ts";
import { planExtensions, putProjected } from "./plan-extensions.ts";
import { projectedFacet } from "./projection.ts";
import type { Addition, LossEntry, MissingField } from "./report.ts";
import { fillRequired } from "./required.ts";

/** Words about a skill mean the same wherever they stand; requirements and rights do not. */
const HARMLESS: ReadonlySet<string> = new Set(["identity", "guidance", "ownership"]);

function isHarmless(id: FacetId): boolean {
  return HARMLESS.has(splitFacet(id)[0]);
}

/**
 * A field such as `version` that the source does not know, at a place where the target reads just
 * that, stays and is read from now on. A note for the way back keeps it an unknown field there. What
 * a migration left in place comes back to whoever reads it.
 */
function adoptExtensions(draft: Draft): void {
  const { source, target, namespace, limits } = draft;
  for (const extension of source.skill.extensions) {
    const { path, value } = extension;
    if (source.origins.has(extension) || isOneOf(limits.extensions, path)) continue;
    const isLent = isOneOf(source.preserved.lent, path);
    for (const field of target.fields) {
      const { facet } = field;
      if (facet === undefined || draft.facets.has(facet)) continue;
      if (!isLent && !isHarmless(facet)) continue;
      if (getFacet(source.skill, facet) !== undefined || limits.flat.has(facet)) continue;
      const paths = [field.path, ...(isLent ? (field.aliases ?? []) : [])];
      if (!paths.some((item) => isEqual(fillPath(item, target, namespace), path))) continue;
      const meaning = meaningIfFit(target, field, value);
      if (meaning === undefined) continue;
      putFacet(draft, facet, { path, value, meaning });
      (isLent ? draft.returned : draft.adopted).push(path);
      const note = `${target.title} reads it as the ${facetTitles[facet]}.`;
      draft.entries.push({ source: path, outcome: "kept", target: path, note });
      break;
    }
  }
}

/** The frontmatter to write, what the target will make of it, and the account. */
export interface Plan {
  readonly desired: JsonObject;
  /** What the target must read, by facet. */
  readonly facets: ReadonlyMap<FacetId, Json>;
  readonly extensions: readonly Extension[];
  readonly entries: readonly LossEntry[];
  readonly added: readonly Addition[];
  readonly missing: readonly MissingField[];
}

export function makePlan(task: Task, limits: Limits): Plan {
  const draft = newDraft(task, limits);
  adoptExtensions(draft);
  for (const id of facetIds) planFacet(draft, id);
  fillRequired(draft);
  planExtensions(draft);
  accountForBookkeeping(draft);
  accountForRest(draft);
  accountForMigration(draft);
  writePreserved(draft);
  return {
    desired: inOrder(draft.desired, task.target.keyOrder),
    facets: draft.facets,
    extensions: [...draft.kept, ...draft.preservedExtensions],
    entries: draft.entries,
    added: draft.added,
    missing: draft.missing,
  };
}

function planFacet(draft: Draft, id: FacetId): void {
  const { source, migrated, limits } = draft;
  const value = getFacet(source.skill, id);
  const path = source.skill.sources[id];
  const made = limits.facets.has(id) ? undefined : migrated?.facets.get(id);
  if (value === undefined || path === undefined) {
    if (made !== undefined && !draft.facets.has(id)) addMigrated(draft, id, made);
    return;
  }
  const entry =
    made !== undefined && !isEqual(made.meaning, value)
      ? planMigrated(draft, id, value, made)
      : planByTable(draft, id, value, path);
  const told = entry.outcome === "kept" ? entry : withPassedOver(draft, entry, value, path);
  draft.entries.push({ source: path, facet: id, ...told });
}

/** Entries of a list that the source itself passes over do not reach the model. */
function withPassedOver(draft: Draft, entry: Account, value: Json, path: Path): Account {
  const { reading, dialect } = draft.source;
  const raw = getPath(reading.view, path);
  if (!isList(raw) || !isList(value) || raw.length <= value.length) return entry;
  const count = raw.length - value.length;
  const lost = `${count} of ${raw.length} entries, which ${dialect.title} passes over, are left out.`;
  const note = `${entry.note ?? "Approximated:"} ${lost}`;
  const preservedAt = entry.outcome === "preserved" ? entry.target : entry.preservedAt;
  const whole = preservedAt === undefined ? {} : { preservedAt };
  return { ...entry, outcome: "approximated", note, value: raw, ...whole };
}

type Account = Omit<LossEntry, "source" | "facet">;

function planByTable(draft: Draft, id: FacetId, value: Json, path: Path): Account {
  const said = planIfPossible(draft, id, value);
  if (said === undefined) return preserveFacetValue(draft, id, value, path);
  putFacet(draft, id, said);
  if (said.loss !== undefined) {
    const preservedAt = preserveFacet(draft, id, value);
    const note = `Approximated: ${said.loss}.`;
    return { outcome: "approximated", target: said.path, note, value, preservedAt };
  }
  const before = getPath(draft.source.reading.view, path);
  // The bytes stay, whatever types the two readers see in them.
  const isUntouched = isEqual(getPath(draft.seen, said.path), said.value);
  const isSameValue = isEqual(path, said.path) && (isUntouched || isEqual(before, said.value));
  const isKept = isSameValue && !isJoined(draft, path);
  return { outcome: isKept ? "kept" : "mapped", target: said.path };
}

/** The value is written on one line, since the target reads no more of it. */
function isJoined({ source, target }: Draft, path: Path): boolean {
  if (target.readsOneLine !== true || path.length > 1 || path[0] === "metadata") return false;
  const { document } = source;
  const { start } = locate(document, path, "key");
  const { end } = locate(document, path, "value");
  return hasBreak(document.text.slice(start, end).trimEnd());
}

function preserveFacetValue(draft: Draft, id: FacetId, value: Json, path: Path): Account {
  const { target } = draft;
  if (!draft.source.restored.has(id) && isLeftByMigration(draft, path)) {
    const raw = getPath(draft.source.reading.view, path);
    putExtension(draft, path, raw ?? null);
    draft.lent.push(path);
    const note = `${target.title} has no field for this and leaves it alone.`;
    return { outcome: "kept", target: path, note };
  }
  const projected = projectedFacet(draft.projection, id, value, path);
  const at = putProjected(draft, projected) ?? preserveFacet(draft, id, value);
  const note = target.fields.some((field) => field.facet === id)
    ? `${target.title} does not take this value as ${facetTitles[id]}.`
    : `${target.title} has no field for this (${facetTitles[id]}).`;
  return { outcome: "preserved", target: at, note, value };
}

/** The migration keeps the field as it is, and the way back can take it up again. */
function isLeftByMigration(draft: Draft, path: Path): boolean {
  const { source, target, migrated, namespace, limits } = draft;
  const { dialect, reading } = source;
  const raw = getPath(reading.view, path);
  if (migrated === undefined || raw === undefined || isOneOf(limits.extensions, path)) return false;
  if (!isEqual(getPath(migrated.frontmatter, path), raw)) return false;
  const isReadAgain = dialect.fields.some((field) => {
    const places = [field.path, ...(field.aliases ?? [])];
    const isHere = places.some((item) => isEqual(fillPath(item, dialect, reading.namespace), path));
    return isHere && meaningIfFit(dialect, field, raw) !== undefined;
  });
  const pieces = placeExtension({ path, value: raw }, target, namespace);
  return isReadAgain && pieces.length === 1 && pieces[0]?.reason === undefined;
}

function planIfPossible(draft: Draft, id: FacetId, value: Json): Said | undefined {
  const { limits, source, target } = draft;
  if (limits.facets.has(id)) return undefined;
  const raw = source.restored.has(id) ? undefined : readRaw(draft, id);
  const isLong = target.readsOneLine === true && (hasBreak(value) || hasBreak(raw));
  const isFlat = isLong || limits.flat.has(id);
  // A break at the end is no part of what is said.
  const words = isLong && typeof value === "string" ? value.trim() : value;
  return writeFacet(target, id, words, {
    namespace: draft.namespace,
    near: source.skill.sources[id],
    raw,
    directory: source.reading.directory,
    isFlat,
    seen: isFlat ? undefined : draft.seen,
  });
}

function hasBreak(value: Json | undefined): boolean {
  return typeof value === "string" && /[\r\n]/.test(value);
}

function readRaw({ source }: Draft, id: FacetId): Json | undefined {
  const path = source.skill.sources[id];
  return path === undefined ? undefined : getPath(source.reading.view, path);
}

/** The migration knows better than the tables; the author's value is preserved for the way back. */
function planMigrated(draft: Draft, id: FacetId, value: Json, made: MigratedFacet): Account {
  putFacet(draft, id, made);
  const preservedAt = preserveFacet(draft, id, value);
  draft.marks.push({ path: made.path, value: made.value });
  const note = "Approximated: the migration changed it.";
  return { outcome: "approximated", target: made.path, note, value, preservedAt };
}

function addMigrated(draft: Draft, id: FacetId, made: MigratedFacet): void {
  putFacet(draft, id, made);
  draft.marks.push({ path: made.path, value: made.value });
  draft.added.push({ target: made.path, value: made.value, note: "Made by the migration." });
}

function inOrder(frontmatter: JsonObject, order: readonly string[]): JsonObject {
  const rank = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(Object.entries(frontmatter).sort(([a], [b]) => rank(a) - rank(b)));
}
