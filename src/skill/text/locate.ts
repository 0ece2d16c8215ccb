import { type Node, parseDocument } from "yaml";
import type { Path, Span } from "../model/index.ts";
import { findNode } from "./nodes.ts";
import { unlessTooDeep } from "./relaxed-json.ts";

/** Where the value of a path stands in a text of YAML or JSON; undefined where it is not there. */
export function findInData(text: string, path: Path): Span | undefined {
  return unlessTooDeep(() => {
    const tree = treeOf(text);
    const found = findNode(tree, path);
    // Keys of a parsed document are nodes.
    const node = found?.pair === undefined ? found?.node : (found.pair.key as Node);
    const range = node?.range;
    return range === null || range === undefined ? undefined : { start: range[0], end: range[1] };
  });
}

/** Of the last text alone: whoever looks for one place in it mostly looks for more. */
let last: { readonly text: string; readonly tree: ReturnType<typeof parseDocument> } | undefined;

function treeOf(text: string): ReturnType<typeof parseDocument> {
  if (last?.text !== text)
    last = {
      text,
      tree: parseDocument(text, { schema: "core", strict: false, prettyErrors: false }),
    };
  return last.tree;
}
