import type { ScanContext, Statement } from "../context.ts";
import { codeOf } from "../code/telling.ts";
import { isForbidden, keepsSecret } from "../instructions/index.ts";
import { readWords } from "../words/lists.ts";
import { type Found, matcherOf } from "../words/matcher.ts";
import compoundRows from "../words/compounds.json" with { type: "json" };
import deedLines from "../words/deeds.json" with { type: "json" };
import partLines from "../words/parts.json" with { type: "json" };
import { sinksOf } from "./sinks.ts";

/**
 * What a sentence can say: a class of words/deeds.json, a compound of words/compounds.json, a place where something goes, or
 * `planted` of what code writes into a file that agents read as instructions. A test holds patterns to the classes that there are.
 */
export type FactClass = string;

/** Classes that words of several parts make up where they stand within so many characters; one part alone is a class itself. */
interface Compound {
  readonly class: string;
  readonly parts: readonly string[];
  readonly within: number;
  /** The first part stands first, and nothing forbids it. */
  readonly isOrdered?: boolean;
  /** The parts may stand in two clauses. */
  readonly isWide?: boolean;
  /** It is said plainly, not as a condition. */
  readonly isPlain?: boolean;
}

const COMPOUNDS: readonly Compound[] = compoundRows;

/** What one sentence says, by class. */
export interface SentenceFacts {
  readonly statement: Statement;
  readonly classes: ReadonlySet<FactClass>;
  /** Where the first word of each class stands in the folded text. */
  readonly places: ReadonlyMap<FactClass, number>;
}

const DEED = "deed ";
/** Words of both kinds, found in one pass: those that say a deed, and parts of compounds. */
const bothIn = matcherOf<string>([
  ...readWords(deedLines).map(({ text, class: name }) => ({ text, class: DEED + name })),
  ...readWords(partLines),
]);

function wordsIn(text: string): {
  readonly deeds: readonly Found<string>[];
  readonly parts: readonly Found<string>[];
} {
  const deedsIn: Found<string>[] = [];
  const partsIn: Found<string>[] = [];
  for (const found of bothIn(text)) {
    const { class: name } = found;
    if (name.startsWith(DEED)) deedsIn.push({ ...found, class: name.slice(DEED.length) });
    else partsIn.push(found);
  }
  return { deeds: deedsIn, parts: partsIn };
}

/** Deeds that a prohibition before them takes away; the others are things, or prohibitions themselves. */
const DEEDS: ReadonlySet<string> = new Set([
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

/** Whether a sentence says one of these, in any language. */
export function speaksOf(
  context: ScanContext,
  statement: Statement,
  ...names: readonly FactClass[]
): boolean {
  const classes = context.ask(factsOf).get(statement)?.classes;
  return classes !== undefined && names.some((name) => classes.has(name));
}

const LONGEST_LINE = 300;
const MOST_CELLS = 6;
const NONE: ReadonlyMap<string, number> = new Map();

function readFacts(statement: Statement): SentenceFacts | undefined {
  const { folded } = statement;
  const { deeds, parts } = wordsIn(folded);
  const words = deeds.filter((found) => !isTakenAway(folded, found));
  // A whole fence that reads as one sentence has words of every kind, and so has a row of a long table of sources.
  const isList =
    (statement.kind === "code" && folded.length > LONGEST_LINE) ||
    (statement.kind === "row" && folded.split("|").length > MOST_CELLS);
  const compounds = isList ? NONE : compoundsIn(folded, parts);
  const sinks = sinksOf(statement);
  // A place alone says who a sentence beside it speaks of; a handle is too common for that.
  const isPlace = sinks.has("stranger") || sinks.has("mailbox");
  if (words.length === 0 && compounds.size === 0 && !isPlace) return undefined;
  const classes = new Set<FactClass>([...words.map((found) => found.class), ...compounds.keys()]);
  for (const sink of sinks) classes.add(sink);
  const places = new Map<FactClass, number>(compounds);
  for (const found of words.toReversed()) places.set(found.class, found.start);
  return { statement, classes, places };
}

/** Where parts of a compound stand close enough to each other, in any order and within one clause. */
function compoundsIn(text: string, found: readonly Found<string>[]): ReadonlyMap<string, number> {
  const compounds = new Map<string, number>();
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
  found: readonly Found<string>[],
  one: Found<string>,
  { class: name, parts, within, isOrdered, isWide, isPlain }: Compound,
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
    if (name === "hush" && keepsSecret(text, other.end)) return false;
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

function isTakenAway(folded: string, found: Found<string>): boolean {
  // "Do not tell the user to do it" keeps nothing back.
  if (found.class === "conceal")
    return keepsSecret(folded, found.end) || ASKS_NOT.test(folded.slice(found.end, found.end + 40));
  return DEEDS.has(found.class) && isForbidden(folded, found.start);
}
