import { findPlaceholders, type InputDefinition } from "../../skill/index.ts";

type Values = { readonly [name: string]: string };

/** The sentence for the first required input that has no value; a default does not stand in for it. */
export function missingInput(
  inputs: readonly InputDefinition[],
  values: Values,
): string | undefined {
  const missing = inputs.find(
    ({ name, required }) =>
      required === true && (!Object.hasOwn(values, name) || values[name] === ""),
  );
  return missing === undefined ? undefined : `Missing required input: '${missing.name}'`;
}

/** Values that were given in vain: without an input of the name, or without a place in the prompt. */
export function inputWarnings(
  inputs: readonly InputDefinition[],
  values: Values,
  prompt: string,
): readonly string[] {
  const declared = new Set(inputs.map(({ name }) => name));
  const used = new Set(findPlaceholders(prompt).map(({ name }) => name));
  return Object.keys(values).flatMap((name) => {
    if (!declared.has(name))
      return [`Unexpected input \`${name}\`, expected one that the skill declares; it is ignored.`];
    if (!used.has(name))
      return [`Unexpected input \`${name}\`, expected one that the prompt uses; it has no effect.`];
    return [];
  });
}
