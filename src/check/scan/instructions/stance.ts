import type { Addressee, Stance } from "../context.ts";
import { readWords } from "../words/lists.ts";
import { matcherOf } from "../words/matcher.ts";
import { STANCE_WORDS } from "../words/stance-words.ts";

type Word = "bad" | "shown" | "guards" | "searches" | "gives";

const wordsIn = matcherOf(readWords<Word>(STANCE_WORDS));

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
const THING =
  /\b(?:look\w*|watch\w*|scan\w*|check\w*|search\w*|grep|attempts?|tr(?:y|ies|ying)|designed|used|able|how|examples?|patterns?|signs?|indicators?|known|resistant|vulnerable|related|response|out) (?:out )?(?:to|for|against|from|by) (?:\w+ ){0,2}$/;

const PROHIBITION =
  /\b(?:never|do not|don't|must not|mustn't|should not|shouldn't|shall not|may not|avoid|refuse to|not to|cannot|can't|won't|will not|would not|does not|doesn't|is not|isn't|are not|aren't|rather than|instead of|without|no need to|not required to|forbid\w* (?:to|from)?|prohibit\w*|stop|prevents?(?: from)?|unless|nor)\b/g;

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
  if (isDefensive(folded)) return "warns";
  // Only what is announced is introduced: a remark about something else in front explains nothing.
  if (lead.endsWith(":") && !ORDERED.test(lead) && (isDefensive(lead) || forbids(lead)))
    return "warns";
  if (/^(?:never|do not|don't|avoid)\b/.test(folded)) return "forbids";
  return "asks";
}

/** What is announced in order to be done. */
const ORDERED =
  /\b(?:run|execute|start|apply|follow|do|perform|use) (?:this|the following|these|it|them|the commands?|the steps?)\b[^.]{0,40}:$/;

/** Whether a sentence speaks of something as bad, as a sample, or as something to find. */
export function isDefensive(folded: string): boolean {
  const found = wordsIn(folded);
  if (found.length === 0) return false;
  const has = (name: Word): boolean => found.some((word) => word.class === name);
  if (has("shown") || has("guards")) return true;
  if (has("searches") && !has("gives")) return true;
  return found.some((word) => word.class === "bad" && !isPurpose(folded, word.start));
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
const USER_WORDS =
  /\b(?:(?:ask|tell|instruct|have|direct|prompt|guide) (?:the |your )?users? to|users? (?:must|should|needs? to|has to|have to|will need)|your (?:terminal|mac|pc|computer|machine|laptop)|open (?:the |your |a )?terminal|windows users?|mac(?:os)? users?|copy (?:and paste|the (?:command|script|code)))\b/;

export function addresseeOf(folded: string, headings: readonly string[]): Addressee {
  if (USER_WORDS.test(folded)) return "user";
  if (headings.some((heading) => USER_HEADING.test(heading))) return "user";
  return "agent";
}
