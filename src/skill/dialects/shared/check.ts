import {
  getKey,
  getPath,
  isObject,
  type Json,
  normalizeText,
  type Path,
} from "../../model/index.ts";
import type { Dialect, Reading } from "../dialect.ts";
import { type Field, NAMESPACE, type Violation } from "../field.ts";
import { slug } from "./names.ts";
import { checkShape, missing } from "./shape.ts";

/** The field's path in this file: the namespace in use, and the spelling that was found. */
export function resolvePath(field: Field, reading: Reading): Path {
  const own = fillNamespace(field.path, reading);
  if (field.aliases === undefined || getPath(reading.view, own) !== undefined) return own;
  const others = field.aliases.map((path) => fillNamespace(path, reading));
  return others.find((path) => getPath(reading.view, path) !== undefined) ?? own;
}

function fillNamespace(path: Path, reading: Reading): Path {
  if (path.length === 1 || !path.includes(NAMESPACE)) return path;
  const namespace = reading.namespace ?? reading.dialect.namespaces[0] ?? "";
  return path.map((step) => (step === NAMESPACE ? namespace : step));
}

/** Null says nothing, as an empty value does. */
export function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

/** Most fields of most files are fine, so nothing is made for those. */
const NONE: readonly Violation[] = [];

/** All that the table and the rules of the dialect find wrong with a file. */
export function findViolations(reading: Reading): readonly Violation[] {
  const { dialect } = reading;
  const found: Violation[] = reading.refusals.map((problem) => ({
    rule: "frontmatter-refused",
    path: [],
    at: "key",
    severity: "error",
    field: "frontmatter",
    message: problem.message,
    ...(problem.hint === undefined ? {} : { hint: problem.hint }),
  }));
  for (const group of groupsOf(dialect)) {
    if (!group.isRequired && !group.heads.some((head) => mayStandBelow(head, reading))) continue;
    for (const field of group.fields) add(found, checkField(field, reading));
  }
  if (dialect.unknownKeys === "refused") add(found, unknownKeys(reading));
  add(found, nameDirectory(reading));
  if (dialect.rules !== undefined) add(found, dialect.rules(reading));
  return found;
}

/** Fields that follow each other in the table and stand in the same map: files have few of the maps. */
interface FieldGroup {
  readonly fields: Field[];
  /** Where they may stand: the first keys of their paths and of their aliases. */
  readonly heads: readonly Path[];
  readonly isRequired: boolean;
}

const groups = new WeakMap<Dialect, readonly FieldGroup[]>();

function groupsOf(dialect: Dialect): readonly FieldGroup[] {
  const known = groups.get(dialect);
  if (known !== undefined) return known;
  const made: FieldGroup[] = [];
  let last = "";
  for (const field of dialect.fields) {
    // The namespace and what stands in it are asked for with one look.
    const heads = [field.path, ...(field.aliases ?? [])].map((path) =>
      path.slice(0, path[1] === NAMESPACE ? 2 : 1),
    );
    const isRequired = field.isRequired === true;
    const key = JSON.stringify([heads, isRequired]);
    if (key === last) made.at(-1)?.fields.push(field);
    else made.push({ fields: [field], heads, isRequired });
    last = key;
  }
  groups.set(dialect, made);
  return made;
}

function mayStandBelow(head: Path, reading: Reading): boolean {
  const value = getKey(reading.view, String(head[0]));
  if (value === undefined || head.length === 1) return value !== undefined;
  return getPath(reading.view, fillNamespace(head, reading)) !== undefined;
}

function add(found: Violation[], more: readonly Violation[]): void {
  if (more.length > 0) found.push(...more);
}

function checkField(field: Field, reading: Reading): readonly Violation[] {
  const path = resolvePath(field, reading);
  const value = getPath(reading.view, path);
  const severity = field.severity ?? "error";
  if (isAbsent(value)) {
    if (field.isRequired !== true) return NONE;
    const parent = getPath(reading.view, path.slice(0, -1));
    // The missing or broken parent has its own finding.
    if (path.length > 1 && !isObject(parent)) return [];
    return [{ ...missing(path), severity }];
  }
  if (field.isCheckedByRules === true) return NONE;
  const findings = checkShape(value as Json, field.shape, path);
  return findings.length === 0 ? NONE : findings.map((finding) => ({ severity, ...finding }));
}

interface TopKeys {
  readonly keys: ReadonlySet<string>;
  /** The keys as messages list them. */
  readonly words: string;
}

const topKeys = new WeakMap<Dialect, TopKeys>();

function topKeysOf(dialect: Dialect): TopKeys {
  const known = topKeys.get(dialect);
  if (known !== undefined) return known;
  const keys = new Set<string>();
  for (const field of dialect.fields) {
    keys.add(String(field.path[0]));
    for (const alias of field.aliases ?? []) keys.add(String(alias[0]));
  }
  const made = { keys, words: [...keys].map((name) => `\`${name}\``).join(", ") };
  topKeys.set(dialect, made);
  return made;
}

export function knownTopKeys(dialect: Dialect): ReadonlySet<string> {
  return topKeysOf(dialect).keys;
}

function unknownKeys(reading: Reading): readonly Violation[] {
  const { keys, words } = topKeysOf(reading.dialect);
  const unknown = Object.keys(reading.view).filter((key) => !keys.has(key));
  return unknown.map((key) => ({
    rule: "field-unknown",
    path: [key],
    at: "key",
    severity: "error",
    message: `Unknown field \`${key}\`; known fields are ${words}.`,
    hint: "Move it under `metadata`, or remove it.",
  }));
}

function nameDirectory(reading: Reading): readonly Violation[] {
  const { dialect, directory } = reading;
  if (!dialect.nameEqualsDirectory || directory === undefined || directory === "") return NONE;
  const name = getKey(reading.view, "name");
  if (typeof name !== "string" || name.trim() === "") return NONE;
  if (name === directory || normalizeText(name.trim(), "NFKC") === normalizeText(directory, "NFKC"))
    return NONE;
  return [
    {
      rule: "name-directory",
      path: ["name"],
      at: "value",
      severity: "error",
      message: `The name \`${name.trim()}\` differs from the folder \`${directory}\`.`,
      hint: nameHint(name.trim(), directory, dialect),
    },
  ];
}

/** Offers only names that the dialect takes. */
function nameHint(name: string, directory: string, dialect: Dialect): string {
  const ways: string[] = [];
  if (dialect.checkName(name).isValid) ways.push(`rename the folder to \`${name}\``);
  if (dialect.checkName(directory).isValid) ways.push(`set \`name: ${directory}\``);
  const other = dialect.checkName(name).normalized ?? slug(name);
  if (ways.length === 0 && dialect.checkName(other).isValid)
    ways.push(`rename the folder to \`${other}\`, and set \`name: ${other}\``);
  if (ways.length === 0) ways.push(`give both one name that ${dialect.title} takes`);
  const words = ways.join(", or ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
