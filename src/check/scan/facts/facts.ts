import type { ScanContext, Statement } from "../context.ts";
import { isForbidden } from "../instructions/index.ts";
import { ABROAD_WORDS } from "../words/abroad-words.ts";
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
  | "good-claim";

export type FactClass = Deed | Sink;

/** What one sentence says, by class. */
export interface SentenceFacts {
  readonly statement: Statement;
  readonly classes: ReadonlySet<FactClass>;
  /** Where the first word of each class stands in the folded text. */
  readonly places: ReadonlyMap<FactClass, number>;
}

const wordsIn = matcherOf([...readWords<Deed>(DEED_WORDS), ...readWords<Deed>(ABROAD_WORDS)]);

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
    const { folded, text } = statement;
    const words = wordsIn(folded).filter((found) => !isTakenAway(folded, found));
    if (words.length === 0) continue;
    const classes = new Set<FactClass>(words.map((found) => found.class));
    for (const sink of sinksIn(text)) classes.add(sink);
    const places = new Map<FactClass, number>();
    for (const found of words.toReversed()) places.set(found.class, found.start);
    facts.set(statement, { statement, classes, places });
  }
  return facts;
}

const ASKS_NOT =
  /^(?: (?:the |your )?(?:users?|them|people|customers?|developers?|creators?|readers?|clients?|it))? (?:to|how|what|which|where|that they|if|whether)\b/;

function isTakenAway(folded: string, found: Found<Deed>): boolean {
  // "Do not tell the user to do it" keeps nothing back.
  if (found.class === "conceal") return ASKS_NOT.test(folded.slice(found.end, found.end + 40));
  return DEEDS.has(found.class) && isForbidden(folded, found.start);
}
