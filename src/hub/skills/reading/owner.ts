/** The line of the owner, which the server writes into each file that it keeps. */
import {
  type Document,
  getKey,
  type JsonObject,
  readAs,
  readDocument,
  type Reading,
} from "../../../skill/index.ts";
import { rewriteFrontmatter } from "../../../skill/text/rewrite.ts";
import { hostedDialect } from "./hosted-dialect.ts";

const FIELD = "user_id";

/** Only the line of the owner changes; comments, order and quoting stay as the author wrote them. */
export function withOwner(document: Document, { view }: Reading, ownerId: string): string {
  if (getKey(view, FIELD) === ownerId) return document.text;
  return rewrite(document, { ...document.frontmatter, [FIELD]: ownerId });
}

/** The text as its author wrote it: whose it is on this server is no part of what is shared with others. */
export function withoutOwner(text: string): string {
  if (!text.includes(FIELD)) return text;
  const document = readDocument(text);
  const { [FIELD]: owner, ...rest } = document.frontmatter;
  return owner === undefined ? text : rewrite(document, rest);
}

/** How many bytes of a text are the line as the server itself writes it: whatever else stands there is the author's. */
export function ownerSize(ownerId: string, text: string): number {
  const bare = text.includes("\r\n") ? "---\r\nname: a\r\n---\r\n" : "---\nname: a\n---\n";
  const document = readDocument(bare);
  const reading = readAs(hostedDialect(), document, { path: "a/SKILL.md" });
  return byteSize(withOwner(document, reading, ownerId)) - byteSize(bare);
}

export function byteSize(text: string): number {
  return new TextEncoder().encode(text).length;
}

function rewrite(document: Document, frontmatter: JsonObject): string {
  const { allowsFlow, jsonKeys } = hostedDialect();
  return rewriteFrontmatter(document, frontmatter, { allowsFlow, jsonKeys });
}
