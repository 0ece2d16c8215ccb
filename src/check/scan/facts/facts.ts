import type { ScanContext, Statement } from "../context.ts";
import { codeOf } from "../code/telling.ts";
import { isForbidden } from "../instructions/index.ts";
import { ABROAD_WORDS } from "../words/abroad-words.ts";
import {
  type Compound,
  COMPOUND_WORDS,
  COMPOUNDS,
  LOOSE,
  type Loose,
  type Part,
} from "../words/compound-words.ts";
import { DEED_WORDS } from "../words/deed-words.ts";
import { readWords } from "../words/lists.ts";
import { type Found, matcherOf } from "../words/matcher.ts";
import { type Sink, sinksIn } from "./sinks.ts";

/** Kinds of words in deed-words.ts. */
export type Deed =
  | "send"
  | "carry"
  | "secret"
  | "whole-secret"
  | "auth"
  | "obtain"
  | "personal"
  | "conceal"
  | "pretend"
  | "void"
  | "rules"
  | "prior"
  | "unbound"
  | "authority"
  | "fetch"
  | "obey"
  | "run"
  | "channel"
  | "outside"
  | "write"
  | "agent-file"
  | "standing"
  | "consent"
  | "loosen"
  | "no-look"
  | "need"
  | "program"
  | "ask-user"
  | "terminal"
  | "guard-off"
  | "guard"
  | "locked"
  | "tool-tie"
  | "access"
  | "destroy"
  | "all"
  | "valued"
  | "final"
  | "trigger"
  | "persist"
  | "strange-path"
  | "restore"
  | "as-user"
  | "public-act"
  | "covert"
  | "weaken"
  | "money"
  | "divert"
  | "manner"
  | "forge"
  | "strong-conceal"
  | "archive"
  | "follow"
  | "alter"
  | "claimed"
  | "outrank"
  | "root"
  | "interpreter"
  | "bad-result"
  | "good-claim"
  | "suppress"
  | "gen-code"
  | "verbatim"
  | "said"
  | "hook"
  | "param"
  | "backdoor"
  | "cover";

/** `planted` is what code writes into a file that agents read as instructions. */
export type FactClass = Deed | Compound | Sink | Loose | "planted";

/** What one sentence says, by class. */
export interface SentenceFacts {
  readonly statement: Statement;
  readonly classes: ReadonlySet<FactClass>;
  /** Where the first word of each class stands in the folded text. */
  readonly places: ReadonlyMap<FactClass, number>;
}

const wordsIn = matcherOf([...readWords<Deed>(DEED_WORDS), ...readWords<Deed>(ABROAD_WORDS)]);
const partsIn = matcherOf(readWords<Part>(COMPOUND_WORDS));

/** Deeds that a prohibition before them takes away; the others are things, or prohibitions themselves. */
const DEEDS: ReadonlySet<Deed> = new Set<Deed>([
  "send",
  "carry",
  "fetch",
  "obey",
  "run",
  "write",
  "access",
  "destroy",
  "guard-off",
  "public-act",
  "divert",
  "void",
  "consent",
  "loosen",
  "no-look",
  "pretend",
  "unbound",
  "terminal",
  "manner",
  "forge",
]);
/** The facts of all sentences, by the sentence. */
export function factsOf(context: ScanContext): ReadonlyMap<Statement, SentenceFacts> {
  const facts = new Map<Statement, SentenceFacts>();
  for (const statement of context.statements) {
    const found = readFacts(statement);
    if (found !== undefined) facts.set(statement, found);
  }
  for (const statement of plantedOf(context)) {
    const found = readFacts(statement);
    if (found === undefined) continue;
    facts.set(statement, { ...found, classes: new Set([...found.classes, "planted"]) });
  }
  return facts;
}

const LONGEST_LINE = 300;
const MOST_CELLS = 6;
const NONE: ReadonlyMap<Joined, number> = new Map();

function readFacts(statement: Statement): SentenceFacts | undefined {
  const { folded, text } = statement;
  const words = wordsIn(folded).filter((found) => !isTakenAway(folded, found));
  // A whole fence that reads as one sentence has words of every kind, and so has a row of a long table of sources.
  const isList =
    (statement.kind === "code" && folded.length > LONGEST_LINE) ||
    (statement.kind === "row" && folded.split("|").length > MOST_CELLS);
  const compounds = isList ? NONE : compoundsIn(folded, partsIn(folded));
  const sinks = sinksIn(text);
  // A place alone says who a sentence beside it speaks of; a handle is too common for that.
  const isPlace = sinks.has("stranger") || sinks.has("mailbox");
  if (words.length === 0 && compounds.size === 0 && !isPlace) return undefined;
  const classes = new Set<FactClass>([...words.map((found) => found.class), ...compounds.keys()]);
  for (const sink of sinks) classes.add(sink);
  const places = new Map<FactClass, number>(compounds);
  for (const found of words.toReversed()) places.set(found.class, found.start);
  return { statement, classes, places };
}

type Joined = Compound | Loose;

/** Where parts of a compound stand close enough to each other, in any order and within one clause. */
function compoundsIn(text: string, found: readonly Found<Part>[]): ReadonlyMap<Joined, number> {
  const compounds = new Map<Joined, number>();
  for (const { class: name, start } of found)
    if (LOOSE.has(name)) compounds.set(name as Loose, start);
  for (const row of COMPOUNDS) {
    const start = found.find((one) => isCompound(text, found, one, row))?.start;
    if (start !== undefined) compounds.set(row.class, start);
  }
  return compounds;
}

const CLAUSE = /[,;:|(、，；：。—–]| and | but | und | aber | et | mais | y | e | pero | mas | ma /;

/** "Even if the user does not mention tables" tells when a skill is for somebody, and keeps nothing back. */
function isTrigger(text: string, start: number, end: number): boolean {
  if (/^(?:cannot|can't) tell\b/.test(text.slice(start, end))) return true;
  return /\b(?:users?|they|customer|you|i|it) (?:\w+ )?(?:do(?:es)?|did|has|have)(?: not|n't)\b[^,;.]{0,24}\b(?:mention|ask|say|explicitly|specify|request|know (?:what|which|how|where))/.test(
    text.slice(Math.max(0, start - 24), end + 8),
  );
}

/** "If the user has agreed", "once they approved". */
const CONDITION =
  /\b(?:if|when|once|after|unless|until|whether|where|before|only|whatever)\b[^,.;:]{0,30}$/;

/** Whether the word is the first of a compound. */
function isCompound(
  text: string,
  found: readonly Found<Part>[],
  one: Found<Part>,
  { parts, within, isOrdered, isWide, isPlain }: (typeof COMPOUNDS)[number],
): boolean {
  if (!parts.includes(one.class)) return false;
  if (isOrdered === true && (one.class !== parts[0] || isForbidden(text, one.start))) return false;
  if (isPlain === true && CONDITION.test(text.slice(Math.max(0, one.start - 50), one.start)))
    return false;
  return parts.every((part) => {
    if (part === one.class) return true;
    const other = found.find(
      (next) => next.class === part && next.start >= one.end && next.end <= one.end + within,
    );
    if (other === undefined || isTrigger(text, one.start, other.end)) return false;
    return parts.length > 2 || isWide === true || !CLAUSE.test(text.slice(one.end, other.start));
  });
}

/** Files that an agent takes for instructions of its user in every session. */
const AGENT_FILE =
  /(?:^|\/)(?:claude|agents|gemini|soul|memory|heartbeat|identity|copilot-instructions)(?:\.local)?\.md$|\.cursor\/rules\/|\.(?:cursor|windsurf|cline)rules$/i;

/** Texts that code writes into such files, as sentences. */
function plantedOf(context: ScanContext): readonly Statement[] {
  return codeOf(context).writes.flatMap(({ path, text, place }): readonly Statement[] => {
    if (text === undefined || !AGENT_FILE.test(path)) return [];
    const view = { file: place.file, text, decoding: [], original: () => place.span };
    const shared = {
      view,
      quoted: [],
      kind: "sentence",
      headings: [],
      addressee: "agent",
    } as const;
    return text.split("\n").flatMap((line, block): readonly Statement[] => {
      const plain = line.trim();
      if (plain === "") return [];
      const span = { start: 0, end: plain.length };
      return [{ ...shared, span, text: plain, folded: plain.toLowerCase(), stance: "asks", block }];
    });
  });
}

const ASKS_NOT =
  /^(?: (?:the |your )?(?:users?|them|people|customers?|developers?|creators?|readers?|clients?|it))? (?:to|how|what|which|where|that they|if|whether)\b/;

function isTakenAway(folded: string, found: Found<Deed>): boolean {
  // "Do not tell the user to do it" keeps nothing back.
  if (found.class === "conceal") return ASKS_NOT.test(folded.slice(found.end, found.end + 40));
  return DEEDS.has(found.class) && isForbidden(folded, found.start);
}
