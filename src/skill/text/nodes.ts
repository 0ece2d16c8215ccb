import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
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
      const match: Pair | undefined = node.items.findLast(
        (item) => isPair(item) && isScalar(item.key) && isNamed(item.key, String(step)),
      );
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

/** Keys such as `1.0` go by what they are read as, and by their text where a reader takes all for text. */
function isNamed(key: { value: unknown; source?: string }, name: string): boolean {
  return String(key.value) === name || (typeof key.value !== "string" && key.source === name);
}
