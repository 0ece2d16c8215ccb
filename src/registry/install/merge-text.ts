/** Which side counts where both changed the same. */
export type Preference = "local" | "new";

export interface JoinedText {
  readonly text: string;
  /** Both sides stand in the text, between marks. */
  readonly hasConflict: boolean;
}

/** The same text three times: as it was, as it is here, and as it is in the new version. */
export interface ThreeTexts {
  readonly base: string;
  readonly local: string;
  readonly next: string;
}

/** Joins what both sides changed, line by line. */
export async function joinLines(
  { base, local, next }: ThreeTexts,
  preference: Preference | undefined,
): Promise<JoinedText> {
  const { diff3Merge } = await import("node-diff3");
  const { before, middles, after } = cutCommon([linesOf(local), linesOf(base), linesOf(next)]);
  // Where the same lines stand too often, each side counts as one piece.
  const isTooMuch = countPairs(middles) > MOST_PAIRS;
  const [a = [], o = [], b = []] = isTooMuch ? middles.map((lines) => [lines.join("")]) : middles;
  const regions = diff3Merge(a, o, b, { excludeFalseConflicts: true });
  let hasConflict = false;
  const merged = regions.flatMap(({ ok, conflict }) => {
    if (ok !== undefined) return ok;
    if (conflict === undefined) return [];
    if (preference !== undefined) return preference === "local" ? conflict.a : conflict.b;
    hasConflict = true;
    return [
      "<<<<<<< here\n",
      ...ended(conflict.a),
      "=======\n",
      ...ended(conflict.b),
      ">>>>>>> new version\n",
    ];
  });
  return { text: [...before, ...merged, ...after].join(""), hasConflict };
}

/** The library compares each line with all that are equal, so that their number is what it costs. */
const MOST_PAIRS = 2_000_000;

interface Cut {
  readonly before: readonly string[];
  readonly middles: readonly string[][];
  readonly after: readonly string[];
}

/** What all begin and end with needs no comparison. */
function cutCommon(texts: readonly string[][]): Cut {
  const [first = [], ...others] = texts;
  const shortest = Math.min(...texts.map((lines) => lines.length));
  const isSame = (at: number): boolean => others.every((lines) => lines.at(at) === first.at(at));
  let start = 0;
  while (start < shortest && isSame(start)) start++;
  let end = 0;
  while (end < shortest - start && isSame(-1 - end)) end++;
  return {
    before: first.slice(0, start),
    middles: texts.map((lines) => lines.slice(start, lines.length - end)),
    after: first.slice(first.length - end),
  };
}

function countPairs([local = [], base = [], next = []]: readonly string[][]): number {
  const counts = new Map<string, number>();
  for (const line of base) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...local, ...next].reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}

/** Lines with their ends, so that a change of a line end is a change. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** A mark needs a line of its own, also after a last line without an end. */
function ended(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line.endsWith("\n") ? line : `${line}\n`));
}
