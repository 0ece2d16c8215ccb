import type { TokenCounter } from "../tokens/index.ts";
import type { Section } from "./documents/section.ts";

export interface Chunk {
  readonly index: number;
  readonly text: string;
  readonly tokens: number;
  /** The page or slide on which it stands, where the document has some. */
  readonly page?: number;
}

export interface ChunkSize {
  readonly tokens: number;
  /** What a piece repeats of the one before, so that a thought that is cut is whole in one of them. */
  readonly overlap: number;
}

const CHUNK_SIZE: ChunkSize = { tokens: 512, overlap: 50 };

/** Of a model's window: it cuts words into more pieces than our counter does. */
const SHARE = 0.8;

/** Passages that a model with such a window reads to their end. */
export function chunkSizeFor(window: number | undefined): ChunkSize {
  const tokens = Math.min(CHUNK_SIZE.tokens, Math.floor((window ?? Infinity) * SHARE));
  return { tokens, overlap: Math.floor(tokens / 10) };
}

interface Piece {
  readonly text: string;
  readonly tokens: number;
}

/**
 * Cuts a text into pieces of at most so many tokens, between sentences where it can be done, and never over the end of a
 * page: a citation names the page on which its words stand. The header of a table stands above each of its pieces.
 */
export function chunkText(
  sections: readonly Section[],
  count: TokenCounter,
  size: ChunkSize = CHUNK_SIZE,
): readonly Chunk[] {
  return sections
    .flatMap((section) => chunkSection(section, count, size))
    .map((chunk, index) => ({ index, ...chunk }));
}

function chunkSection(
  section: Section,
  count: TokenCounter,
  size: ChunkSize,
): readonly Omit<Chunk, "index">[] {
  const chunks: Omit<Chunk, "index">[] = [];
  const isTable = section.header !== undefined;
  const page = section.page === undefined ? {} : { page: section.page };
  const header = fittingHeader(section, count, size);
  const most = size.tokens - header.tokens;
  let held: Piece[] = [];
  let tokens = 0;
  const flush = (): void => {
    const whole = held
      .map((piece) => piece.text)
      .join("")
      .trim();
    if (whole === "") return;
    const text = whole.startsWith(header.text) ? whole : `${header.text}\n${whole}`;
    chunks.push({ text, tokens: count(text), ...page });
  };
  for (const piece of pieces(section.text, isTable ? LINE : SENTENCE, count, most)) {
    if (tokens + piece.tokens > most && held.length > 0) {
      flush();
      // What is cut between two rows of a table needs nothing of the row before.
      held = isTable ? [] : tail(held, Math.min(size.overlap, most - piece.tokens));
      tokens = sum(held);
    }
    held.push(piece);
    tokens += piece.tokens;
  }
  flush();
  return chunks;
}

/** One that would take most of a piece is not repeated. */
function fittingHeader(
  { header: text = "" }: Section,
  count: TokenCounter,
  size: ChunkSize,
): { readonly text: string; readonly tokens: number } {
  const tokens = text === "" || text.length > 20 * size.tokens ? 0 : count(`${text}\n`);
  return tokens === 0 || tokens > size.tokens / 3 ? { text: "", tokens: 0 } : { text, tokens };
}

function sum(held: readonly Piece[]): number {
  return held.reduce((total, piece) => total + piece.tokens, 0);
}

/** The last pieces that fit into the overlap. */
function tail(held: readonly Piece[], most: number): Piece[] {
  const kept: Piece[] = [];
  let tokens = 0;
  for (const piece of held.toReversed()) {
    tokens += piece.tokens;
    if (tokens > most) break;
    kept.unshift(piece);
  }
  return kept;
}

/**
 * Sentences with what follows them up to the next, in every script; a longer one is cut at blanks. A point before a
 * letter or digit ends none: it stands in a number or a name.
 */
const SENTENCE = /(?:[^.!?。！？\n]|[.!?](?=[\p{L}\p{N}]))*(?:[.!?。！？]+["'”’)\]]*\s*|\n+|$)/gu;

/** A row of a table stays whole. */
const LINE = /[^\n]*(?:\n+|$)/gu;

function* pieces(
  text: string,
  unit: RegExp,
  count: TokenCounter,
  most: number,
): Generator<Piece, void> {
  for (const sentence of text.match(unit) ?? []) {
    if (sentence === "") continue;
    const tokens = count(sentence);
    if (tokens <= most) yield { text: sentence, tokens };
    else yield* parts(sentence, count, most);
  }
}

/** Halves what is too long, at a blank near the middle where there is one. */
function* parts(text: string, count: TokenCounter, most: number): Generator<Piece, void> {
  const tokens = count(text);
  if (tokens <= most || text.length < 2) {
    yield { text, tokens };
    return;
  }
  const middle = Math.floor(text.length / 2);
  const blank = text.lastIndexOf(" ", middle);
  const cut = wholeCharacter(text, blank > middle / 2 ? blank + 1 : middle);
  yield* parts(text.slice(0, cut), count, most);
  yield* parts(text.slice(cut), count, most);
}

function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff;
  return isSecondHalf && at + 1 < text.length ? at + 1 : at;
}
