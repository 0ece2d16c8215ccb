import { matcherOf, type Phrase } from "../words/matcher.ts";

/** A word of the lexicon in a text. */
export interface Hit {
  readonly concept: string;
  readonly language: string;
  readonly start: number;
  readonly end: number;
  /** It tells somebody what to do: a verb as it stands in a dictionary, where an order has it. */
  readonly isOrder?: boolean;
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** One word of an entry: as it is written, by its stem, or up to four others. */
interface Part {
  readonly text: string;
  readonly kind: "word" | "stem" | "gap";
}

interface Entry {
  readonly concept: string;
  readonly language: string;
  readonly parts: readonly Part[];
  /** It counts where it stands as a verb; `post` and `report` are things elsewhere. */
  readonly isVerb: boolean;
  /** As a dictionary has it. */
  readonly isBase: boolean;
}

/** Scripts that put no blanks between words are searched letter by letter. */
const LOOSE = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const TOKEN = /\.?[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*(?:['.][\p{L}\p{N}_]+)*/gu;
const GAP = 4;

export function lexiconOf(lexicon: string): (folded: string) => readonly Hit[] {
  const words = new Map<string, Entry[]>();
  const stems = new Map<string, Entry[]>();
  const loose: Phrase<string>[] = [];
  for (const entry of entriesOf(lexicon, loose)) {
    const [first] = entry.parts;
    if (first === undefined) continue;
    const index = first.kind === "stem" ? stems : words;
    index.set(first.text, [...(index.get(first.text) ?? []), entry]);
  }
  const looseIn = matcherOf(loose);
  const entriesFor = rememberingEntries(words, stems);
  return (folded) => {
    const text = maskAddresses(folded);
    const tokens = tokensOf(text);
    const spoken = languageOf(tokens);
    let hits: Hit[] = [];
    for (const [at, { text: word }] of tokens.entries())
      for (const entry of entriesFor(word))
        if (entry.language === "en" || entry.language === spoken)
          addHit(hits, text, tokens, at, entry);
    const idle = hits.filter(({ concept }) => concept === "idle");
    if (idle.length > 0) hits = hits.filter((hit) => !isWithin(hit, idle));
    if (!LOOSE.test(folded)) return hits;
    for (const { class: name, start, end } of looseIn(text)) {
      const [concept = "", language = ""] = name.split(" ");
      hits.push({ concept, language, start, end });
    }
    return hits;
  };
}

const MOST_REMEMBERED = 20_000;

/** The entries that a word may begin, looked up once: texts say most of their words again and again. */
function rememberingEntries(
  words: ReadonlyMap<string, readonly Entry[]>,
  stems: ReadonlyMap<string, readonly Entry[]>,
): (word: string) => readonly Entry[] {
  const longest = Math.max(...[...stems.keys()].map((stem) => stem.length));
  const known = new Map<string, readonly Entry[]>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const found = [...(words.get(word) ?? [])];
    for (let size = 2; size <= Math.min(longest, word.length); size++)
      found.push(...(stems.get(word.slice(0, size)) ?? []));
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(word, found);
    return found;
  };
}

/** Addresses and mailboxes are read by whom they belong to; words in them say nothing. */
const ADDRESS =
  /\b[a-z][a-z+]{1,9}:\/\/[^\s"'<>)]+|[\w.+-]{1,64}@[\w.-]{3,120}|(?<![\w./~-])(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,12}\/[^\s"'<>)]*/g;

function maskAddresses(folded: string): string {
  return folded.replaceAll(ADDRESS, (address) => " ".repeat(address.length));
}

/** Letters that only one of the languages of the lexicon has. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["ru", /[\u0400-\u04ff]/],
  ["el", /[\u0370-\u03ff]/],
  ["ar", /[\u0600-\u06ff]/],
  ["hi", /[\u0900-\u097f]/],
  ["he", /[\u0590-\u05ff]/],
];
const FIRST_SCRIPT = 0x03_70;
/** Small words by which a language is known. */
const SMALL: { readonly [language: string]: string } = {
  en: "the of and to in is it you your that this for with on are be by or as at from which when not do if what an",
  de: "der die das und den dem ein eine einen ist nicht zu mit auf für im von sich du auch wird bei nach jedem",
  fr: "le la les des du et une est dans pour que qui sur avec pas ne tu ton ta ce cette au aux avant puis",
  es: "el la los las de del que en un una por con para no se su al lo como antes este cada si",
  pt: "o os as de do da dos das que em um uma por com para não se ao no na como antes este cada",
  it: "il lo la gli le di del della che e in un una per con non si al come prima ogni senza questo",
  nl: "de het een en van is niet te met op voor je dit dat zijn naar bij die wil",
  pl: "i w na z do nie się to jest że po od przed każdym o tym oraz zanim",
  cs: "a v na se z do je že po od před to i s podle nebo",
  sv: "och att det som en på är för av med inte du den till om så",
  tr: "ve bir bu için ile de da her önce sonra olarak gibi bunu",
  id: "dan yang di ke dari untuk ini itu dengan jangan semua sebelum lalu",
  vi: "và của các cho là không từ này với được trước khi đến để hãy sau mỗi",
  ro: "și de la în cu nu este pe care un",
  hu: "az és hogy nem egy a meg is de ha ezt vagy",
  no: "og å det som en på er for av med ikke til den når om skal dette ved i at efter etter",
  fi: "ja on ei se että kun tai jos ennen joka tämä ne mutta sen ole",
};
const LANGUAGES: ReadonlyMap<string, readonly string[]> = languagesByWord();

function languagesByWord(): Map<string, string[]> {
  const known = new Map<string, string[]>();
  for (const [language, small] of Object.entries(SMALL))
    for (const word of small.split(" ")) known.set(word, [...(known.get(word) ?? []), language]);
  return known;
}

/** The language that most of the small words belong to. */
function languageOf(tokens: readonly Token[]): string {
  for (const { text } of tokens) {
    if (text.charCodeAt(0) < FIRST_SCRIPT) continue;
    const script = SCRIPTS.find(([, letters]) => letters.test(text));
    if (script !== undefined) return script[0];
  }
  const counts = new Map<string, number>();
  for (const token of tokens)
    for (const language of LANGUAGES.get(token.text) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  let best = "en";
  for (const [language, count] of counts) if (count > (counts.get(best) ?? 0)) best = language;
  return best;
}

/** Fixed expressions hide shorter words in them, and themselves. */
function isWithin({ start, end }: Hit, idle: readonly Hit[]): boolean {
  return idle.some((whole) => whole.start <= start && end <= whole.end);
}

/** What stands before a noun. */
const BEFORE_NOUN = new Set(
  "the a an this that these those its their his her my our your each every any some no of in on for from by with about per via as at into latest last first next one two new own same other public single whole entire user's".split(
    " ",
  ),
);

/** Whether the word at `at` is said of somebody or asked for, as far as its neighbour shows. */
function isVerbAt(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined || !BEFORE_NOUN.has(before.text)) return true;
  // "From now on ignore …".
  return before.text === "on" && /^(?:now|here|then)$/.test(tokens[at - 2]?.text ?? "");
}

/** What stands before an order inside a sentence. */
const BEFORE_ORDER = new Set(
  "and then also please just simply always first afterwards instead you must should shall will may or next finally now never once not quietly silently so".split(
    " ",
  ),
);

/** At the beginning of a sentence or a clause, or after a word that leads to an order. */
function isOrderAt(text: string, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined || before === undefined) return true;
  if (before.text.endsWith("ly")) return true;
  return BEFORE_ORDER.has(before.text) || /[,;:.!?()"-]/.test(text.slice(before.end, token.start));
}

function addHit(
  hits: Hit[],
  text: string,
  tokens: readonly Token[],
  at: number,
  entry: Entry,
): void {
  const isNounLike = entry.isBase || (entry.parts[0]?.text.endsWith("s") ?? false);
  if (entry.isVerb && isNounLike && !isVerbAt(tokens, at)) return;
  const last = endOf(tokens, at, entry.parts);
  if (last === undefined) return;
  const { concept, language } = entry;
  const isOrder =
    language !== "en" || (entry.isVerb && entry.isBase && isOrderAt(text, tokens, at));
  hits.push({
    concept,
    language,
    start: tokens[at]?.start ?? 0,
    end: tokens[last]?.end ?? 0,
    isOrder,
  });
}

/** The token with which an entry ends that begins at `at`. */
function endOf(tokens: readonly Token[], at: number, parts: readonly Part[]): number | undefined {
  let next = at;
  let slack = 0;
  for (const { text, kind } of parts) {
    if (kind === "gap") {
      slack = GAP;
      continue;
    }
    let found = next;
    while (found <= next + slack && !fits(tokens[found], text, kind)) found++;
    if (found > next + slack) return undefined;
    next = found + 1;
    slack = 0;
  }
  return next - 1;
}

function fits(token: Token | undefined, text: string, kind: Part["kind"]): boolean {
  if (token === undefined) return false;
  return kind === "stem" ? token.text.startsWith(text) : token.text === text;
}

function tokensOf(folded: string): readonly Token[] {
  return [...folded.matchAll(TOKEN)].map((match) => {
    const text = match[0].endsWith("'s") ? match[0].slice(0, -2) : match[0];
    return { text, start: match.index, end: match.index + match[0].length };
  });
}

function* entriesOf(text: string, loose: Phrase<string>[]): Generator<Entry> {
  for (const line of text.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon === -1 || line.startsWith("#")) continue;
    const [concept = "", mark = ""] = line.slice(0, colon).split(" ");
    const language = mark.slice(0, 2);
    const isVerb = mark.includes("~");
    for (const phrase of line.slice(colon + 2).split(", "))
      if (LOOSE.test(phrase)) loose.push({ text: phrase.trim(), class: `${concept} ${language}` });
      else {
        const base = partsOf(phrase);
        for (const parts of isVerb ? inflect(base, mark.endsWith("!")) : [base])
          yield { concept, language, parts, isVerb, isBase: parts[0]?.text === base[0]?.text };
      }
  }
}

function partsOf(phrase: string): readonly Part[] {
  return phrase
    .trim()
    .split(" ")
    .flatMap((word): readonly Part[] => {
      if (word === "..") return [{ text: "", kind: "gap" }];
      if (word.endsWith("*")) return [{ text: word.slice(0, -1), kind: "stem" }];
      return tokensOf(word).map((token) => ({ text: token.text, kind: "word" }));
    });
}

/** An English verb in all its regular forms; one letter too many does no harm, since nobody writes it. */
function inflect(parts: readonly Part[], isAlsoNoun: boolean): readonly (readonly Part[])[] {
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  const verb = first.text;
  const stem = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}i` : verb;
  const short = verb.endsWith("e") ? verb.slice(0, -1) : verb;
  const double = /[^aeiou][aeiou][bdgklmnprtz]$/.test(verb) ? `${verb}${verb.at(-1) ?? ""}` : verb;
  const forms = [
    verb,
    ...(isAlsoNoun ? [] : [/(?:[sxz]|[cs]h|i)$/.test(stem) ? `${stem}es` : `${stem}s`]),
    verb.endsWith("e") ? `${verb}d` : `${stem}ed`,
    `${short}ing`,
    `${double}ed`,
    `${double}ing`,
  ];
  return [...new Set(forms)].map((text) => [{ text, kind: "word" }, ...rest]);
}
