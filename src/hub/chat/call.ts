import { splitArguments } from "../../library/index.ts";
import type { InputDefinition } from "../../skill/index.ts";
import { hostedDialect } from "../skills/index.ts";

export interface SkillCall {
  readonly skill: string;
  readonly values: { readonly [input: string]: string };
}

/** The name of the skill that a message calls. */
export function calledSkill(message: string): string | undefined {
  return hostedDialect().chat?.(message, [])?.skill;
}

const PAIR = /^([a-zA-Z0-9_-]+)=/u;

/**
 * What each input gets. `key=value` words at the start go to the inputs of those names, the rest to the input
 * that the whole text goes to where there are none.
 */
export function readCall(
  message: string,
  inputs: readonly InputDefinition[],
): SkillCall | undefined {
  const plain = hostedDialect().chat?.(message, inputs);
  if (plain === undefined) return undefined;
  const text = Object.values(plain.values)[0] ?? "";
  const names = new Set(inputs.map(({ name }) => name));
  const { pairs, rest } = splitPairs(text, names);
  if (Object.keys(pairs).length === 0) return plain;
  if (rest === "") return { skill: plain.skill, values: pairs };
  const open = inputs.filter(({ name }) => !Object.hasOwn(pairs, name));
  const target = open.find(({ required }) => required === true) ?? open[0];
  return {
    skill: plain.skill,
    values: target === undefined ? pairs : { ...pairs, [target.name]: rest },
  };
}

function splitPairs(
  text: string,
  names: ReadonlySet<string>,
): { readonly pairs: { readonly [name: string]: string }; readonly rest: string } {
  const pairs: Record<string, string> = {};
  // Quotes that are not closed; where one is not, no later one of its kind is either.
  const unclosed = new Set<string>();
  let rest = text;
  for (;;) {
    const name = PAIR.exec(rest)?.[1];
    if (name === undefined || !names.has(name)) return { pairs, rest: rest.trim() };
    const word = firstWord(rest, unclosed);
    pairs[name] = (splitArguments(word)[0] ?? "").slice(name.length + 1);
    rest = rest.slice(word.length).trimStart();
  }
}

/** Up to the first blank that is not between quotes. */
function firstWord(text: string, unclosed: Set<string>): string {
  let at = 0;
  while (at < text.length && !/\s/u.test(text.charAt(at))) {
    const mark = text.charAt(at);
    const quoted = unclosed.has(mark) ? undefined : QUOTED[mark];
    if (quoted !== undefined) quoted.lastIndex = at;
    if (quoted?.test(text) === true) at = quoted.lastIndex;
    else {
      unclosed.add(mark);
      at++;
    }
  }
  return text.slice(0, at);
}

const QUOTED: { readonly [mark: string]: RegExp | undefined } = {
  '"': /"(?:[^"\\]|\\[^])*"/uy,
  "'": /'[^']*'/uy,
};
