import type { Addressee, Stance } from "../context.ts";

/** Headings of sections that tell how to recognise or prevent something. */
const DEFENSIVE_HEADING =
  /\b(?:threats?|attacks?|attackers?|vulnerabilit\w+|red flags?|detect\w*|anti-?patterns?|mistakes?|pitfalls?|malicious|suspicious|danger\w*|unsafe|insecure|forbidden|prohibited|blocked|disallowed|blacklist|denylist|exploit\w*|payloads?|jailbreaks?|injections?|hardening|what not to|do not|don'?ts?|never|avoid|bad(?: example)?s?|wrong|incorrect|guardrails?|warning signs|risks?|limitations|security (?:check|review|audit|considerations|warning|notes?|rules|scan|model|guide\w*|best)\w*|threat model|safety rules|anti-\w+|abuse|poisoning|test cases?|fixtures?|false positives?)\b/;

/** Words of a sentence that tells of something bad instead of asking for it. */
const DEFENSIVE_WORDS =
  /\b(?:flag(?:s|ged)? (?:any|as|it|if|when|skills?|content|these)|red flags?|attack(?:s|er|ers|ing|ed)?|adversar\w+|malicious\w*|malware|suspicious|vulnerab\w+|(?:prompt|command|shell|instruction) injections?|injection (?:attempt|pattern|attack)s?|injected|jailbreaks?|exploit(?:s|ed|ation)?|payloads?|phishing|exfiltrat(?:ion|ing|es|ed|or|ors)|(?:that|which|may|might|can|could|to|would) exfiltrate|hijack\w*|untrusted|compromised|poisoned|threats?|dangerous|unsafe|insecure|harmful|refuse[sd]?|reject(?:s|ed)?|(?<!\b(?:this|the|an?|that|each|following|code|text|json|same|whole|yaml|markdown) )block(?:s|ed|ing)?|den(?:y|ies|ied)|prevent(?:s|ed|ing)?|protect(?:s|ed|ing)?|mitigat\w+|sanitiz\w+|anti-?patterns?|indicators?|patterns? (?:like|such|that)|phrases? (?:like|such)|treat (?:it|them|as)|claims? to|tries to|attempts? to|trick\w*|pretend\w*|regex\w*|signatures?|violat\w+|forbidden|prohibited|disallowed|examples? of|for instance|hypothetical|could (?:be|allow|let)|might (?:be|try)|(?:inputs?|prompts?|messages?|strings?|texts?|things|requests?) (?:such as|like)|(?:campaign|malware|attackers?|threat actors?|victims?)\S{0,2} [^.]{0,60}\b(?:asked|told|tricked|lured|stole|tried)|they (?:asked|told|tricked|lured))\b|\b(?:bad|wrong|don't):|[\u274c\u2717\u{1f6ab}\u26d4\u26a0]/u;

/** To search for something bad is to fight it, unless what is found is then given away. */
const SEARCHES =
  /\b(?:detect\w*|(?:look|watch|scan|check|search)(?:s|es|ing)?(?: out)? for|grep for)\b/;
const GIVES =
  /\b(?:and|then|,) (?:then |also )?(?:send|post|hand|upload|forward|copy|share|submit|e-?mail|transmit|push|paste|attach)\b/;

/** Why something is done; whoever asks for harm names a good purpose first. */
const PURPOSE = /^(?:in order )?(?:to|for) [^,.;:]{3,80}, /;

const PROHIBITION =
  /\b(?:never|do not|don't|must not|mustn't|should not|shouldn't|shall not|may not|avoid|refuse to|not to|cannot|can't|won't|will not|would not|does not|doesn't|is not|isn't|are not|aren't|rather than|instead of|without|no need to|not required to|forbid\w* (?:to|from)?|prohibit\w*|stop|prevents?(?: from)?|unless|nor)\b/g;

/** Prohibitions that are none: "do not forget to …". */
const NO_PROHIBITION =
  /^\s*(?:forget|mind|worry|hesitate|fail|skip|omit|miss|ask|need|have|just|only|be afraid|wait)\b/;

/** Between a prohibition and what it forbids stand few words and no end of a clause. */
const REACH = 70;
const CLAUSE_END =
  /[.;!?:]\s|,? (?:and then|but|then|instead)\b|, (?=(?:always|please|run|send|read|execute|post|upload|forward|fetch|follow|add|append|copy|write|include|just|simply)\b(?![^.;]{0,60}\b(?:or|nor)\b))/;

/** Whether the words at `index` are forbidden by words before them in the same clause. */
export function isForbidden(folded: string, index: number): boolean {
  const before = folded.slice(Math.max(0, index - REACH), index);
  for (const match of before.matchAll(PROHIBITION)) {
    const between = before.slice(match.index + match[0].length);
    if (NO_PROHIBITION.test(between) || CLAUSE_END.test(between)) continue;
    return true;
  }
  return false;
}

function isDefensiveHeading(headings: readonly string[]): boolean {
  return headings.some((heading) => DEFENSIVE_HEADING.test(heading));
}

export interface StanceFacts {
  readonly folded: string;
  readonly headings: readonly string[];
  readonly isBlockQuote: boolean;
  /** The sentence that introduces the list or the fence. */
  readonly lead: string;
}

export function stanceOf({ folded, headings, isBlockQuote, lead }: StanceFacts): Stance {
  if (isBlockQuote) return "quotes";
  if (isDefensive(folded.replace(PURPOSE, "")) || isDefensiveHeading(headings)) return "warns";
  if (lead !== "" && (isDefensive(lead) || forbids(lead))) return "warns";
  if (/^(?:never|do not|don't|avoid)\b/.test(folded)) return "forbids";
  return "asks";
}

function isDefensive(folded: string): boolean {
  return DEFENSIVE_WORDS.test(folded) || (SEARCHES.test(folded) && !GIVES.test(folded));
}

function forbids(lead: string): boolean {
  return /\b(?:never|do not|don't|must not|avoid|not allowed)\b[^.]{0,80}:?$/.test(lead);
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
