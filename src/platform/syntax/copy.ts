import type { Tree, TreeCursor } from "@vscode/tree-sitter-wasm";

export interface ReadNode {
  readonly type: string;
  readonly named: boolean;
  readonly start: number;
  readonly end: number;
  readonly field?: string;
  readonly children: readonly ReadNode[];
}

interface CopiedNode {
  readonly root: ReadNode;
  readonly isCut: boolean;
}

interface MutableNode extends ReadNode {
  readonly children: MutableNode[];
}

/** Copies the tree out of the parser's memory without recursion: a text may be nested as deep as it likes. */
export function copyTree(tree: Tree, depth: number): CopiedNode {
  const cursor = tree.walk();
  const root = copyNode(cursor, undefined);
  const path: MutableNode[] = [root];
  let isCut = false;
  for (;;) {
    if (path.length < depth) {
      if (descend(cursor, path)) continue;
    } else if (hasChildren(cursor)) isCut = true;
    if (!advance(cursor, path)) break;
  }
  cursor.delete();
  return { root, isCut };
}

function descend(cursor: TreeCursor, path: MutableNode[]): boolean {
  if (!cursor.gotoFirstChild()) return false;
  path.push(attach(cursor, path));
  return true;
}

function advance(cursor: TreeCursor, path: MutableNode[]): boolean {
  while (path.length > 1) {
    path.pop();
    if (cursor.gotoNextSibling()) {
      path.push(attach(cursor, path));
      return true;
    }
    cursor.gotoParent();
  }
  return false;
}

function hasChildren(cursor: TreeCursor): boolean {
  if (!cursor.gotoFirstChild()) return false;
  cursor.gotoParent();
  return true;
}

/** Marks such as commas say nothing that the nodes around them do not; those in a field, such as operators, do. */
function attach(cursor: TreeCursor, path: readonly MutableNode[]): MutableNode {
  const field = cursor.currentFieldName ?? undefined;
  const node = copyNode(cursor, field);
  if (node.named || field !== undefined) path.at(-1)?.children.push(node);
  return node;
}

function copyNode(cursor: TreeCursor, field: string | undefined): MutableNode {
  return {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    start: cursor.startIndex,
    end: cursor.endIndex,
    ...(field === undefined ? {} : { field }),
    children: [],
  };
}
