/** Another id for a node, in what other nodes say of it; runs in a browser too. */
import { ExpressionError, type Token, tokenize, WORD } from "./expression/tokens.ts";
import { splitFact, splitOutput, TEMPLATE } from "./template.ts";

export interface NodeRename {
  readonly from: string;
  readonly to: string;
  /** Ids of all nodes, as they are before: a path belongs to the longest that fits. */
  readonly ids: ReadonlySet<string>;
}

/** A text with the templates that name the node. */
export function renameInTemplate(text: string, rename: NodeRename): string {
  return text.replaceAll(TEMPLATE, (_, path: string) => `{{${renamePath(path, rename)}}}`);
}

/** A condition, in which the node is named by templates and by plain words, but not inside of texts. */
export function renameInCondition(text: string, rename: NodeRename): string {
  let tokens: readonly Token[];
  try {
    tokens = tokenize(text);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return renameInTemplate(text, rename);
  }
  let result = text;
  // From the end, so that places before stay where they are.
  for (const token of tokens.toReversed()) {
    if (token.kind !== "variable") continue;
    const path = renamePath(token.path, rename);
    if (path === token.path) continue;
    const isTemplate = text.startsWith("{{", token.at);
    const end = token.at + token.path.length + (isTemplate ? 4 : 0);
    WORD.lastIndex = 0;
    const isWord = !isTemplate && WORD.exec(path)?.[0] === path;
    result = result.slice(0, token.at) + (isWord ? path : `{{${path}}}`) + result.slice(end);
  }
  return result;
}

/** An entry of `inputMappings`; only a node before can be named by its id alone. */
export function renameInMapping(value: string, rename: NodeRename, isBefore: boolean): string {
  if (value === rename.from) return isBefore ? rename.to : value;
  const path = isBefore ? renamePath(value, rename) : value;
  return path === value ? renameInTemplate(value, rename) : path;
}

function renamePath(path: string, { from, to, ids }: NodeRename): string {
  const [id] = splitOutput(path, ids) ?? splitFact(path, ids) ?? [];
  return id === from ? to + path.slice(from.length) : path;
}
