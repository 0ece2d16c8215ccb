import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type Document as YamlDocument,
} from "yaml";
import type { Path } from "../model/index.ts";

/** What a path leads to in a syntax tree. */
export interface Found {
  readonly node?: Node;
  readonly pair?: Pair;
}

export function findNode(tree: YamlDocument, path: Path): Found | undefined {
  let node: Node | null | undefined = tree.contents;
  let pair: Pair | undefined;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(tree);
    if (isMap(node)) {
      const match = pairIn(node, String(step));
      if (match === undefined) return undefined;
      pair = match;
      node = match.value as Node | null;
    } else if (isSeq(node) && typeof step === "number") {
      const item: unknown = node.items[step];
      if (item === undefined) return undefined;
      pair = undefined;
      node = item as Node;
    } else return undefined;
  }
  return { ...(node ? { node } : {}), ...(pair ? { pair } : {}) };
}

/** Maps with more keys are gone through once. */
const FEW = 16;
const indexes = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

/** The last pair of a name. */
function pairIn(map: YAMLMap, name: string): Pair | undefined {
  if (map.items.length <= FEW)
    return map.items.findLast((item) => isScalar(item.key) && isNamed(item.key, name));
  const index = indexes.get(map) ?? indexOf(map);
  indexes.set(map, index);
  return index.get(name);
}

function indexOf(map: YAMLMap): ReadonlyMap<string, Pair> {
  const index = new Map<string, Pair>();
  for (const pair of map.items) {
    if (!isScalar(pair.key)) continue;
    const { value, source } = pair.key;
    index.set(String(value), pair);
    if (typeof value !== "string" && source !== undefined) index.set(source, pair);
  }
  return index;
}

/** Keys such as `1.0` go by what they are read as, and by their text where a reader takes all for text. */
function isNamed(key: { value: unknown; source?: string }, name: string): boolean {
  return String(key.value) === name || (typeof key.value !== "string" && key.source === name);
}
