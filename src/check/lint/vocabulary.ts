import {
  checkShape,
  type Dialect,
  dialects,
  editDistance,
  type Field,
  foldCase,
  getKey,
  getPath,
  isObject,
  type Json,
  knownTopKeys,
  NAMESPACE,
  type Path,
  profiles,
  type Reading,
  type Shape,
  strictTolerance,
  suggest,
} from "../../skill/index.ts";
import { listWords } from "./text.ts";

/** A map in the frontmatter and the keys that a dialect reads in it. */
interface Container {
  readonly parent: Path;
  /** The shape of the value; undefined for a map that only holds other fields. */
  readonly keys: ReadonlyMap<string, Shape | undefined>;
  readonly misspellings: ReadonlyMap<string, string>;
  /** The right key for a wrong one, remembered: the same keys come in thousands of files. */
  readonly nearest: Map<string, string | undefined>;
}

export interface Misspelling {
  readonly path: Path;
  readonly right: string;
  readonly isRightAbsent: boolean;
  /** The same word but for some letters; otherwise another word for it. */
  readonly isNear: boolean;
  /** Titles of the other systems that read the right key; undefined where this one does. */
  readonly readBy?: readonly string[];
}

const MAX_REMEMBERED = 10_000;
const containers = new WeakMap<Dialect, readonly Container[]>();
const readers = new WeakMap<readonly Dialect[], ReadonlyMap<string, readonly string[]>>();
const foreign = new WeakMap<readonly Dialect[], Map<string, string | undefined>>();
const topKeys = new WeakMap<Dialect, ReadonlySet<string>>();

/** Keys at the top that the dialect has a use for. */
export function listTopKeys(dialect: Dialect): ReadonlySet<string> {
  const known = topKeys.get(dialect);
  if (known !== undefined) return known;
  const keys = new Set(knownTopKeys(dialect));
  const preserved = dialect.preserve.path[0];
  if (preserved !== undefined) keys.add(preserved);
  topKeys.set(dialect, keys);
  return keys;
}

/** Titles of the systems that read a key at the top. */
export function findReaders(key: string): readonly string[] {
  let table = readers.get(dialects);
  if (table === undefined) {
    const made = new Map<string, string[]>();
    for (const dialect of dialects)
      for (const name of listTopKeys(dialect)) {
        if (isInertKey(dialect, name)) continue;
        const titles = made.get(name);
        if (titles === undefined) made.set(name, [dialect.title]);
        else titles.push(dialect.title);
      }
    table = made;
    readers.set(dialects, table);
  }
  return table.get(key) ?? [];
}

/** All that the dialect knows of the key is taken without effect. */
function isInertKey(dialect: Dialect, key: string): boolean {
  const rows = dialect.fields.filter(({ path }) => path[0] === key);
  return rows.length > 0 && rows.every((field) => field.isInert === true);
}

/** `A and B read`, to go on with what they read. */
export function formatReaders(titles: readonly string[]): string {
  return `${listWords(titles)} ${titles.length === 1 ? "reads" : "read"}`;
}

/** Every key of the file that is another key of the dialect, written wrongly. */
export function findMisspellings(reading: Reading): readonly Misspelling[] {
  const found: Misspelling[] = [];
  for (const container of listContainers(reading.dialect)) {
    const parent = fillNamespace(container.parent, reading);
    const value = parent.length === 0 ? reading.view : getPath(reading.view, parent);
    if (!isObject(value)) continue;
    for (const key of Object.keys(value)) {
      if (container.keys.has(key)) continue;
      const right = misspelt(container, key, value, parent.length === 0);
      if (right !== undefined)
        found.push({
          path: [...parent, key],
          right,
          isRightAbsent: getKey(value, right) === undefined,
          isNear: isNear(key, right),
        });
    }
  }
  return found;
}

/** Whether a key at the top is another key, written wrongly. */
export function isMisspelledTopKey(reading: Reading, key: string, isGuessed: boolean): boolean {
  const top = listContainers(reading.dialect)[0];
  if (top === undefined || top.keys.has(key)) return false;
  if (misspelt(top, key, reading.view, true) !== undefined) return true;
  return isGuessed && foreignSpelling(key) !== undefined;
}

/**
 * Where the dialect was guessed, a misspelled key may be the reason that the right one was not
 * recognised: keys of all systems count then.
 */
export function findForeignMisspellings(reading: Reading): readonly Misspelling[] {
  const top = listContainers(reading.dialect)[0];
  return Object.keys(reading.view).flatMap((key) => {
    if (top?.keys.has(key) !== false || misspelt(top, key, reading.view, true) !== undefined)
      return [];
    const right = foreignSpelling(key);
    if (right === undefined) return [];
    const isRightAbsent = getKey(reading.view, right) === undefined;
    return [{ path: [key], right, isRightAbsent, isNear: true, readBy: findReaders(right) }];
  });
}

/** The key of some system that differs only in its joints, or that people often write like this. */
function foreignSpelling(key: string): string | undefined {
  let known = foreign.get(dialects);
  if (known === undefined) {
    known = new Map();
    foreign.set(dialects, known);
  }
  if (known.size > MAX_REMEMBERED) known.clear();
  if (!known.has(key)) known.set(key, findForeignSpelling(key));
  return known.get(key);
}

function findForeignSpelling(key: string): string | undefined {
  if (findReaders(key).length > 0) return undefined;
  for (const dialect of dialects) {
    const top = listContainers(dialect)[0];
    const right = top && nearestKey(top, key);
    if (top === undefined || right === undefined || right.length < 8) continue;
    const isKnownMistake = top.misspellings.get(key) === right && isNear(key, right);
    if (foldCase(right) === foldCase(key) || isKnownMistake) return right;
  }
  return undefined;
}

function isNear(key: string, right: string): boolean {
  const limit = strictTolerance(right);
  return foldCase(key) === foldCase(right) || editDistance(key, right, limit) <= limit;
}

function misspelt(
  container: Container,
  key: string,
  map: { readonly [key: string]: Json },
  isTop: boolean,
): string | undefined {
  const right = nearestKey(container, key);
  if (right === undefined) return undefined;
  if (foldCase(right) === foldCase(key)) return right;
  // A key of another meaning may look alike; then the right one is often there as well.
  if (getKey(map, right) !== undefined) return undefined;
  const isKnownMistake = container.misspellings.get(key) === right;
  if (isTop && !isKnownMistake && findReaders(key).length > 0) return undefined;
  const shape = container.keys.get(right);
  const value = getKey(map, key);
  if (shape === undefined || value === undefined) return undefined;
  return checkShape(value, shape, []).length === 0 ? right : undefined;
}

function nearestKey(container: Container, key: string): string | undefined {
  const { nearest } = container;
  if (nearest.has(key)) return nearest.get(key);
  const right =
    container.misspellings.get(key) ?? suggest(key, container.keys.keys(), strictTolerance);
  if (nearest.size > MAX_REMEMBERED) nearest.clear();
  nearest.set(key, right);
  return right;
}

export function fillNamespace(path: Path, reading: Reading): Path {
  if (!path.includes(NAMESPACE)) return path;
  const namespace = reading.namespace ?? reading.dialect.namespaces[0] ?? "";
  return path.map((step) => (step === NAMESPACE ? namespace : step));
}

function listContainers(dialect: Dialect): readonly Container[] {
  const known = containers.get(dialect);
  if (known !== undefined) return known;
  const made = new Map<string, { -readonly [Key in keyof Container]: Container[Key] }>();
  const at = (parent: Path): Map<string, Shape | undefined> => {
    const id = JSON.stringify(parent);
    let container = made.get(id);
    if (container === undefined) {
      container = { parent, keys: new Map(), misspellings: new Map(), nearest: new Map() };
      made.set(id, container);
    }
    return container.keys as Map<string, Shape | undefined>;
  };
  at([]);
  for (const field of dialect.fields) {
    for (const path of [field.path, ...(field.aliases ?? [])]) addPath(path, field.shape, at);
    addMisspellings(field, made.get(JSON.stringify(field.path.slice(0, -1))));
  }
  const preserved = dialect.preserve.path[0];
  if (preserved !== undefined && !at([]).has(preserved)) at([]).set(preserved, undefined);
  // Under `metadata` anybody may put anything.
  const list = [...made.values()].filter(({ parent }) => parent.at(-1) !== "metadata");
  containers.set(dialect, list);
  return list;
}

function addPath(
  path: Path,
  shape: Shape,
  at: (parent: Path) => Map<string, Shape | undefined>,
): void {
  for (let length = 1; length <= path.length; length++) {
    const keys = at(path.slice(0, length - 1));
    const key = String(path[length - 1]);
    if (length === path.length) keys.set(key, shape);
    else if (!keys.has(key)) keys.set(key, undefined);
  }
  if (shape.kind !== "record") return;
  for (const [key, field] of Object.entries(shape.fields)) addPath([...path, key], field.shape, at);
}

function addMisspellings(field: Field, container: Container | undefined): void {
  const right = String(field.path.at(-1));
  const table = container?.misspellings as Map<string, string> | undefined;
  for (const wrong of field.misspellings ?? []) table?.set(wrong, right);
}

/** Variants of the dialect, itself included, the original first. */
export function listFamily(dialect: Dialect): readonly Dialect[] {
  const base = dialect.id.split("@", 1)[0] ?? "";
  return [...dialects, ...profiles].filter(
    (other) => other.id === base || other.id.startsWith(`${base}@`),
  );
}

/** The shape that a dialect asks for at a path of the file; undefined where it asks for none. */
export function shapeAt(reading: Reading, path: Path): Shape | undefined {
  let best: Shape | undefined;
  let longest = -1;
  for (const field of reading.dialect.fields)
    for (const pattern of [field.path, ...(field.aliases ?? [])]) {
      // The field that is nearest to the value says most about it.
      if (pattern.length <= longest || pattern.length > path.length) continue;
      const own = fillNamespace(pattern, reading);
      if (!own.every((step, index) => path[index] === step)) continue;
      const shape = descend(field.shape, path.slice(own.length));
      if (shape === undefined) continue;
      best = shape;
      longest = pattern.length;
    }
  return best;
}

function descend(shape: Shape, path: Path): Shape | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return shape;
  if (shape.kind === "list" || shape.kind === "map") return descend(shape.of, rest);
  if (shape.kind !== "record") return undefined;
  const field = shape.fields[String(step)];
  return field === undefined ? undefined : descend(field.shape, rest);
}
