/** Patterns out of settings, matched without going back: the steps are at most the pattern's length times the text's. */

type Step =
  /** Takes one character. */
  | { readonly kind: "one"; readonly fits: (character: string) => boolean }
  /** Takes nothing, and holds between two characters; a character is empty before the first and after the last. */
  | { readonly kind: "edge"; readonly holds: (before: string, after: string) => boolean }
  /** Goes on at all of these, counted from here. */
  | { readonly kind: "fork"; readonly to: readonly number[] };

/** Steps that follow each other. Distances are relative, so that patterns can be put one after the other. */
export type Pattern = readonly Step[];

export const START: Pattern = [{ kind: "edge", holds: (before) => before === "" }];
export const END: Pattern = [{ kind: "edge", holds: (_, after) => after === "" }];
export const ANY: Pattern = one(() => true);
/** What `.` is in a regular expression. */
export const ANY_IN_LINE: Pattern = one((character) => !/[\n\r\u2028\u2029]/u.test(character));

export function one(fits: (character: string) => boolean): Pattern {
  return [{ kind: "one", fits }];
}

export function literal(wanted: string): Pattern {
  return one((character) => character === wanted);
}

export function optional(body: Pattern): Pattern {
  return [{ kind: "fork", to: [1, body.length + 1] }, ...body];
}

export function anyTimes(body: Pattern): Pattern {
  return optional([...body, { kind: "fork", to: [-body.length - 1] }]);
}

export function eitherOf(branches: readonly Pattern[]): Pattern {
  const starts: number[] = [];
  let length = 1;
  for (const branch of branches) {
    starts.push(length);
    length += branch.length + 1;
  }
  return [
    { kind: "fork", to: starts },
    ...branches.flatMap((branch, index): Pattern => {
      const end = (starts[index] ?? 0) + branch.length;
      return [...branch, { kind: "fork", to: [length - end] }];
    }),
  ];
}

/** Whether the pattern fits a part of the text. */
export function fitsIn(pattern: Pattern, text: string): boolean {
  // As with the flag `u`, a character is a code point.
  const characters = [...text];
  let open: number[] = [];
  for (let at = 0; at <= characters.length; at += 1) {
    const character = characters[at] ?? "";
    const reached = reach(pattern, [...open, 0], characters[at - 1] ?? "", character);
    if (reached.has(pattern.length)) return true;
    open = [];
    for (const index of reached) {
      const step = pattern[index];
      if (step?.kind === "one" && character !== "" && step.fits(character)) open.push(index + 1);
    }
  }
  return false;
}

/** All steps to which these lead without taking a character. */
function reach(
  pattern: Pattern,
  from: readonly number[],
  before: string,
  after: string,
): ReadonlySet<number> {
  const reached = new Set(from);
  // A set also goes through what is added on the way.
  for (const index of reached) {
    const step = pattern[index];
    if (step?.kind === "fork") for (const distance of step.to) reached.add(index + distance);
    else if (step?.kind === "edge" && step.holds(before, after)) reached.add(index + 1);
  }
  return reached;
}
