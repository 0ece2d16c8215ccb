/** Mutations of a tree of values, so that what is made is still JSON and gets past the parser. */
import { anyText, INTERESTING_NUMBERS } from "./interesting.ts";
import type { MutateContext } from "./mutate-context.ts";

type Value = unknown;

/** The input with one value of its tree changed; undefined where it is no JSON, or too deep to go through. */
export function mutateJson(input: Uint8Array, context: MutateContext): Uint8Array | undefined {
  const tree = parse(input);
  if (tree === undefined) return undefined;
  try {
    return mutateTree(tree, context);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function mutateTree(tree: Value, context: MutateContext): Uint8Array {
  const { random } = context;
  const at = random.below(countValues(tree));
  let seen = -1;
  const visit = (value: Value): Value => {
    seen += 1;
    if (seen === at) return changed(value, context);
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item)]));
  };
  return Buffer.from(JSON.stringify(visit(tree)) ?? "null");
}

function parse(input: Uint8Array): Value {
  try {
    return JSON.parse(Buffer.from(input).toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

function countValues(value: Value): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + countValues(item), 1);
}

function changed(value: Value, context: MutateContext): Value {
  const { random } = context;
  if (random.chance(0.25)) return anyValue(context);
  if (Array.isArray(value)) return changedList(value, context);
  if (typeof value === "object" && value !== null)
    return changedMap(value as Readonly<Record<string, Value>>, context);
  if (typeof value === "string") return changedText(value, context);
  if (typeof value === "number")
    return random.pick([value + 1, value - 1, -value, value * 2 ** 20]);
  return anyValue(context);
}

function changedText(value: string, context: MutateContext): string {
  const { random, target } = context;
  const at = random.below(value.length + 1);
  const piece =
    random.chance(0.5) || target.words.length === 0
      ? anyText(context.random)
      : random.pick(target.words);
  if (random.chance(0.3)) return piece;
  if (random.chance(0.2)) return value.slice(0, at) + value.slice(at + 1 + random.below(8));
  return value.slice(0, at) + piece + value.slice(at);
}

function changedList(value: readonly Value[], context: MutateContext): readonly Value[] {
  const { random } = context;
  const at = random.below(value.length);
  switch (random.below(4)) {
    case 0:
      return value.toSpliced(at, 1);
    case 1:
      return value.toSpliced(at, 0, value[at] ?? anyValue(context));
    case 2:
      return value.toSpliced(at, 0, anyValue(context));
    default:
      return Array.from({ length: Math.min(2000, value.length << random.below(8)) }, (_, index) =>
        value.at(index % value.length),
      );
  }
}

function changedMap(value: Readonly<Record<string, Value>>, context: MutateContext): Value {
  const { random, target, pool } = context;
  const entries = Object.entries(value);
  const at = random.below(entries.length);
  const [key = "x", item] = entries[at] ?? [];
  switch (random.below(5)) {
    case 0:
      return Object.fromEntries(entries.toSpliced(at, 1));
    case 1:
      return Object.fromEntries([...entries.toSpliced(at, 1), [anyText(context.random), item]]);
    case 2:
      return { ...value, [target.words.length > 0 ? random.pick(target.words) : key]: item };
    case 3: {
      const other = parse(random.pick(pool));
      return typeof other === "object" && other !== null ? { ...value, ...other } : value;
    }
    default:
      return { ...value, [key]: nested(item, random.pick([1, 8, 200, 3000])) };
  }
}

function nested(value: Value, depth: number): Value {
  let inner = value;
  for (let level = 0; level < depth; level += 1) inner = level % 2 === 0 ? [inner] : { a: inner };
  return inner;
}

function anyValue({ random }: MutateContext): Value {
  switch (random.below(6)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick(INTERESTING_NUMBERS);
    case 3:
      return [anyText(random), random.pick(INTERESTING_NUMBERS)];
    case 4:
      return { [anyText(random)]: anyText(random) };
    default:
      return anyText(random);
  }
}
