import type { Statement } from "../context.ts";
import type { ScanCategory, ScanSeverity } from "../finding.ts";
import { domainsIn } from "../facts/sinks.ts";
import { conceptsIn } from "./read.ts";
import written from "./relations.json" with { type: "json" };

type Concepts = ReadonlyMap<string, readonly number[]>;

/** Concepts that make up an attack where they meet. `;` joins what has to be there, `|` what stands for one another. */
export interface Relation {
  readonly id: string;
  readonly severity: ScanSeverity;
  readonly category: ScanCategory;
  /** Completes "The text contains …". */
  readonly what: string;
  /** Meet in one sentence, within `close` letters of one another. */
  readonly says: readonly (readonly string[])[];
  /** Are said there or in the sentences beside it. */
  readonly near: readonly (readonly string[])[];
  /** Are said somewhere in the skill. */
  readonly anywhere: readonly (readonly string[])[];
  readonly unless: readonly string[];
  readonly unlessNear: readonly string[];
  readonly close: number;
  /** What `says` names stands in that order. */
  readonly ordered: boolean;
  /** It counts in a sentence that begins with a prohibition too. */
  readonly forbids: boolean;
  /** A text that shows it, and one that must not. */
  readonly example: string;
  readonly counterexample: string;
}

interface Row {
  readonly id: string;
  readonly severity: string;
  readonly category: string;
  readonly what: string;
  readonly says: string;
  readonly near?: string;
  readonly anywhere?: string;
  readonly unless?: string;
  readonly unlessNear?: string;
  readonly close?: number;
  readonly ordered?: boolean;
  readonly forbids?: boolean;
  readonly example: string;
  readonly counterexample: string;
}

const CLOSE = 200;

export const RELATIONS: readonly Relation[] = (written as readonly Row[]).map((row) => ({
  ...row,
  severity: row.severity as ScanSeverity,
  category: row.category as ScanCategory,
  says: rowsOf(row.says),
  near: rowsOf(row.near),
  anywhere: rowsOf(row.anywhere),
  unless: rowsOf(row.unless).flat(),
  unlessNear: rowsOf(row.unlessNear).flat(),
  close: row.close ?? CLOSE,
  ordered: row.ordered ?? false,
  forbids: row.forbids ?? false,
}));

function rowsOf(text: string | undefined): readonly (readonly string[])[] {
  if (text === undefined) return [];
  return text.split(";").map((row) => row.split("|").map((name) => name.trim()));
}

/** A sentence with what it speaks of. */
export interface Reading {
  readonly statement: Statement;
  readonly concepts: Concepts;
}

/** Cells of a table stand side by side without saying anything about each other. */
const ROW_RELATIONS = new Set(["hoard-out", "key-out", "private-out"]);

/** The sentences of a skill as concepts; headings, samples and other people's words ask for nothing. */
export function readingsOf(statements: readonly Statement[]): readonly Reading[] {
  const isLone = loneDomains(statements);
  return statements
    .filter((one) => !UNREAD.has(one.kind) && one.stance !== "quotes" && !isSetting(one))
    .map((statement) => {
      const concepts = new Map(conceptsIn(statement));
      // A description tells whenever a skill is for somebody, which orders nothing.
      if (statement.kind === "field") concepts.delete("always");
      const isNamed = concepts.has("stranger") || concepts.has("mailbox");
      const isSingle = isNamed && statement.kind !== "field" && isLone(statement);
      return { statement, concepts: isSingle ? new Map([...concepts, LONE]) : concepts };
    });
}

/** What an honest skill works with, it names more than once: in its description, its links and its code. */
const LONE = ["lone", []] as const;
const OF_DOCUMENTS = /^(?:my|your)?-?(?:company|domain|acme|corp|email|example)\.[a-z]+$/;
const WRITTEN_OUT = /:\/\/|@|\.[a-z]{2,12}\//;

/** Tells sentences that name a domain of which the skill speaks nowhere else. */
function loneDomains(statements: readonly Statement[]): (statement: Statement) => boolean {
  const counts = new Map<string, number>();
  for (const { folded, view } of statements)
    if (view.decoding.length === 0 && folded.includes("."))
      for (const domain of ownersIn(folded)) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  return ({ folded }) =>
    WRITTEN_OUT.test(folded) && ownersIn(folded).some((domain) => (counts.get(domain) ?? 0) <= 1);
}

/** The last two parts of each name, which one owner has. */
function ownersIn(folded: string): readonly string[] {
  return domainsIn(folded)
    .map((name) => name.split(".").slice(-2).join("."))
    .filter((name) => !OF_DOCUMENTS.test(name));
}

/** Of the frontmatter, agents have the description before them, in every session. */
function isSetting({ kind, folded }: Statement): boolean {
  return kind === "field" && /^(?!description\b)[\w-]+:/.test(folded);
}

const UNREAD: ReadonlySet<Statement["kind"]> = new Set(["heading", "code"]);

/** Sentences on each side that go on with the same matter, and how far they may be. */
const SENTENCES = 2;
const FARTHEST = 900;
const BLOCKS = 3;

/** The first relation that holds in the sentence at `index`, and the concepts that it rests on. */
export function relationAt(
  readings: readonly Reading[],
  index: number,
): { readonly relation: Relation; readonly said: readonly string[] } | undefined {
  const one = readings[index];
  if (one === undefined || one.concepts.size < 2) return undefined;
  const fits = RELATIONS.filter((relation) => isSaid(relation, one));
  if (fits.length === 0) return undefined;
  const around = new Set(beside(readings, index).flatMap(({ concepts }) => [...concepts.keys()]));
  const relation = fits.find(
    ({ near, anywhere, unlessNear }) =>
      hasAll(near, around) &&
      hasAll(anywhere, { has: (name) => readings.some(({ concepts }) => concepts.has(name)) }) &&
      !unlessNear.some((name) => around.has(name)),
  );
  if (relation === undefined) return undefined;
  const rows = [...relation.says, ...relation.near, ...relation.anywhere];
  return {
    relation,
    said: rows.map((row) => row.find((name) => around.has(name)) ?? row[0] ?? ""),
  };
}

function hasAll(
  rows: readonly (readonly string[])[],
  names: { has: (name: string) => boolean },
): boolean {
  return rows.every((row) => row.some((name) => names.has(name)));
}

function isSaid(relation: Relation, { statement, concepts }: Reading): boolean {
  const { says, unless, close, ordered, forbids, id } = relation;
  if (!hasAll(says, concepts) || unless.some((name) => concepts.has(name))) return false;
  if (statement.stance === "forbids" && !forbids) return false;
  if (statement.kind === "row" && !ROW_RELATIONS.has(id)) return false;
  return extent(says, concepts) <= close && (!ordered || isInOrder(says, concepts));
}

function isInOrder(rows: readonly (readonly string[])[], concepts: Concepts): boolean {
  let after = -1;
  return rows.every((row) => {
    const places = row.flatMap((name) => concepts.get(name) ?? []).filter((at) => at > after);
    after = Math.min(...places);
    return places.length > 0;
  });
}

/** Under the same headings, or in sections side by side: who cuts an order into steps gives each a heading. */
export function isSameSection(one: readonly string[], other: readonly string[]): boolean {
  return (
    one === other ||
    (one.length === other.length &&
      one.every((name, at) => at === one.length - 1 || name === other[at]))
  );
}

/** The sentences around one, itself included, under the same headings. */
function beside(readings: readonly Reading[], index: number): readonly Reading[] {
  const one = readings[index] as Reading;
  const { view, headings, span, block } = one.statement;
  return readings.slice(Math.max(0, index - SENTENCES), index + SENTENCES + 1).filter((other) => {
    if (other === one) return true;
    const { statement } = other;
    return (
      statement.view === view &&
      (statement.kind === "field") === (one.statement.kind === "field") &&
      // A link that is named once is found in every list of links, so that only its own section goes with it.
      (one.concepts.has("lone")
        ? statement.headings.join("\0") === headings.join("\0")
        : isSameSection(statement.headings, headings)) &&
      Math.abs(statement.block - block) < BLOCKS &&
      Math.abs(statement.span.start - span.start) < FARTHEST &&
      (statement.stance === "asks" || statement.stance === "forbids")
    );
  });
}

/** How far apart the words of all rows stand at best; addresses have no place of their own. */
function extent(rows: readonly (readonly string[])[], concepts: Concepts): number {
  const places = rows
    .filter((row) => row.every((name) => concepts.get(name)?.length !== 0))
    .map((row) => row.flatMap((name) => concepts.get(name) ?? []));
  if (places.length < 2) return 0;
  return Math.min(...places.flat().map((start) => extentFrom(start, places)));
}

function extentFrom(start: number, places: readonly (readonly number[])[]): number {
  const nearest = places.map((row) =>
    row.reduce((best, at) => (Math.abs(at - start) < Math.abs(best - start) ? at : best)),
  );
  return Math.max(...nearest) - Math.min(...nearest);
}
