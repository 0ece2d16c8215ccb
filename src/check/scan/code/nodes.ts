/** Small questions to the nodes of a syntax tree. */
import type { SyntaxNode } from "./syntax.ts";

export function field(node: SyntaxNode, name: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === name);
}

export function fields(node: SyntaxNode, name: string): readonly SyntaxNode[] {
  return node.children.filter((child) => child.field === name);
}

export function named(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter((child) => child.named && !child.type.includes("comment"));
}

export function childOf(node: SyntaxNode, type: string): SyntaxNode | undefined {
  return node.children.find((child) => child.type === type);
}

export function sliceOf(text: string, node: SyntaxNode): string {
  return text.slice(node.start, node.end);
}

/** `while True`, `for (;;)` and their like. */
export function isEndless(text: string, node: SyntaxNode): boolean {
  return (
    /^(?:while|until|for|do)/.test(node.type) &&
    /^(?:while|for)\b\s{0,9}\(?\s{0,9}(?:\$?true\b|1\b|:|\{|;\s{0,9};|\[\s?1\s?\])/i.test(
      text.slice(node.start, node.start + 40),
    )
  );
}
