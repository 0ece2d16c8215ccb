import type { Field } from "../dialects/index.ts";
import { meaningOf } from "../dialects/shared/read.ts";
import { fillPath, writeIn } from "../dialects/shared/write.ts";
import { formatPath, getKey, getPath, isEqual, type Json, type Path } from "../model/index.ts";
import { type Draft, isPreserving } from "./draft.ts";
import { defaultFilling } from "./filling.ts";

interface FillContext {
  readonly value: Json;
  readonly note: string;
  /** What the way back needs to know it by. */
  readonly mark: Json;
}

/** Fills the fields that the target cannot do without, or says that they are missing. */
export function fillRequired(draft: Draft): void {
  const required = draft.target.fields.filter(
    (field) =>
      field.isRequired === true ||
      (field.facet === "identity.name" && (draft.limits.isNamed || isBlank(draft))),
  );
  const pathOf = (field: Field): Path => fillPath(field.path, draft.target, draft.namespace);
  const isAbsent = (field: Field): boolean => getPath(draft.desired, pathOf(field)) === undefined;
  const isWanted = (field: Field): boolean => {
    const parent = pathOf(field).slice(0, -1);
    return (
      parent.length === 0 ||
      getPath(draft.desired, parent) !== undefined ||
      required.some((other) => isEqual(pathOf(other), parent))
    );
  };
  for (const field of required) {
    if (!isAbsent(field) || !isWanted(field)) continue;
    const filling = fillingFor(draft, field, pathOf(field));
    if (filling === undefined) continue;
    draft.desired = draft.setPath(draft.desired, pathOf(field), filling.value);
    draft.added.push({ target: pathOf(field), value: filling.value, note: filling.note });
    draft.marks.push(filling.mark);
    const meaning = field.facet === undefined ? undefined : meaningOf(field, filling.value);
    if (field.facet !== undefined && meaning !== undefined) draft.facets.set(field.facet, meaning);
    if (field.facet === undefined) draft.kept.push({ path: pathOf(field), value: filling.value });
  }
  for (const field of required)
    if (isAbsent(field) && isWanted(field))
      draft.missing.push({ path: pathOf(field), doc: field.doc });
}

/** A file with nothing in it is no skill to anyone; a name makes it one. */
function isBlank(draft: Draft): boolean {
  const { desired, source } = draft;
  return Object.keys(desired).length === 0 && source.body.trim() === "" && !isPreserving(draft);
}

function fillingFor(draft: Draft, field: Field, path: Path): FillContext | undefined {
  const { source, target } = draft;
  const { reading, dialect } = source;
  const name = getKey(draft.desired, "name");
  const own = typeof name === "string" ? name : undefined;
  const usual = defaultFilling(field, path, { ...reading, body: source.body }, own, target);
  const note = noteFor(field, path);
  // The source may have a fallback of its own, such as a shorter paragraph.
  const described =
    field.facet === "identity.name" || field.facet === "guidance.description"
      ? dialect.describe(reading)
      : {};
  const isFlat =
    target.readsOneLine === true ||
    (field.facet !== undefined && draft.limits.flat.has(field.facet));
  const words = field.facet === "identity.name" ? described.name : described.description;
  const said =
    words === undefined || words.trim() === ""
      ? undefined
      : writeIn(target, field, path, words, { directory: reading.directory, isFlat });
  if (said === undefined || said.value === usual)
    return usual === undefined ? undefined : { value: usual, note, mark: path };
  return { value: said.value, note, mark: { path, value: said.value } };
}

function noteFor(field: Field, path: Path): string {
  if (field.whenAbsent !== undefined) return `The source says no \`${formatPath(path)}\`.`;
  if (field.derive !== undefined) return "Follows from the name.";
  return field.facet === "identity.name"
    ? "Taken from the folder."
    : "Taken from the first paragraph of the instructions.";
}
