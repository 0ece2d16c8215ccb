/** Differences between two texts as a unified diff, line by line. */

type Step = readonly [kind: " " | "-" | "+", line: string];

const CONTEXT = 3;
/** Beyond this many changed lines the smallest difference is not worth its time. */
const MAX_CHANGES = 1000;

export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return "";
  const steps = compare(splitLines(before), splitLines(after));
  const hunks = groupHunks(steps).map((hunk) => renderHunk(steps, hunk));
  return [`--- a/${path}\n`, `+++ b/${path}\n`, ...hunks].join("");
}

/** Lines with their ends, so that a change of a line end shows. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function keep(line: string): Step {
  return [" ", line];
}

function compare(before: readonly string[], after: readonly string[]): readonly Step[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    ...before.slice(0, start).map(keep),
    ...compareMiddle(
      before.slice(start, before.length - end),
      after.slice(start, after.length - end),
    ),
    ...before.slice(before.length - end).map(keep),
  ];
}

/** The shortest way from one list to the other, after Myers. */
function compareMiddle(before: readonly string[], after: readonly string[]): readonly Step[] {
  const furthest = new Map<number, number>([[1, 0]]);
  const trace: ReadonlyMap<number, number>[] = [];
  const limit = Math.min(before.length + after.length, MAX_CHANGES);
  for (let changes = 0; changes <= limit; changes++) {
    trace.push(new Map(furthest));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const goesDown = isDown(furthest, diagonal, changes);
      let x = goesDown ? reach(furthest, diagonal + 1) : reach(furthest, diagonal - 1) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal])
        x++;
      furthest.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return walkBack(before, after, trace);
    }
  }
  return [...before.map((line): Step => ["-", line]), ...after.map((line): Step => ["+", line])];
}

function reach(furthest: ReadonlyMap<number, number>, diagonal: number): number {
  return furthest.get(diagonal) ?? 0;
}

function isDown(furthest: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean {
  if (diagonal === -changes) return true;
  return diagonal !== changes && reach(furthest, diagonal - 1) < reach(furthest, diagonal + 1);
}

function walkBack(
  before: readonly string[],
  after: readonly string[],
  trace: readonly ReadonlyMap<number, number>[],
): readonly Step[] {
  const steps: Step[] = [];
  let x = before.length;
  let y = after.length;
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const furthest = trace[changes] as ReadonlyMap<number, number>;
    const diagonal = x - y;
    const previous = isDown(furthest, diagonal, changes) ? diagonal + 1 : diagonal - 1;
    const fromX = changes === 0 ? 0 : reach(furthest, previous);
    const fromY = changes === 0 ? 0 : fromX - previous;
    while (x > fromX && y > fromY) {
      steps.push([" ", before[--x] as string]);
      y--;
    }
    if (changes === 0) break;
    if (x > fromX) steps.push(["-", before[--x] as string]);
    else steps.push(["+", after[--y] as string]);
  }
  return steps.reverse();
}

interface Hunk {
  readonly start: number;
  readonly end: number;
}

/** Changes with the lines around them; those that come near each other stand together. */
function groupHunks(steps: readonly Step[]): readonly Hunk[] {
  const hunks: { start: number; end: number }[] = [];
  for (const [index, [kind]] of steps.entries()) {
    if (kind === " ") continue;
    const start = Math.max(0, index - CONTEXT);
    const end = Math.min(steps.length, index + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else hunks.push({ start, end });
  }
  return hunks;
}

function renderHunk(steps: readonly Step[], { start, end }: Hunk): string {
  const earlier = steps.slice(0, start);
  const shown = steps.slice(start, end);
  const side = (without: "-" | "+"): string => {
    const lines = (list: readonly Step[]): number =>
      list.filter(([kind]) => kind !== without).length;
    const length = lines(shown);
    return `${lines(earlier) + (length === 0 ? 0 : 1)},${length}`;
  };
  const body = shown.map(([kind, line]) =>
    line.endsWith("\n") ? kind + line : `${kind}${line}\n\\ No newline at end of file\n`,
  );
  return `@@ -${side("+")} +${side("-")} @@\n${body.join("")}`;
}
