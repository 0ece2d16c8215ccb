import { repeatedLength } from "../../run/knowledge/index.ts";
import type { User } from "../accounts/index.ts";
import { findBase, type KnowledgeBase } from "./bases.ts";
import { knowledgeCodes, knowledgeProblem } from "./diagnostics.ts";
import { findDocument, type KnowledgeDocument } from "./documents.ts";
import type { KnowledgePorts } from "./ports.ts";

export interface PlacedText {
  readonly index: number;
  readonly text: string;
}

/** A passage where it stands in its document. */
export interface PassageInPlace extends PlacedText {
  readonly base: KnowledgeBase;
  readonly document: KnowledgeDocument;
  /** What stands before it, in the order of the document; what one repeats of the next is left out. */
  readonly before: readonly PlacedText[];
  /** What follows; what one repeats of the last is left out. */
  readonly after: readonly PlacedText[];
}

export interface PassagePlace {
  readonly documentId: string;
  readonly index: number;
  /** How many passages before it and after it are wanted. */
  readonly around: number;
}

/** A passage of a base that the user may see. */
export async function readPassage(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  { documentId, index, around }: PassagePlace,
): Promise<PassageInPlace> {
  const base = await findBase(ports, user, idOrName);
  const document = await findDocument(ports, base, documentId);
  // Before that only a part of its passages may be there.
  if (document.status !== "completed") throw noPassage(document, index);
  const rows = await ports.database.query
    .selectFrom("chunks")
    .select(["position", "text"])
    .where("document_id", "=", document.id)
    .where("position", ">=", index - around)
    .where("position", "<=", index + around)
    .orderBy("position")
    .execute();
  const texts = rows.map(({ position, text }) => ({ index: position, text }));
  const at = texts.findIndex((text) => text.index === index);
  const own = texts[at];
  if (own === undefined) throw noPassage(document, index);
  return {
    ...own,
    base,
    document,
    before: texts.slice(0, at).map((text, place) => withoutEnd(text, texts[place + 1])),
    after: texts.slice(at + 1).map((text, place) => withoutBeginning(text, texts[at + place])),
  };
}

function noPassage({ name }: KnowledgeDocument, index: number): Error {
  return knowledgeProblem(
    knowledgeCodes.notFound,
    "index",
    `Document '${name}' has no passage ${index}`,
  );
}

function withoutEnd({ index, text }: PlacedText, next: PlacedText | undefined): PlacedText {
  const length = repeatedLength(text, next?.text ?? "");
  return { index, text: text.slice(0, text.length - length).trimEnd() };
}

function withoutBeginning({ index, text }: PlacedText, last: PlacedText | undefined): PlacedText {
  return { index, text: text.slice(repeatedLength(last?.text ?? "", text)).trimStart() };
}
