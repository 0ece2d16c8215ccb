/**
 * What a description says, in clauses: sentences, quoted requests and the items of long lists. What it says of other
 * skills, and what it is not for, stand apart: words that two descriptions share because one refers to the other are
 * no collision.
 */

export interface Clause {
  /** As the author wrote it. */
  readonly text: string;
  /** Without `Use when the user asks to` and the like, which every description has. */
  readonly core: string;
}

export interface Clauses {
  /** Each says what the skill is for. */
  readonly uses: readonly Clause[];
  /** Requests in quotes. */
  readonly requests: readonly string[];
  /** What the skill is not for. */
  readonly exclusions: readonly string[];
}

const SENTENCE_END =
  /(?<=[.!?])["”']?\s{1,9}(?=[\p{Lu}\p{N}"“'`*]|\p{Script=Han})|(?<=[。！？；])|[\n\r]|;\s|\s[•·–—]\s/u;
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|incl)\.$/iu;
const EXCLUSION =
  /\b(?:not for|do(?:es)? not use|don't use|do not trigger|don't trigger|never use|not to be used|not when|not intended|is not about|skip (?:this|when|for|if)|avoid (?:for|using|when)|out of scope|doesn't (?:cover|handle)|does not (?:cover|handle))\b/iu;
const REFERENCE =
  /\b(?:see|see also|use|prefer|refer to|defer to|hand(?:s|ed)? off to|covered by|belongs? to|handled by|go(?:es)? to|switch to|instead of|rather than|pairs? with|works? with|related(?: skills?)?:?)\s+(?:the\s+)?[`"'“]?[\w-]+/iu;
const QUOTED = /["“”]([^"“”]{3,120})["“”]|(?<![\p{L}\p{N}])'([^']{3,120})'(?![\p{L}\p{N}])/gu;

const LEAD =
  /^.*?\b(?:use(?:d)? (?:this skill |this |it )?(?:when|whenever|if|for)|when|whenever|triggers? (?:on|when))\b:?\s*(?:(?:the |a )?(?:users?|person|someone|you)\s+)?(?:(?:asks?|wants?|needs?|requests?|says?|mentions?|is|are)\s+)?(?:you )?(?:(?:to|for|about)\s+)?/iu;

/** What leads in to quoted requests, once those are taken out. */
const LEAD_INS: ReadonlySet<string> = new Set([
  ..."including like e.g. phrase phrases word words request requests question questions".split(" "),
  ..."keyword keywords say says ask asks mention mentions when or and with user users".split(" "),
  "such as",
  "for example",
  "the user",
]);

const LONG_SENTENCE = 90;
const LIST_ITEMS = 3;

/** `others`: names of the other skills in the library. */
export function splitDescription(description: string, others: readonly string[] = []): Clauses {
  const names = others.filter((name) => name.length >= 3);
  const uses: Clause[] = [];
  const requests: string[] = [];
  const exclusions: string[] = [];
  for (const sentence of splitSentences(withoutAsides(description, names))) {
    if (EXCLUSION.test(sentence)) exclusions.push(sentence);
    else if (!isReference(sentence, names)) {
      const { rest, quoted } = extractQuoted(sentence);
      requests.push(...quoted);
      const parts = splitList(rest).map((part) =>
        quoted.length === 0 ? part : withoutLeadIn(part),
      );
      uses.push(...parts.map((text) => ({ text, core: text.replace(LEAD, "").trim() })));
    }
  }
  return { uses: uses.filter(({ core }) => isTelling(core)), requests, exclusions };
}

function withoutLeadIn(text: string): string {
  const words = text.split(" ");
  const wordAt = (index: number): string => words[index]?.split(/[,:]/u)[0]?.toLowerCase() ?? "";
  let end = words.length;
  for (;;) {
    const last = wordAt(end - 1);
    if (LEAD_INS.has(`${wordAt(end - 2)} ${last}`)) end -= 2;
    else if (LEAD_INS.has(last)) end -= 1;
    else return words.slice(0, end).join(" ");
  }
}

function splitSentences(text: string): readonly string[] {
  const parts = text.split(SENTENCE_END).map((part) => part.replaceAll(/\s+/gu, " ").trim());
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && ABBREVIATION.test(last))
      joined[joined.length - 1] = `${last} ${part}`;
    else if (part !== "") joined.push(part);
  }
  return joined;
}

/** `(use pdf-forms)`, `(not for spreadsheets)`: what stands in brackets about others. */
function withoutAsides(text: string, names: readonly string[]): string {
  return text.replaceAll(/\s?\([^()]{0,300}\)/gu, (aside) =>
    EXCLUSION.test(aside) || isReference(aside, names) ? "" : aside,
  );
}

function isReference(sentence: string, names: readonly string[]): boolean {
  if (!REFERENCE.test(sentence)) return false;
  const words = new Set(sentence.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? []);
  return names.some((name) => words.has(name.toLowerCase())) || /`[\w-]+`/u.test(sentence);
}

function extractQuoted(sentence: string): {
  readonly rest: string;
  readonly quoted: readonly string[];
} {
  const quoted: string[] = [];
  const rest = sentence.replaceAll(QUOTED, (whole, double?: string, single?: string) => {
    const text = (double ?? single ?? "").trim();
    if (!/\s/u.test(text)) return whole;
    quoted.push(text);
    return "";
  });
  // The commas around what was taken out.
  return { rest: quoted.length === 0 ? rest : rest.replaceAll(/,(?:\s*,)+/gu, ","), quoted };
}

/** A long list says many things at once. */
function splitList(sentence: string): readonly string[] {
  const items = sentence.split(/,\s(?:and\s|or\s)?|\sor\s/u).map((item) => item.trim());
  const isList = sentence.length > LONG_SENTENCE && items.length >= LIST_ITEMS;
  return isList ? items : [sentence];
}

/** Leftovers such as `or` and `and more` say nothing. */
function isTelling(clause: string): boolean {
  return (
    (clause.match(/[\p{L}\p{N}]{3,}/gu) ?? []).length >= 2 ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]{4,}/u.test(
      clause,
    )
  );
}
