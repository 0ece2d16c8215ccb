import type { Reading } from "./relations.ts";
import written from "./weights.json" with { type: "json" };

/**
 * How much a concept counts towards an attack: where a sentence says it, where one beside it does, and where it has nothing to
 * do with the purpose that the skill declares. `npm run scan:weights` makes the table from labelled skills.
 */
interface Weights {
  /** Above it, a sentence and those beside it are told. */
  readonly most: number;
  readonly concepts: { readonly [concept: string]: readonly (number | undefined)[] };
}

/** What counts in one place: 0 where it is said, 1 where it is said beside it, 2 where it is beyond the purpose. */
export interface Count {
  readonly concept: string;
  readonly place: 0 | 1 | 2;
}

const WEIGHTS: Weights = written;

/** Sentences on each side that are weighed with one, and how many paragraphs apart they may stand. */
const SENTENCES = 2;
const BLOCKS = 3;

/** What a prohibition keeps from somebody, where others keep somebody from harm. */
const KEPT = ["hush", "kept", "unasked", "waived"] as const;

/** Whether a sentence asks for something or keeps something back; cells of tables and samples do neither. */
export function isWeighed({ statement: { kind, stance }, concepts }: Reading): boolean {
  if (kind !== "sentence" && kind !== "comment") return false;
  return stance === "asks" || (stance === "forbids" && KEPT.some((name) => concepts.has(name)));
}

/** What is weighed of one sentence among those that are weighed; nothing of what waits for the user's word. */
export function countsAt(readings: readonly Reading[], index: number): readonly Count[] {
  const one = readings[index];
  if (one === undefined || one.concepts.has("agreed")) return [];
  const counts: Count[] = [];
  for (const concept of one.concepts.keys()) {
    counts.push({ concept, place: 0 });
    if (!one.purpose.has(concept)) counts.push({ concept, place: 2 });
  }
  for (const concept of conceptsBeside(readings, index, one)) counts.push({ concept, place: 1 });
  return counts;
}

function conceptsBeside(
  readings: readonly Reading[],
  index: number,
  { statement: { view, block, headings } }: Reading,
): ReadonlySet<string> {
  const isHere = (other: readonly string[]): boolean =>
    other === headings ||
    (other.length === headings.length && other.every((name, at) => name === headings[at]));
  const near = readings
    .slice(Math.max(0, index - SENTENCES), index + SENTENCES + 1)
    .filter(
      ({ statement }) =>
        statement.view === view &&
        Math.abs(statement.block - block) <= BLOCKS &&
        isHere(statement.headings),
    );
  return new Set(near.flatMap(({ concepts }) => [...concepts.keys()]));
}

function weigh(counts: readonly Count[], { concepts }: Weights): number {
  return counts.reduce((sum, { concept, place }) => sum + (concepts[concept]?.[place] ?? 0), 0);
}

/** Concepts that are named of those that weigh most. */
const NAMED = 5;

/** The concepts for which the sentence at `index` and those beside it add up to an attack. */
export function weighedAt(
  readings: readonly Reading[],
  index: number,
): readonly string[] | undefined {
  const counts = countsAt(readings, index);
  if (weigh(counts, WEIGHTS) <= WEIGHTS.most) return undefined;
  const sums = new Map<string, number>();
  for (const count of counts)
    sums.set(count.concept, (sums.get(count.concept) ?? 0) + weigh([count], WEIGHTS));
  return [...sums]
    .filter(([, sum]) => sum > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, NAMED)
    .map(([concept]) => concept);
}
