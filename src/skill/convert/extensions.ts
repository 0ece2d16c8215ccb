import { type Dialect, type Field, knownTopKeys, type Shape } from "../dialects/index.ts";
import { readPreserved, startsWith } from "../dialects/shared/read.ts";
import { checkShape } from "../dialects/shared/shape.ts";
import { fillPath } from "../dialects/shared/write.ts";
import {
  type Extension,
  facetTitles,
  isObject,
  type Json,
  type Path,
  setPath,
} from "../model/index.ts";

/** A part of an extension that stays where it is, or is preserved. */
export interface Piece extends Extension {
  /** Why it cannot stay; undefined: it stays. */
  readonly reason?: string;
}

/** Cuts what the target has no field for into parts that can stay at their place and parts that cannot. */
export function placeExtension(
  { path, value }: Extension,
  target: Dialect,
  namespace: string | undefined,
): readonly Piece[] {
  const verdict = judge(path, value, target, namespace);
  if (verdict === "stays") return [{ path, value }];
  if (verdict !== "splits") return [{ path, value, reason: verdict }];
  // Only maps are split.
  return Object.entries(value as { readonly [key: string]: Json }).flatMap(([key, item]) =>
    placeExtension({ path: [...path, key], value: item }, target, namespace),
  );
}

type Verdict = "stays" | "splits" | (string & {});

function judge(path: Path, value: Json, target: Dialect, namespace: string | undefined): Verdict {
  const top = String(path[0]);
  if (target.unknownKeys === "refused" && !knownTopKeys(target).has(top))
    return `${target.title} refuses fields that it does not know.`;
  return (
    judgeFacets(path, value, target, namespace) ??
    judgePreserved(path, value, target) ??
    judgeMetadata(path, value, target, namespace) ??
    judgePlainFields(path, value, target, namespace) ??
    "stays"
  );
}

const isFullMap = (value: Json): boolean => isObject(value) && Object.keys(value).length > 0;

/** A map may be split above a place that is taken; an empty one is nobody's. */
function above(value: Json, reason: string): Verdict | undefined {
  if (isFullMap(value)) return "splits";
  return isObject(value) ? undefined : reason;
}

function judgeFacets(
  path: Path,
  value: Json,
  target: Dialect,
  namespace: string | undefined,
): Verdict | undefined {
  let verdict: Verdict | undefined;
  for (const field of target.fields) {
    if (field.facet === undefined) continue;
    for (const raw of [field.path, ...(field.aliases ?? [])]) {
      const place = fillPath(raw, target, namespace);
      if (startsWith(path, place))
        return `${target.title} reads the ${facetTitles[field.facet]} at this place.`;
      if (startsWith(place, path))
        verdict ??= above(value, `${target.title} expects a map at this place.`);
    }
  }
  return verdict;
}

function judgePreserved(path: Path, value: Json, target: Dialect): Verdict | undefined {
  const { preserve } = target;
  const taken = "The place is taken by what this conversion preserves.";
  if (startsWith(preserve.path, path)) return above(value, taken);
  if (!startsWith(path, preserve.path)) return undefined;
  if (preserve.form === "map") return taken;
  const alone = setPath({}, path, value);
  return readPreserved(alone, target).rest === alone ? undefined : taken;
}

function judgeMetadata(
  path: Path,
  value: Json,
  target: Dialect,
  namespace: string | undefined,
): Verdict | undefined {
  if (path[0] !== "metadata") return undefined;
  const isBusy = target.namespaces.length > 0 || target.metadataIsStrings;
  if (path.length === 1)
    return isBusy ? above(value, `${target.title} expects a map here.`) : undefined;
  const block = String(path[1]);
  if (target.namespaces.includes(block) && block !== namespace)
    return `${target.title} would read the block \`${block}\` in place of its own.`;
  if (!target.metadataIsStrings) return undefined;
  return path.length === 2 && typeof value === "string"
    ? undefined
    : `${target.title} takes only text under \`metadata\`.`;
}

/** Fields without a meaning to the model still have a shape. */
function judgePlainFields(
  path: Path,
  value: Json,
  target: Dialect,
  namespace: string | undefined,
): Verdict | undefined {
  for (const field of target.fields) {
    if (field.facet !== undefined) continue;
    const place = fillPath(field.path, target, namespace);
    if (startsWith(path, place)) {
      const reason = unfit(field, value, path.slice(place.length));
      if (reason !== undefined) return reason;
    } else if (startsWith(place, path)) {
      const verdict = above(value, `${target.title} expects a map at this place.`);
      if (verdict !== undefined) return verdict;
    }
  }
  return undefined;
}

function unfit(field: Field, value: Json, below: Path): string | undefined {
  const shape = shapeAt(field.shape, below);
  if (shape === undefined) return "The place takes no further values.";
  return checkShape(value, shape, [...field.path, ...below])[0]?.message;
}

function shapeAt(shape: Shape, below: Path): Shape | undefined {
  const [step, ...rest] = below;
  if (step === undefined || shape.kind === "any") return shape;
  switch (shape.kind) {
    case "map":
      return shapeAt(shape.of, rest);
    case "list":
      return typeof step === "number" ? shapeAt(shape.of, rest) : undefined;
    case "record": {
      const inner = Object.hasOwn(shape.fields, step) ? shape.fields[step] : undefined;
      return inner === undefined ? { kind: "any" } : shapeAt(inner.shape, rest);
    }
    case "either":
      return shape.of.map((option) => shapeAt(option, below)).find((item) => item !== undefined);
    default:
      return undefined;
  }
}
