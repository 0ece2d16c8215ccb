/** Makes an input that fails as small as it gets while it fails for the same reason. */
import type { FuzzTarget } from "./target.ts";

export type StillFails = (input: Uint8Array) => Promise<boolean>;

export interface MinimiseOptions {
  readonly kind: FuzzTarget["kind"];
  /** How often the input may be tried. */
  readonly most: number;
}

export async function minimise(
  input: Uint8Array,
  stillFails: StillFails,
  { kind, most }: MinimiseOptions,
): Promise<Uint8Array> {
  let tries = 0;
  const attempt: StillFails = async (smaller) => {
    tries += 1;
    return tries <= most && (await stillFails(smaller));
  };
  if (kind === "json") {
    const tree = parse(input);
    return tree === undefined ? await shorten(input, attempt) : await prune(tree, input, attempt);
  }
  return await shorten(input, attempt);
}

/** Leaves out ever smaller pieces, from halves down to single bytes. */
async function shorten(input: Uint8Array, stillFails: StillFails): Promise<Uint8Array> {
  let best = input;
  for (
    let size = Math.ceil(best.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (let at = 0; at < best.length;) {
      const smaller = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      if (await stillFails(smaller)) best = smaller;
      else at += size;
    }
  return best;
}

type Path = readonly (string | number)[];

/** Leaves out values of the tree, and shortens its texts. */
async function prune(
  tree: unknown,
  input: Uint8Array,
  stillFails: StillFails,
): Promise<Uint8Array> {
  let current = tree;
  let best = input;
  const attempt = async (next: unknown): Promise<boolean> => {
    const bytes = Buffer.from(JSON.stringify(next) ?? "null");
    if (bytes.length >= best.length || !(await stillFails(bytes))) return false;
    current = next;
    best = bytes;
    return true;
  };
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const path of pathsOf(current).toReversed()) {
      if (await attempt(without(current, path))) isSmaller = true;
      else {
        const value = valueAt(current, path);
        if (typeof value !== "string" || value.length < 2) continue;
        for (const text of halves(value))
          if (await attempt(replaced(current, path, text))) isSmaller = true;
      }
    }
  }
  return best;
}

function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle), text.slice(1), text.slice(0, -1)];
}

function parse(input: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(input).toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

/** Trees of mutations can be deeper than a stack. */
const MOST_DEPTH = 200;

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null || path.length >= MOST_DEPTH)
    return path.length === 0 ? [] : [path];
  const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  const inner = keys.flatMap((key) =>
    pathsOf((value as Readonly<Record<string | number, unknown>>)[key], [...path, key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Readonly<Record<string | number, unknown>> | undefined)?.[key],
    value,
  );
}

function without(value: unknown, path: Path): unknown {
  return changed(value, path, (holder, key) => {
    if (Array.isArray(holder)) return holder.toSpliced(Number(key), 1);
    const { [key]: _, ...rest } = holder as Readonly<Record<string | number, unknown>>;
    return rest;
  });
}

function replaced(value: unknown, path: Path, next: unknown): unknown {
  return changed(value, path, (holder, key) =>
    Array.isArray(holder) ? holder.with(Number(key), next) : { ...holder, [key]: next },
  );
}

/** The tree with the holder of a value changed. */
function changed(
  value: unknown,
  [key, ...rest]: Path,
  change: (holder: object, key: string | number) => unknown,
): unknown {
  if (key === undefined || typeof value !== "object" || value === null) return value;
  if (rest.length === 0) return change(value, key);
  const inner = changed((value as Readonly<Record<string | number, unknown>>)[key], rest, change);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner };
}
