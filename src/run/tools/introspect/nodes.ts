import type { ReadNode } from "../../../platform/syntax/index.ts";
import type { Span } from "../../../skill/index.ts";

/** A text and its syntax tree. */
export interface ParsedSource {
  readonly text: string;
  readonly root: ReadNode;
}

export function field(node: ReadNode, name: string): ReadNode | undefined {
  return node.children.find((child) => child.field === name);
}

export function childOf(node: ReadNode, type: string): ReadNode | undefined {
  return node.children.find((child) => child.type === type);
}

export function spanOf(node: ReadNode): Span {
  return { start: node.start, end: node.end };
}

export function wordsOf({ text }: ParsedSource, node: ReadNode): string {
  return text.slice(node.start, node.end);
}

/** Named nodes that are no comments. */
export function partsOf(node: ReadNode): readonly ReadNode[] {
  return node.children.filter(({ named, type }) => named && type !== "comment");
}

/** The first place at which the grammar found no sense. */
export function firstError(root: ReadNode): Span | undefined {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === "ERROR") return spanOf(node);
    for (const child of node.children.toReversed()) open.push(child);
  }
  return undefined;
}
