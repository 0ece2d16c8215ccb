/** The fields of a format as an editor needs them: for completion, hover and forms. */
import {
  type Dialect,
  type Field,
  findDialect,
  type Json,
  NAMESPACE,
  type Shape,
  shapeWords,
} from "../../skill/index.ts";

type ControlKind =
  | "text"
  | "long-text"
  | "boolean"
  | "number"
  | "choice"
  | "names"
  /** A list of things with fields of their own. */
  | "records"
  | "none";

/** One field of a dialect: for completion, hover and the form. */
export interface FieldInfo {
  /** Keys from the top of the frontmatter down. */
  readonly path: readonly string[];
  readonly doc: string;
  /** What it takes, in words. */
  readonly takes: string;
  readonly isRequired: boolean;
  /** Values that it may have, where the list is closed. */
  readonly values: readonly string[];
  readonly control: ControlKind;
  /** The server sets it; a form only shows it. */
  readonly isSetByServer?: true;
  readonly default?: Json;
  /** Fields of each thing in a list of them; their path is their key. */
  readonly parts?: readonly FieldInfo[];
}

export function listFields(dialectId: string): readonly FieldInfo[] {
  const dialect = findDialect(dialectId);
  return dialect === undefined
    ? []
    : dialect.fields.flatMap((field) => [
        describeField(field, dialect),
        ...describeInner(field.shape, toPath(field, dialect)),
      ]);
}

export function toPath(field: Field, dialect: Dialect): readonly string[] {
  const namespace = dialect.namespaces[0] ?? "";
  return field.path.map((step) => (step === NAMESPACE ? namespace : String(step)));
}

function describeField(field: Field, dialect: Dialect): FieldInfo {
  const { shape, doc, isRequired = false } = field;
  const parts = listItemFields(shape);
  return {
    path: toPath(field, dialect),
    doc,
    takes: shapeWords(shape),
    isRequired,
    values: listValues(shape),
    control: chooseControl(shape, field.path.at(-1) === "description"),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(parts === undefined ? {} : { parts }),
    ...(field.isSetByServer === true ? { isSetByServer: true as const } : {}),
  };
}

function listItemFields(shape: Shape): readonly FieldInfo[] | undefined {
  if (shape.kind !== "list" || shape.of.kind !== "record") return undefined;
  return Object.entries(shape.of.fields).map(([key, part]) => ({
    path: [key],
    doc: part.doc,
    takes: shapeWords(part.shape),
    isRequired: part.required === true,
    values: listValues(part.shape),
    control: chooseControl(part.shape, key === "description"),
  }));
}

/** Keys inside of a map that has fields of its own, for completion; lists of such maps as well. */
function describeInner(shape: Shape, path: readonly string[]): readonly FieldInfo[] {
  if (shape.kind === "list") return describeInner(shape.of, path);
  if (shape.kind === "either") return shape.of.flatMap((one) => describeInner(one, path));
  if (shape.kind !== "record") return [];
  return Object.entries(shape.fields).flatMap(([key, field]) => {
    const own: FieldInfo = {
      path: [...path, key],
      doc: field.doc,
      takes: shapeWords(field.shape),
      isRequired: field.required === true,
      values: listValues(field.shape),
      control: "none",
    };
    return [own, ...describeInner(field.shape, own.path)];
  });
}

function listValues(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case "text":
      return shape.values ?? [];
    case "boolean":
      return ["true", "false"];
    case "list":
      return listValues(shape.of);
    case "either":
      return [...new Set(shape.of.flatMap(listValues))];
    default:
      return [];
  }
}

function chooseControl(shape: Shape, isLong: boolean): ControlKind {
  switch (shape.kind) {
    case "text":
      if (shape.values !== undefined) return "choice";
      return isLong ? "long-text" : "text";
    case "boolean":
      return "boolean";
    case "number":
      return "number";
    case "list":
      if (shape.of.kind === "record") return "records";
      return shape.of.kind === "text" ? "names" : "none";
    default:
      return "none";
  }
}
