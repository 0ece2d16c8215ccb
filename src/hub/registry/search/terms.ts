import { marketWords } from "../words.ts";
import { stemOf } from "./stem.ts";

/** Where a word can stand in a skill: its whole name in one piece, the words of its name, what it says it does, its text. */
export const FIELDS = ["whole", "name", "about", "body"] as const;
export type Field = (typeof FIELDS)[number];
export type SkillTerms = { readonly [Name in Field]: readonly string[] };

/** What a skill is found by. */
export interface Findable {
  readonly slug: string;
  readonly display_name: string;
  readonly publisher: string;
  readonly description: string;
  readonly topics: readonly string[];
  /** Words with blanks between. */
  readonly body_words: string;
}

/** What a skill is for stands at the beginning; who writes a dictionary does not come up in every search. */
const MOST_DESCRIPTION = 2048;

/** The words by which a skill is found, and their stems where those differ. */
export function termsOf(skill: Findable): SkillTerms {
  const { slug, display_name, publisher, description, topics, body_words } = skill;
  return {
    whole: [...new Set([wholeOf(slug), wholeOf(display_name)])].filter((one) => one !== ""),
    name: withStems([
      ...marketWords(`${slug} ${display_name}`),
      ...joinedParts(slug),
      ...joinedParts(display_name),
    ]),
    about: withStems(
      marketWords([description.slice(0, MOST_DESCRIPTION), ...topics, publisher].join(" ")),
    ),
    body: withStems(body_words.split(" ").filter((word) => word !== "")),
  };
}

/** A name in one piece: `Web Search` and `web-search` are the same then. */
export function wholeOf(text: string): string {
  return nameWords(text)
    .join("")
    .slice(0, 2 * LONGEST);
}

/** A name as those type it who do not know where its words end: all of it, and each two words in one. */
function joinedParts(name: string): readonly string[] {
  const words = nameWords(name);
  return words.length < 2 ? [] : [...joinedPairs(words), words.join("")];
}

/** Each two neighbours in one piece; pairs of characters are joined already. */
export function joinedPairs(words: readonly string[]): readonly string[] {
  return words.slice(1).flatMap((word, at) => {
    const joined = `${words[at] ?? ""}${word}`;
    return UNSPACED.test(joined) ? [] : [joined];
  });
}

/** How many words a name has, of which a question may have all. */
export function countNameWords(slug: string): number {
  return new Set(nameWords(slug)).size;
}

function nameWords(text: string): readonly string[] {
  return marketWords(text).filter((word) => word.length > 1 || /^[a-z0-9]$/u.test(word));
}

/** What is longer is no word: keys, digests, pictures in base64. */
const LONGEST = 64;

function withStems(words: readonly string[]): readonly string[] {
  const short = words.filter((word) => word.length <= LONGEST);
  return [...new Set(short.flatMap((word) => [word, ...markedStem(word)]))];
}

/** A stem is marked, so that it is not taken for a word that was written. */
function markedStem(word: string): readonly string[] {
  const stem = stemOf(word);
  return stem === word ? [] : [`=${stem}`];
}

const LETTERS = /^(?=.*\p{L})[\p{L}\p{N}]{3,48}$/u;
const UNSPACED =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u;

/** Whether a word can be mistyped in a way that is recognised. */
export function isCorrectable(word: string): boolean {
  return LETTERS.test(word) && !UNSPACED.test(word);
}

/** Words that a mistyped one may have meant. */
export function vocabularyOf({ name, about }: SkillTerms): readonly string[] {
  return [...new Set([...name, ...about])].filter(isCorrectable).toSorted();
}
