import type { Dialect, Field, Reading } from "../dialects/index.ts";
import { firstParagraph } from "../dialects/shared/paragraph.ts";
import type { PreservedFields } from "../dialects/shared/read.ts";
import { fillPath, isSame, writeIn } from "../dialects/shared/write.ts";
import { type FacetId, getKey, getPath, isEqual, type Json, type Path } from "../model/index.ts";

/** A value that was filled in counts as such until someone changes it. */
export function isStillFilledIn(
  { path, value: recorded }: PreservedFields["added"][number],
  reading: Reading,
): boolean {
  const { dialect, view } = reading;
  const value = getPath(view, path);
  if (recorded !== undefined) return value !== undefined && isSame(value, recorded);
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
  return writeIn(dialect, field, path, words, {
    directory: reading.directory,
    isFlat: dialect.readsOneLine,
  })?.value;
}

/** What stands in for a name or description that a file does not have, whatever its dialect. */
function fallbackFor(facet: FacetId | undefined, reading: Reading): string | undefined {
  if (facet === "identity.name") return reading.directory;
  return facet === "guidance.description" ? firstParagraph(reading.body) : undefined;
}
