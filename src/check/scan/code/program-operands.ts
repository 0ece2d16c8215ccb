/** Which of the words after a program are files, and which are options and what they are set to. */
import type { Value } from "./value.ts";
import { shapeOf } from "./value.ts";

export interface Operands {
  /** In their order, without options. */
  readonly files: readonly Value[];
  /** By its name without dashes, in lower case. */
  readonly options: ReadonlyMap<string, Value>;
}

/** Options of `cp`, `mv`, `ln` and `install` that are followed by a value. */
const COPYING = /^(?:-[tmogS]|--(?:target-directory|mode|owner|group|suffix))$/;
/** Every parameter of these commands takes a value, but for switches. */
const SWITCHES =
  /^-(?:force|recurse|passthru|nonewline|append|noclobber|whatif|confirm|asbytestream|container)$/i;

export function readOperands(program: string, words: readonly Value[]): Operands {
  // PowerShell names its commands by a verb and a noun.
  const isPowerShell = program.includes("-");
  const takesValue = (word: string): boolean =>
    isPowerShell ? /^-[a-z]+$/i.test(word) && !SWITCHES.test(word) : COPYING.test(word);
  const files: Value[] = [];
  const options = new Map<string, Value>();
  let name: string | undefined;
  for (const word of words) {
    const shape = shapeOf(word) ?? "";
    if (name !== undefined) {
      options.set(name, word);
      name = undefined;
    } else if (takesValue(shape)) name = shape.replace(/^-+/, "").toLowerCase();
    else if (!shape.startsWith("-")) files.push(word);
  }
  return { files, options };
}
