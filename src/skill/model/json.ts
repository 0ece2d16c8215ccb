/** Plain data as YAML and JSON carry it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A frontmatter path: object keys and list positions from the root. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Own keys only: skills in the wild use keys such as `constructor`. */
export function getKey(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function getPath(root: Json, path: Path): Json | undefined {
  let current: Json | undefined = root;
  // By index: this is asked for every field of every file.
  for (let index = 0; index < path.length; index++) {
    const step = path[index] as string | number;
    if (current === undefined) return undefined;
    if (typeof step === "number") current = isList(current) ? current[step] : undefined;
    else current = isObject(current) ? getKey(current, step) : undefined;
  }
  return current;
}

/** Returns a copy with `path` set; containers that are missing or of the wrong type become objects. */
export function setPath(root: JsonObject, path: Path, value: Json): JsonObject {
  const [head, ...rest] = path;
  if (head === undefined) return isObject(value) ? value : root;
  const key = String(head);
  const child = getKey(root, key);
  const next = rest.length === 0 ? value : setPath(isObject(child) ? child : {}, rest, value);
  return withKey(root, key, next);
}

/** The same for many paths of one object that grows: what it has made itself it does not copy again for each of them. */
export function pathSetter(): typeof setPath {
  const made = new WeakSet<object>();
  const ownOf = (value: JsonObject): Record<string, Json> => {
    if (made.has(value)) return value;
    const copy: Record<string, Json> = {};
    for (const name of Object.keys(value)) defineKey(copy, name, value[name] as Json);
    made.add(copy);
    return copy;
  };
  const set: typeof setPath = (root, [head, ...rest], value) => {
    if (head === undefined) return isObject(value) ? value : root;
    const own = ownOf(root);
    const child = getKey(root, String(head));
    const next = rest.length === 0 ? value : set(isObject(child) ? child : {}, rest, value);
    defineKey(own, String(head), next);
    return own;
  };
  return set;
}

/** Sets a key as an own property, so that `__proto__` stays data. */
export function withKey(object: JsonObject, key: string, value: Json): JsonObject {
  const copy: Record<string, Json> = {};
  for (const name of Object.keys(object)) defineKey(copy, name, object[name] as Json);
  defineKey(copy, key, value);
  return copy;
}

export function defineKey(target: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else target[key] = value;
}

export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isList(a) && isList(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    return keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
  }
  return false;
}

/** `a.b[0]`, the form people read in messages and reports. */
export function formatPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

/** The kind of a value, to stand after "not". */
export function typeName(value: Json | undefined): string {
  if (value === undefined || value === null) return "an empty value";
  if (isList(value)) return "a list";
  if (isObject(value)) return "a map";
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "a number";
  return `\`${value}\``;
}
