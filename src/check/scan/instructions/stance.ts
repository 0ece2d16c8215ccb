import type { Addressee, Stance } from "../context.ts";
import { readWords } from "../words/lists.ts";
import { matcherOf } from "../words/matcher.ts";
import words from "../words/stance.json" with { type: "json" };
import { oneOf } from "../text/one-of.ts";

type Word = "bad" | "shown" | "guards" | "searches" | "gives";

const wordsIn = matcherOf(readWords<Word>(words));

/** Headings of sections that tell how to recognise or prevent something; alone they explain nothing. */
const DEFENSIVE_HEADINGS: readonly RegExp[] = [
  /\b(?:threats?|attack\w*|vulnerab\w+|red flags?|detect\w*|anti-?\w+|mistakes?|pitfalls?|malicious|suspicious|danger\w*|unsafe|insecure)\b/,
  /\b(?:forbidden|prohibited|blocked|disallowed|exploit\w*|payloads?|jailbreak\w*|injections?|hardening|never|avoid|bad|wrong|incorrect)\b/,
  /\b(?:guardrails?|warning signs|risks?|limitations|security|safety|abuse|poisoning|test cases?|fixtures?|false positives?|do not|don'?ts?)\b/,
];

/** Why something is done; whoever asks for harm names a good purpose first, or last. */
const PURPOSE =
  /\b(?:in order to|so as to|to|for|against|because of|in case of|despite|from|by) (?:(?:any|all|the|future|possible|such|other|be|being|prevent|avoid|stop|keep) ){0,4}$/;
/** After one of these a purpose is the thing itself: "look for attacks", "attempts to exploit". */
const THING = oneOf([
  /\b(?:look\w*|watch\w*|scan\w*|check\w*|search\w*|grep|attempts?|tr(?:y|ies|ying)|designed|used|able|how|examples?) (?:out )?(?:to|for|against|from|by) (?:\w+ ){0,2}$/,
  /\b(?:patterns?|signs?|indicators?|known|resistant|vulnerable|related|response|out) (?:out )?(?:to|for|against|from|by) (?:\w+ ){0,2}$/,
]);

const PROHIBITION = oneOf(
  [
    /\b(?:never|do not|don't|must not|mustn't|should not|shouldn't|shall not|may not|avoid|refuse to|not to|cannot|can't|won't|will not|would not|does not|doesn't|is not)\b/,
    /\b(?:isn't|are not|aren't|rather than|instead of|without|no need to|not required to|forbid\w* (?:to|from)?|prohibit\w*|stop|prevents?(?: from)?|unless|nor)\b/,
  ],
  "g",
);

/** Prohibitions that are none: "do not forget to …". */
const NO_PROHIBITION =
  /^\s*(?:forget|mind|worry|hesitate|fail|skip|omit|miss|ask|need|have|just|only|be afraid|wait)\b/;

/** Between a prohibition and what it forbids stand few words and no end of a clause. */
const REACH = 70;
const CLAUSE_END =
  /[.;!?:]\s|,? (?:and then|but|then|instead)\b|, (?=(?:always|please|run|send|read|execute|post|upload|forward|fetch|follow|add|append|copy|write|include|just|simply)\b(?![^.;]{0,60}\b(?:or|nor)\b))/;

/** They leave one thing out, and the sentence goes on. */
const LEAVES_OUT = /^(?:without|rather than|instead of|no need to|not required to)$/;

/** Whether the words at `index` are forbidden by words before them in the same clause. */
export function isForbidden(folded: string, index: number): boolean {
  const before = folded.slice(Math.max(0, index - REACH), index);
  for (const match of before.matchAll(PROHIBITION)) {
    const between = before.slice(match.index + match[0].length);
    if (NO_PROHIBITION.test(between) || CLAUSE_END.test(between)) continue;
    if (LEAVES_OUT.test(match[0]) && /,|\band\b/.test(between)) continue;
    return true;
  }
  return false;
}

const SECRET =
  /^ (?:the |your |a |any |their |its )?(?:\w+ )?(?:keys?|tokens?|passwords?|secrets?|credentials?)\b/;

/** Whether what is kept back, by words that end at `end`, is a secret that is rightly kept. */
export function keepsSecret(folded: string, end: number): boolean {
  return SECRET.test(folded.slice(end, end + 48));
}

export function isDefensiveHeading(headings: readonly string[]): boolean {
  return headings.some((heading) => DEFENSIVE_HEADINGS.some((pattern) => pattern.test(heading)));
}

export interface StanceFacts {
  readonly folded: string;
  readonly isBlockQuote: boolean;
  /** The sentence that introduces the list or the fence. */
  readonly lead: string;
}

/** How a sentence is meant, by itself and by the sentence that announces it. Headings say nothing about that. */
export function stanceOf({ folded, isBlockQuote, lead }: StanceFacts): Stance {
  if (isBlockQuote) return "quotes";
  if (isDefensive(withoutAdjunct(folded))) return "warns";
  // Only what is announced is introduced: a remark about something else in front explains nothing.
  const isExplained = lead.endsWith(":") && !ORDERED.test(lead) && !TAKEN_BACK.test(lead);
  if (isExplained && (isDefensive(lead) || forbids(lead))) return "warns";
  const opener = FORBIDS.exec(folded);
  if (opener !== null && !goesOn(folded.slice(opener[0].length))) return "forbids";
  return "asks";
}

/** What is said first about why or when; the order comes after it. */
const ADJUNCT =
  /^(?:(?:in order to|to|for|since|because|as|when|if|while|given|after|before|against|despite|with|by|so that|once|due to|thanks to|where)\b[^,:;]{0,160}[,:;] ){1,3}/;
const ANNOUNCES = /^[^:;]{0,160}[:;] /;

/** The part that tells what to do: a purpose in front of an order explains nothing. */
function withoutAdjunct(folded: string): string {
  const rest = folded.replace(ADJUNCT, "");
  const front = ANNOUNCES.exec(rest)?.[0];
  // "Look for these: …" is about what follows; "rows may be malicious: …" goes on with something else.
  if (front === undefined || saysOneOf(front, "searches", "shown", "guards")) return rest;
  return rest.slice(front.length);
}

const FORBIDS = /^(?:never|do not|don't|avoid)\b/;
/** Where a prohibition ends and an order may begin: "never skip this: …", "do not stop before …". */
const CONDITION = /\u2014|--| (?:until|before|unless)\b/;

/** Whether a sentence that begins with a prohibition asks for something after all. */
function goesOn(rest: string): boolean {
  return NO_PROHIBITION.test(rest) || CLAUSE_END.test(rest) || CONDITION.test(rest);
}

/** "These steps look dangerous but are not:", "what an attacker would do, you do for the owner:". */
const TAKEN_BACK =
  /\b(?:but|yet|however|still|anyway|though|nonetheless|harmless)\b|\b(?:you|we|the agent) (?:do|run|follow|apply|perform|execute|carry|use|go|must|should|shall|need|will)\b/;

/** What is announced in order to be done. */
const ORDERED =
  /\b(?:run|execute|start|apply|follow|do|perform|use) (?:this|the following|these|it|them|the commands?|the steps?)\b[^.]{0,40}:$/;

/** Whether a sentence speaks of something as bad, as a sample, or as something to find. */
export function isDefensive(folded: string): boolean {
  const found = wordsIn(folded).filter(({ start, end }) => !isInAddress(folded, start, end));
  if (found.length === 0) return false;
  const has = (name: Word): boolean => found.some((word) => word.class === name);
  if (has("shown") || has("guards")) return true;
  const isSearching = found.some(
    (word) => word.class === "searches" && !isForbidden(folded, word.start),
  );
  if (isSearching && !has("gives")) return true;
  return found.some((word) => word.class === "bad" && !isPurpose(folded, word.start));
}

function saysOneOf(folded: string, ...names: readonly Word[]): boolean {
  return wordsIn(folded).some((word) => names.includes(word.class));
}

/** A machine or a mailbox, by the letters around a word. */
const ADDRESS =
  /:\/\/|@[\w-]+\.|^[^/]*\w\.(?:com|net|org|io|dev|app|co|me|xyz|sh|info|ru|cn|tk|top|site|online|cloud|ai)\b/;
const LONGEST_ADDRESS = 200;

/** Whoever calls his own machine evil does not warn of it. */
function isInAddress(folded: string, start: number, end: number): boolean {
  const near = folded.slice(Math.max(0, start - LONGEST_ADDRESS), start);
  const before = near.slice(near.replace(/\s/g, " ").lastIndexOf(" ") + 1);
  const after = /^\S*/.exec(folded.slice(end, end + LONGEST_ADDRESS))?.[0] ?? "";
  return ADDRESS.test(before + folded.slice(start, end) + after);
}

function isPurpose(folded: string, at: number): boolean {
  const before = folded.slice(Math.max(0, at - 60), at);
  return PURPOSE.test(before) && !THING.test(before);
}

function forbids(lead: string): boolean {
  return /\b(?:never|not|don't|doesn't|avoid|bad|wrong)\b[^.]{0,80}:$/.test(lead);
}

const USER_HEADING =
  /\b(?:prerequisites?|requirements?|set-?up|install\w*|getting started|quick ?start|before you (?:begin|start)|first[- ]time|configuration|for users?)\b/;
const USER_WORDS = oneOf([
  /\b(?:(?:ask|tell|instruct|have|direct|prompt|guide) (?:the |your )?users? to|users? (?:must|should|needs? to|has to|have to|will need))\b/,
  /\b(?:your (?:terminal|mac|pc|computer|machine|laptop)|open (?:the |your |a )?terminal|windows users?|mac(?:os)? users?|copy (?:and paste|the (?:command|script|code)))\b/,
]);

export function addresseeOf(folded: string, headings: readonly string[]): Addressee {
  if (USER_WORDS.test(folded)) return "user";
  if (headings.some((heading) => USER_HEADING.test(heading))) return "user";
  return "agent";
}
