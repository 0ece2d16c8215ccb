import type { Statement } from "../context.ts";
import type { ScanCategory, ScanSeverity } from "../finding.ts";
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
  readonly unless: readonly string[];
  readonly unlessNear: readonly string[];
  readonly close: number;
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
  readonly unless?: string;
  readonly unlessNear?: string;
  readonly close?: number;
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
  unless: rowsOf(row.unless).flat(),
  unlessNear: rowsOf(row.unlessNear).flat(),
  close: row.close ?? CLOSE,
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

/** The sentences of a skill as concepts; headings, fields, samples and other people's words ask for nothing. */
export function readingsOf(statements: readonly Statement[]): readonly Reading[] {
  return statements
    .filter(({ kind, stance }) => !UNREAD.has(kind) && stance !== "quotes")
    .map((statement) => ({ statement, concepts: conceptsIn(statement.folded, statement.text) }));
}

const UNREAD: ReadonlySet<Statement["kind"]> = new Set(["heading", "field", "code"]);

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
    ({ near, unlessNear }) => hasAll(near, around) && !unlessNear.some((name) => around.has(name)),
  );
  if (relation === undefined) return undefined;
  const rows = [...relation.says, ...relation.near];
  return { relation, said: rows.map((row) => row.find((name) => around.has(name)) ?? "") };
}

function hasAll(
  rows: readonly (readonly string[])[],
  names: { has: (name: string) => boolean },
): boolean {
  return rows.every((row) => row.some((name) => names.has(name)));
}

function isSaid(relation: Relation, { statement, concepts }: Reading): boolean {
  const { says, unless, close, forbids, id } = relation;
  if (!hasAll(says, concepts) || unless.some((name) => concepts.has(name))) return false;
  if (statement.stance === "forbids" && !forbids) return false;
  if (statement.kind === "row" && !ROW_RELATIONS.has(id)) return false;
  return extent(says, concepts) <= close;
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
      statement.headings.join("\0") === headings.join("\0") &&
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
