/** What a scaffold is: files to write, lines to add to lists, and what is left for the author. */
export interface Scaffold {
  /** What the name stands for, such as `my-rule`. */
  readonly example: string;
  /** The second word of the command, where there is one. */
  readonly title: string;
  readonly plan: (name: ScaffoldName) => ScaffoldPlan;
}

export interface ScaffoldName {
  /** As it was given: `my-rule`. */
  readonly id: string;
  /** As a variable: `myRule`. */
  readonly variable: string;
  /** As a type: `MyRule`. */
  readonly type: string;
  readonly title: string;
}

export interface ScaffoldPlan {
  readonly files: { readonly [path: string]: string };
  readonly lines?: readonly ListLine[];
  /** What the author does next, a sentence each. */
  readonly next: readonly string[];
}

/** A line that is put behind the last line that matches, or before the first one. */
export interface ListLine {
  readonly path: string;
  readonly line: string;
  readonly after?: RegExp;
  readonly before?: RegExp;
}

export function toName(id: string, title: string): ScaffoldName {
  const type = id.replaceAll(/(?:^|-)([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());
  return { id, type, variable: type.charAt(0).toLowerCase() + type.slice(1), title };
}

/** The text of a file with a line more. Says so where its place is not there any more. */
export function addLine(text: string, { path, line, after, before }: ListLine): string {
  const lines = text.split("\n");
  const at =
    after === undefined
      ? lines.findIndex((one) => before?.test(one) === true)
      : lines.findLastIndex((one) => after.test(one)) + 1;
  if (at === (after === undefined ? -1 : 0))
    throw new Error(`${path} has no place for \`${line.trim()}\` any more. Mend the scaffold.`);
  return lines.toSpliced(at, 0, line).join("\n");
}
