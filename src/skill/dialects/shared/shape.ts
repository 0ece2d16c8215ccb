import {
  formatPath,
  getKey,
  isList,
  isObject,
  type Json,
  type Path,
  type Severity,
  typeName,
} from "../../model/index.ts";
import type {
  ListShape,
  NumberShape,
  RecordField,
  Shape,
  TextShape,
  ViolationRule,
} from "../field.ts";

export interface ShapeFinding {
  readonly rule: ViolationRule;
  readonly path: Path;
  readonly at: "key" | "value";
  readonly message: string;
  readonly hint?: string;
  /** Where it differs from that of the whole field. */
  readonly severity?: Severity;
}

/** Most values are fine, so nothing is made for those. */
const NONE: readonly ShapeFinding[] = [];

/** Every way in which a value is not what its shape asks for. */
export function checkShape(value: Json, shape: Shape, path: Path): readonly ShapeFinding[] {
  switch (shape.kind) {
    case "any":
      return NONE;
    case "text":
      return checkText(value, shape, path);
    case "boolean":
      return toBoolean(value, shape.takesWords === true) === undefined
        ? [wrongType(value, path, "`true` or `false`")]
        : NONE;
    case "number":
      return checkNumber(value, shape, path);
    case "list":
      return checkList(value, shape, path);
    case "map": {
      if (!isObject(value)) return [wrongType(value, path, "a map")];
      if (shape.keys === undefined && shape.of.kind === "any") return NONE;
      return Object.entries(value).flatMap(([key, item]) => [
        ...(shape.keys === undefined ? [] : checkMapKey(key, shape.keys, path)),
        ...checkShape(item, shape.of, [...path, key]),
      ]);
    }
    case "record": {
      if (!isObject(value)) return [wrongType(value, path, "a map")];
      return Object.entries(shape.fields).flatMap(([key, field]) =>
        checkRecordField(getKey(value, key), field, [...path, key]),
      );
    }
    case "either": {
      const fits = shape.of.some((option) => checkShape(value, option, path).length === 0);
      return fits ? NONE : [wrongType(value, path, shape.says)];
    }
  }
}

function checkRecordField(
  value: Json | undefined,
  field: RecordField,
  path: Path,
): readonly ShapeFinding[] {
  if (value === undefined || value === null) return field.required === true ? [missing(path)] : [];
  const findings = checkShape(value, field.shape, path);
  const { severity } = field;
  return severity === undefined
    ? findings
    : findings.map((finding) => ({ ...finding, severity: finding.severity ?? severity }));
}

/** The last key, with the places in lists below it: a number alone would name nothing. */
function fieldName(path: Path): string {
  return formatPath(path.slice(path.findLastIndex((step) => typeof step === "string")));
}

export function missing(path: Path): ShapeFinding {
  const key = fieldName(path);
  return {
    rule: "field-missing",
    path,
    at: "key",
    message: `Missing required field \`${key}\`.`,
    hint: `Add \`${key}\`.`,
  };
}

function wrongType(value: Json, path: Path, expected: string): ShapeFinding {
  return {
    rule: "field-type",
    path,
    at: "value",
    message: `\`${fieldName(path)}\` must be ${expected}, not ${typeName(value)}.`,
  };
}

/** Length in characters as people count them, not in UTF-16 units. */
export function characterCount(value: string): number {
  if (!/[\ud800-\udbff]/.test(value)) return value.length;
  let count = 0;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code >= 0xd800 && code <= 0xdbff && at + 1 < value.length) at++;
    count++;
  }
  return count;
}

function checkText(value: Json, shape: TextShape, path: Path): readonly ShapeFinding[] {
  const isScalar = typeof value === "number" || typeof value === "boolean";
  if (typeof value !== "string" && !(shape.takesScalars === true && isScalar)) {
    // The entry of a list has no key that could be written before it.
    const before = typeof path.at(-1) === "number" ? "" : `${fieldName(path)}: `;
    const hint = isScalar ? { hint: `Put it in quotes: \`${before}"${String(value)}"\`.` } : {};
    return [{ ...wrongType(value, path, "text"), ...hint }];
  }
  const raw = String(value);
  const content = shape.trims === true ? raw.trim() : raw;
  const length = shape.min === undefined && shape.max === undefined ? 0 : characterCount(content);
  const base = { path, at: "value" } as const;
  if (shape.min !== undefined && length < shape.min)
    return [
      {
        ...base,
        rule: "field-missing",
        message: `\`${fieldName(path)}\` must have at least ${shape.min} character${shape.min === 1 ? "" : "s"}.`,
      },
    ];
  if (shape.max !== undefined && length > shape.max)
    return [
      {
        ...base,
        rule: "field-length",
        message: `\`${fieldName(path)}\` has ${length} characters; at most ${shape.max} are allowed.`,
      },
    ];
  if (shape.values !== undefined && !shape.values.includes(content))
    return [
      {
        ...base,
        rule: "field-value",
        message: `\`${clip(content)}\` is not a valid \`${fieldName(path)}\`: use ${listWords(shape.values)}.`,
      },
    ];
  const fits =
    (shape.pattern === undefined || shape.pattern.test(content)) &&
    (shape.test === undefined || shape.test(content));
  if (fits) return NONE;
  return [
    {
      ...base,
      rule: "field-format",
      message: `\`${clip(content)}\` is not a valid \`${fieldName(path)}\`: use ${shape.says ?? "another form"}.`,
    },
  ];
}

function checkMapKey(key: string, shape: TextShape, path: Path): readonly ShapeFinding[] {
  const bad = checkText(key, shape, path)[0];
  if (bad === undefined) return [];
  return [
    {
      rule: "field-format",
      path: [...path, key],
      at: "key",
      message: `\`${clip(key)}\` is not a valid key: use ${shape.says ?? "another form"}.`,
    },
  ];
}

function checkNumber(value: Json, shape: NumberShape, path: Path): readonly ShapeFinding[] {
  const key = fieldName(path);
  const parsed = toNumber(value, shape.takesText === true);
  const kind = shape.isInteger === true ? "a whole number" : "a number";
  if (parsed === undefined || (shape.isInteger === true && !Number.isInteger(parsed)))
    return [wrongType(value, path, kind)];
  const low = shape.min ?? -Infinity;
  const high = shape.max ?? Infinity;
  if (parsed >= low && parsed <= high) return [];
  return [
    {
      rule: "field-value",
      path,
      at: "value",
      message: `\`${key}\` must be ${kind} from ${low} to ${high}, not \`${parsed}\`.`,
    },
  ];
}

function checkList(value: Json, shape: ListShape, path: Path): readonly ShapeFinding[] {
  const items = toList(value, shape);
  if (items === undefined) return [wrongType(value, path, "a list")];
  if (shape.min !== undefined && items.length < shape.min)
    return [
      {
        rule: "field-missing",
        path,
        at: "value",
        message: `\`${fieldName(path)}\` must have at least ${shape.min} ${shape.min === 1 ? "entry" : "entries"}.`,
      },
    ];
  const isText = !isList(value);
  return items.flatMap((item, index) =>
    shape.skips?.(item) === true
      ? NONE
      : checkShape(item, shape.of, isText ? path : [...path, index]),
  );
}

/** The value as the shape means it; undefined where it is of another type altogether. */
export function coerce(value: Json, shape: Shape): Json | undefined {
  switch (shape.kind) {
    case "any":
      return value;
    case "text": {
      if (typeof value === "string") return shape.trims === true ? value.trim() : value;
      const isScalar = typeof value === "number" || typeof value === "boolean";
      return shape.takesScalars === true && isScalar ? String(value) : undefined;
    }
    case "boolean":
      return toBoolean(value, shape.takesWords === true);
    case "number":
      return toNumber(value, shape.takesText === true);
    case "list": {
      const items = toList(value, shape)
        ?.filter((item) => shape.skips?.(item) !== true)
        .map((item) => coerce(item, shape.of));
      if (items === undefined || items.includes(undefined)) return undefined;
      return items as readonly Json[];
    }
    case "map":
    case "record":
      return isObject(value) ? value : undefined;
    case "either": {
      const option = shape.of.find((candidate) => checkShape(value, candidate, []).length === 0);
      return option === undefined ? undefined : coerce(value, option);
    }
  }
}

function toBoolean(value: Json, takesWords: boolean): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (!takesWords || value === null || typeof value === "object") return undefined;
  const word = String(value).trim().toLowerCase();
  if (["true", "yes", "on", "1", "y", "t"].includes(word)) return true;
  if (["false", "no", "off", "0", "n", "f"].includes(word)) return false;
  return undefined;
}

function toNumber(value: Json, takesText: boolean): number | undefined {
  if (typeof value === "number") return Number.isNaN(value) ? undefined : value;
  if (!takesText || typeof value !== "string" || value.trim() === "") return undefined;
  const parsed = Number(value);
  return Number.isNaN(parsed) ? undefined : parsed;
}

function toList(value: Json, shape: ListShape): readonly Json[] | undefined {
  if (isList(value)) return value;
  if (typeof value !== "string" || shape.splits === undefined) return undefined;
  if (shape.splits === "commas")
    return value
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  if (shape.splits === "words") return value.split(/[\s,]+/).filter((item) => item !== "");
  return splitTools(value);
}

const BLANK = /\s/;

/** `Bash(git add *), Read`: commas and blanks separate, but not inside parentheses. */
function splitTools(value: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  const endAt = (end: number): void => {
    if (end > start) items.push(value.slice(start, end));
    start = end + 1;
  };
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code === 40) depth++;
    else if (code === 41) depth = Math.max(0, depth - 1);
    else if (depth > 0 || (code > 44 && code < 128)) continue;
    else if (code === 32 || code === 44 || BLANK.test(value[at] as string)) endAt(at);
  }
  endAt(value.length);
  return items;
}

function clip(value: string): string {
  const line = value.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}

function listWords(words: readonly string[]): string {
  return words
    .map((word) => `\`${word}\``)
    .join(", ")
    .replace(/, ([^,]*)$/, " or $1");
}
