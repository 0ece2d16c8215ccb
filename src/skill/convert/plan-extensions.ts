import { startsWith } from "../dialects/shared/read.ts";
import { holdsNothing } from "../dialects/shared/write.ts";
import {
  type Extension,
  getPath,
  isEqual,
  isObject,
  type Json,
  type Path,
} from "../model/index.ts";
import { type Draft, isOneOf, isPreserving, putExtension, preserveExtension } from "./draft.ts";
import { type Piece, placeExtension } from "./extensions.ts";
import { projectedExtension, type ProjectedKey } from "./projection.ts";
import type { LossEntry, LossOutcome } from "./report.ts";

/** A part of an extension, and what became of it. */
interface PlacedExtension {
  readonly piece: Piece;
  /** The place of the source that holds it, where that is not its own. */
  readonly origin: Path | undefined;
}

/** Keeps what the model has no name for at its place, or puts it aside. */
export function planExtensions(draft: Draft): void {
  const { source, target, namespace } = draft;
  const open = source.skill.extensions.filter(
    ({ path }) => !isOneOf([...draft.adopted, ...draft.returned], path),
  );
  const placed: readonly PlacedExtension[] = open.flatMap((extension) =>
    placeExtension(extension, target, namespace).map((piece) => ({
      piece,
      origin: source.origins.get(extension),
    })),
  );
  // Whether the place of an empty map is free shows only when all else is placed.
  const sorted = [
    ...placed.filter(({ piece }) => !isEmptyMap(piece.value)),
    ...placed.filter(({ piece }) => isEmptyMap(piece.value)),
  ];
  const returned = new Map<string, { origin: Path; outcomes: LossOutcome[] }>();
  for (const { piece, origin } of sorted) {
    const entry = planPiece(draft, { ...piece, ...crowded(draft, piece) });
    if (origin === undefined) {
      draft.entries.push(entry);
      continue;
    }
    const key = JSON.stringify(origin);
    const group = returned.get(key) ?? { origin, outcomes: [] };
    group.outcomes.push(entry.outcome);
    returned.set(key, group);
  }
  for (const { origin, outcomes } of returned.values())
    draft.entries.push(returnedEntry(origin, outcomes));
}

function returnedEntry(origin: Path, outcomes: readonly LossOutcome[]): LossEntry {
  const isBack = outcomes.every((outcome) => outcome === "kept");
  return {
    source: origin,
    outcome: isBack ? "mapped" : "preserved",
    note: isBack ? "Put back from an earlier conversion." : "Preserved by an earlier conversion.",
  };
}

function isEmptyMap(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** An empty map stays only where nothing else would stand in it. */
function crowded(draft: Draft, { path, value }: Extension): { readonly reason?: string } {
  if (!isEmptyMap(value)) return {};
  const isBusy =
    getPath(draft.desired, path) !== undefined ||
    (startsWith(draft.target.preserve.path, path) && isPreserving(draft));
  return isBusy ? { reason: "Other values stand there now." } : {};
}

export function planPiece(draft: Draft, piece: Piece): LossEntry {
  const { path, value } = piece;
  const isConsumed =
    draft.migrated !== undefined && !isEqual(getPath(draft.migrated.frontmatter, path), value);
  if (isConsumed) {
    const target = preserveExtension(draft, path, value);
    const note = "The migration takes nothing of it over.";
    return { source: path, outcome: "preserved", target, note, value };
  }
  const reason = piece.reason ?? unwritable(draft, value) ?? barred(draft, path);
  if (reason === undefined) {
    putExtension(draft, path, value);
    return { source: path, outcome: "kept", target: path };
  }
  const projected = projectedExtension(draft.projection, path, value);
  const target = putProjected(draft, projected) ?? preserveExtension(draft, path, value);
  return { source: path, outcome: "preserved", target, note: reason, value };
}

/** Writes the key of the source's projection; says where, if the value is whole there. */
export function putProjected(draft: Draft, projected: ProjectedKey | undefined): Path | undefined {
  const value = projected === undefined ? undefined : draft.projection?.metadata[projected.key];
  if (projected === undefined || value === undefined) return undefined;
  const path = ["metadata", projected.key];
  if (getPath(draft.desired, path) === undefined) putExtension(draft, path, value);
  return projected.isWhole ? path : undefined;
}

function unwritable({ target }: Draft, value: Json): string | undefined {
  if (target.allowsFlow || !holdsNothing(value)) return undefined;
  return `${target.title} reads no empty lists and maps.`;
}

function barred(draft: Draft, path: Path): string | undefined {
  const isBarred = draft.limits.extensions.some(
    (item) => startsWith(item, path) || startsWith(path, item),
  );
  return isBarred ? `${draft.target.title} would read another value there.` : undefined;
}
