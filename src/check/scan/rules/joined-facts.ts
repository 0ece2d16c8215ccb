import type { Span } from "../../../skill/index.ts";
import type { ScanContext, Statement } from "../context.ts";
import { type FactClass, factsOf, type SentenceFacts } from "../facts/facts.ts";
import type { Pattern } from "../facts/pattern.ts";
import { PATTERNS } from "../facts/patterns.ts";
import { isSameSection, type Reading, readingsOf, relationAt } from "../reading/relations.ts";
import { passagesIn, type SuspectPassage, suspectPassages } from "../reading/passages.ts";
import type { ScanRule } from "../rule.ts";
import { supplyOf } from "../supply/dependencies.ts";
import { gravityOf, statementPlace } from "../text/prose.ts";

export const joinedFacts: ScanRule = {
  code: "scan/joined-facts",
  title: "No instruction joins facts that make up an attack.",
  severity: "high",
  category: "injection",
  confidence: "medium",
  hint: "Each fact may be honest alone. Ask the author what the sentence is for.",
  check(context) {
    const told = new Set<unknown>();
    const facts = context.ask(factsOf);
    const known = [...facts.values()].filter(({ statement }) => statement.kind !== "heading");
    for (const [index, one] of known.entries())
      if (reportSentence(context, one, () => beside(known, index))) told.add(one.statement);
    const readings = readingsOf(context.statements);
    for (const [index, { statement }] of readings.entries())
      if (!told.has(statement) && reportRelation(context, readings, index)) told.add(statement);
    for (const passage of suspectPassages(passagesIn(context.statements, readings)))
      if (!passage.around.some((one) => told.has(one))) reportPassage(context, passage);
  },
};

function reportPassage(context: ScanContext, { statement, words }: SuspectPassage): void {
  const named = words.length === 0 ? "" : ` (${words.join(", ")})`;
  context.report({
    ...statementPlace(statement),
    message: `The passage reads like an attack, by the weight of its words${named}.`,
    trace: "passage",
  });
}

/** "Do not tell" forbids nothing that would be grave. */
function withoutBan(statement: Statement): Statement {
  return statement.stance === "forbids" ? { ...statement, stance: "asks" } : statement;
}

function reportRelation(
  context: ScanContext,
  readings: readonly Reading[],
  index: number,
): boolean {
  const found = relationAt(readings, index);
  const statement = readings[index]?.statement;
  if (found === undefined || statement === undefined) return false;
  const { relation, said } = found;
  if (relation.says.flat().includes("pkgindex") && namesIndex(context, statement)) return false;
  const asked = relation.forbids ? withoutBan(statement) : statement;
  context.report({
    ...statementPlace(statement),
    ...gravityOf(context, relation.severity, {
      statement: asked,
      isQuoted: isQuoted(statement, relation.says, readings[index]?.concepts ?? NONE),
    }),
    message: `The text contains ${relation.what} (${[...new Set(said)].join(", ")}).`,
    trace: relation.id,
  });
  return true;
}

/** A command that names an index is told by `scan/supply-index`, which reads it as one. */
function namesIndex(context: ScanContext, { text }: Statement): boolean {
  return context.ask(supplyOf).indexes.some(({ value }) => text.includes(value.address));
}

type Places = ReadonlyMap<string, number | readonly number[]>;
const NONE: Places = new Map();

/** Whether everything that makes it grave stands in one quotation, with words around it that say something else. */
function isQuoted(
  { quoted }: Statement,
  rows: readonly (readonly string[])[],
  places: Places,
): boolean {
  const starts = rows.map((row) => row.flatMap((name) => places.get(name) ?? []));
  const isIn = ({ start, end }: Span): boolean =>
    starts.every((row) => row.every((at) => at >= start && at < end));
  return starts.some((row) => row.length > 0) && quoted.some(isIn);
}

/** Sentences on each side that go on with the same matter, and how long all of them may be. */
const SENTENCES = 2;
const LONGEST = 900;

/** Where the first word of a sentence may begin. */
const FIRST = 8;

/** The sentences around one, itself included, under the same headings. */
function beside(known: readonly SentenceFacts[], index: number): readonly SentenceFacts[] {
  const { statement } = known[index] as SentenceFacts;
  return known
    .slice(Math.max(0, index - SENTENCES), index + SENTENCES + 1)
    .filter(({ statement: { view, span, headings, stance, block } }) => {
      const isNear =
        Math.abs(span.start - statement.span.start) < LONGEST &&
        Math.abs(block - statement.block) < 3;
      const isSame = view === statement.view && isSameSection(headings, statement.headings);
      return (
        isNear && isSame && (span === statement.span || stance === "asks" || stance === "forbids")
      );
    });
}

function reportSentence(
  context: ScanContext,
  one: SentenceFacts,
  near: () => readonly SentenceFacts[],
): boolean {
  const fits = PATTERNS.filter((known) => isJoined(known, one));
  if (fits.length === 0) return false;
  const around = new Set(near().flatMap(({ classes }) => [...classes]));
  const pattern = fits.find((known) =>
    (known.near ?? []).every((row) => row.some((name) => around.has(name))),
  );
  if (pattern === undefined) return false;
  const { statement } = one;
  const rows = [...pattern.needs, ...(pattern.near ?? [])];
  const said = new Set(rows.flatMap((row) => row.filter((name) => around.has(name))));
  context.report({
    ...statementPlace(statement),
    ...gravityOf(context, pattern.severity, {
      statement,
      isQuoted: isQuoted(statement, pattern.needs, one.places),
    }),
    message: `The text contains ${pattern.what} (${[...said].join(", ")}).`,
    trace: pattern.id,
  });
  return true;
}

/** Whether the sentence itself says what the pattern asks of it. */
function isJoined(pattern: Pattern, one: SentenceFacts): boolean {
  const { needs, without = [], close, first } = pattern;
  if (!needs.every((row) => row.some((name) => one.classes.has(name)))) return false;
  if (without.some((name) => one.classes.has(name))) return false;
  if (pattern.isVerbless === true && one.statement.stance === "forbids") return false;
  if (first !== undefined && !isFirst(one, first)) return false;
  return close === undefined || isClose(needs, one, close);
}

/** Whether a word begins the sentence, or what follows a remark in front of it. */
function isFirst({ places, statement }: SentenceFacts, name: FactClass): boolean {
  const at = places.get(name);
  if (at === undefined) return false;
  return at < FIRST || /[:;,] $/.test(statement.folded.slice(Math.max(0, at - 2), at));
}

/** Whether the first words of all rows stand side by side; sinks have no place of their own. */
function isClose(needs: Pattern["needs"], { places }: SentenceFacts, most: number): boolean {
  const starts = needs.flatMap((row) => {
    const found = row.flatMap((name) => places.get(name) ?? []);
    return found.length === 0 ? [] : [Math.min(...found)];
  });
  return starts.length === 0 || Math.max(...starts) - Math.min(...starts) <= most;
}
