import type { Span } from "../../skill/index.ts";
import { findField } from "./completion.ts";
import type { FieldInfo } from "./fields.ts";
import { placeAt } from "./place.ts";

export interface FieldAt extends Span {
  readonly path: readonly string[];
  /** Undefined where the format has no such field. */
  readonly field?: FieldInfo;
}

/** The field whose key is at an offset. */
export function fieldAt(
  text: string,
  offset: number,
  fields: readonly FieldInfo[],
): FieldAt | undefined {
  const place = placeAt(text, offset);
  if (place === undefined || place.key === "") return undefined;
  if (offset < place.start || offset > place.end || place.valueStart === undefined)
    return undefined;
  const path = [...place.path, place.key];
  const field = findField(fields, path);
  return { path, start: place.start, end: place.end, ...(field === undefined ? {} : { field }) };
}
