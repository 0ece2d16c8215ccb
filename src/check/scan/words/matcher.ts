/**
 * Finds every phrase of many lists in one pass over a text: an automaton of Aho and Corasick, so that the time grows with
 * the text and not with the number of phrases.
 */

export interface Phrase<Class extends string> {
  readonly text: string;
  readonly class: Class;
}

export interface Found<Class extends string> {
  readonly class: Class;
  readonly start: number;
  readonly end: number;
}

interface Node {
  readonly next: Map<number, Node>;
  fail: Node | undefined;
  /** Indices of the phrases that end here, those of shorter ends included. */
  ends: readonly number[];
}

interface Entry<Class extends string> {
  readonly class: Class;
  readonly length: number;
  /** `stem*` goes on to the end of the word. */
  readonly isStem: boolean;
  /** Scripts without blanks between words have no ends of words either. */
  readonly isLoose: boolean;
}

export type Matcher<Class extends string> = (text: string) => readonly Found<Class>[];

const LOOSE = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const WORD = /[\p{L}\p{N}\p{M}_]/u;
const MOST_FOUND = 400;

export function matcherOf<Class extends string>(phrases: readonly Phrase<Class>[]): Matcher<Class> {
  const { root, entries } = build(phrases);
  return (text) => {
    const found: Found<Class>[] = [];
    let node = root;
    let isInWord = false;
    for (let at = 0; at < text.length && found.length < MOST_FOUND; at++) {
      const code = text.charCodeAt(at);
      // No phrase begins within a word.
      const isLatin = isLatinLetter(code);
      if (node === root && isInWord && isLatin) continue;
      isInWord = isLatin;
      while (node !== root && !node.next.has(code)) node = node.fail ?? root;
      node = node.next.get(code) ?? root;
      for (const index of node.ends) {
        const hit = hitOf(text, at + 1, entries[index] as Entry<Class>);
        if (hit !== undefined) found.push(hit);
      }
    }
    return found;
  };
}

/** A letter of English, with which no script begins that is written without blanks. */
function isLatinLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function hitOf<Class extends string>(
  text: string,
  end: number,
  entry: Entry<Class>,
): Found<Class> | undefined {
  const start = end - entry.length;
  if (entry.isLoose) return { class: entry.class, start, end };
  if (start > 0 && isWord(text.charAt(start - 1))) return undefined;
  if (!entry.isStem)
    return isWord(text.charAt(end)) ? undefined : { class: entry.class, start, end };
  let stop = end;
  while (stop < text.length && isWord(text.charAt(stop))) stop++;
  return { class: entry.class, start, end: stop };
}

function isWord(char: string): boolean {
  return char !== "" && WORD.test(char);
}

function build<Class extends string>(
  phrases: readonly Phrase<Class>[],
): { readonly root: Node; readonly entries: readonly Entry<Class>[] } {
  const root: Node = { next: new Map(), fail: undefined, ends: [] };
  const entries = phrases.map((phrase, index) => {
    const isStem = phrase.text.endsWith("*");
    const text = isStem ? phrase.text.slice(0, -1) : phrase.text;
    let node = root;
    for (let at = 0; at < text.length; at++) node = childOf(node, text.charCodeAt(at));
    node.ends = [...node.ends, index];
    return {
      class: phrase.class,
      length: text.length,
      isStem,
      isLoose: LOOSE.test(text.charAt(0)),
    };
  });
  link(root);
  return { root, entries };
}

function childOf(node: Node, code: number): Node {
  const known = node.next.get(code);
  if (known !== undefined) return known;
  const made: Node = { next: new Map(), fail: undefined, ends: [] };
  node.next.set(code, made);
  return made;
}

/** Where to go on when the next letter does not fit: the longest end that begins another phrase. */
function link(root: Node): void {
  const queue: Node[] = [...root.next.values()];
  for (const node of queue) node.fail = root;
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at] as Node;
    for (const [code, child] of node.next) {
      let fail = node.fail;
      while (fail !== undefined && !fail.next.has(code)) fail = fail.fail;
      child.fail = fail?.next.get(code) ?? root;
      child.ends = [...child.ends, ...child.fail.ends];
      queue.push(child);
    }
  }
}
