import type { Statement } from "../context.ts";
import { sinksIn, sinksOf } from "../facts/sinks.ts";
import { isForbidden, keepsSecret } from "../instructions/index.ts";
import lexicon from "./lexicon.json" with { type: "json" };
import { type Hit, lexiconOf } from "./tokens.ts";
import { oneOf } from "../text/one-of.ts";

/**
 * Which words stand for which concept. A line is `concept language: word, word`; a newcomer adds a word by adding it to its
 * line. `stem*` stands for every ending, `..` for up to four words between, and `~` after the language for verbs that are
 * inflected by rule, of which the first word changes (`~!` where the plural of a noun looks the same). Words belong there
 * because they mean the concept, in any text; what makes an attack is said by the relations alone.
 */
const wordsIn = lexiconOf(lexicon.join("\n"));

/** Concepts that a prohibition takes away. */
const ACTS: ReadonlySet<string> = new Set(
  "transfer place fetch execute comply retain erase unguard assent spend admit exchange feign veil charade overturn".split(
    " ",
  ),
);
/** Concepts of telling and asking, which a prohibition turns into what matters. */
const TURNED: ReadonlyMap<string, string> = new Map([
  ["disclose", "hush"],
  ["perceive", "hush"],
  ["inquire", "unasked"],
]);

/** What makes an address of a name: a scheme, a path, a third part, a hyphen or a port. */
const CLEAR =
  /\b[a-z][a-z+]{1,9}:\/\/(?!\s)|(?<![\w./@~-])(?:[\w-]{1,63}\.){2,5}[a-z]{2,12}\b|(?<![\w./@~-])[\w-]{1,63}\.[a-z]{2,12}\/\w|(?<![\w./@~-])(?=\w{0,62}-)[\w-]{1,63}\.[a-z]{2,12}\b/i;
const LINKED =
  /(?<=\S )\((?:https?:\/\/|www\.)[^\s()]*\)|(?:^|^<!--\s*)(?:sources?|references?|docs?|documentation|website|homepage|see|more|author|license|repo(?:sitory)?)\b[^:]{0,30}:[^]*$/gi;
/** Somebody who is reached by name or number. */
const CHANNEL = oneOf([
  /\bt\.me\/\w{4,32}|\+\d[\d ]{7,16}\d|\b(?:number|call|calls|text|sms|phone|mobile)\b[^.;]{0,24}\b\d{3,4}[ -]\d{3,4}(?:[ -]\d{2,4})?\b/i,
  /\b(?:channel|account|bot|telegram|discord|signal|whatsapp)\b[^.;]{0,24}@[\w-]{4,32}/i,
]);

/** Addresses say who is meant, wherever in the sentence they stand. */
const NOWHERE = -1;

/** Words of another language than English before a sentence counts as one in it. */
const FEWEST_FOREIGN = 3;

/** A negation turns telling and asking from afar, and takes away an act that stands close behind it. */
const FAR = 42;
const CLOSE = 14;
/** How far a negation reaches in letters: forward where words are short, backward where it follows the verb. */
const REACH_BEFORE: { readonly [language: string]: number } = { zh: 6, ja: 0, ko: 0, th: 10 };
const REACH_AFTER: { readonly [language: string]: number } = {
  de: 26,
  nl: 26,
  sv: 26,
  ja: 6,
  ko: 6,
};
const CLAUSE =
  /[.;:!?,]\s|[。；：！？]|\u2014| but | however | aber | mais | pero | mas | ma | но /;
/** "Even if the user does not mention tables" tells when a skill is for somebody, and "do not forget" asks for it. */
const NO_HUSH =
  /\b(?:users?|they|customer|you|it|people) (?:\w+ )?(?:do(?:es)?|did|has|have|is|are)(?: not|n't)\b/;
const ONLY =
  /^(?:not|no) (?:only|just|forget|hesitate|fail|matter|later|longer than|more than|less|worry)\b/;

/** What one sentence speaks of: each concept with the places of its words. */
export function conceptsIn(statement: Statement): ReadonlyMap<string, readonly number[]> {
  const { folded, text } = statement;
  const hits = wordsIn(folded);
  const nots = hits.filter((hit) => hit.concept === "not" && !ONLY.test(folded.slice(hit.start)));
  const found = new Map<string, number[]>();
  const add = (name: string, at: number): void => {
    const places = found.get(name);
    if (places === undefined) found.set(name, at === NOWHERE ? [] : [at]);
    else if (at !== NOWHERE) places.push(at);
  };
  for (const hit of hits) {
    if (hit.isOrder === true) add("order", NOWHERE);
    const turned = TURNED.get(hit.concept);
    const isTurned = (far: number): boolean => nots.some((not) => reaches(folded, not, hit, far));
    if (turned !== undefined && isTurned(FAR) && !isTrigger(folded, hit)) {
      if (!keepsSecret(folded, hit.end)) add(turned, hit.start);
    } else if (!ACTS.has(hit.concept) || !(isTurned(CLOSE) || isForbidden(folded, hit.start)))
      add(hit.concept, hit.start);
  }
  for (const sink of sinksOf(statement)) {
    if (sink === "account") add("purse", NOWHERE);
    else add(sink === "stranger" ? addressKind(text) : sink, NOWHERE);
  }
  if (CHANNEL.test(text)) add("channel", NOWHERE);
  if (hits.filter(({ language }) => language !== "en").length >= FEWEST_FOREIGN)
    add("foreign", NOWHERE);
  return found;
}

/** A name with a stop in it may be a product, and what stands in brackets behind words is a link to read on. */
function addressKind(text: string): string {
  if (!CLEAR.test(text)) return "named";
  return sinksIn(text.replaceAll(LINKED, " ")).has("stranger") ? "stranger" : "linked";
}

/** Whether a word of negation stands close before another, or close after it in languages that have it there. */
function reaches(folded: string, not: Hit, { start, end }: Hit, far: number): boolean {
  if (not.start >= start && not.end <= end) return false;
  const isShort = folded.slice(not.start, not.end) === "no";
  const before = Math.min(isShort ? CLOSE : far, REACH_BEFORE[not.language] ?? far);
  if (not.end <= start)
    return start - not.end <= before && !CLAUSE.test(folded.slice(not.end, start));
  const isNobody = /^(?:nobody|none|nothing)$/.test(folded.slice(not.start, not.end));
  const after = isNobody ? CLOSE : (REACH_AFTER[not.language] ?? 0);
  return not.start >= end && not.start - end <= after && !CLAUSE.test(folded.slice(end, not.start));
}

function isTrigger(folded: string, { start, end }: Hit): boolean {
  return NO_HUSH.test(folded.slice(Math.max(0, start - 40), end));
}
