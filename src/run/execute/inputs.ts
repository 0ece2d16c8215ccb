import {
  type Dialect,
  findPlaceholders,
  type InputDefinition,
  type Skill,
} from "../../skill/index.ts";

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

/** Values that were given in vain, without an input of the name or a place in the prompt; and places without an input. */
export function inputWarnings(
  { template: { inputs = [] }, body }: Pick<Skill, "template" | "body">,
  { placeholders }: Pick<Dialect, "placeholders">,
  values: Values,
): readonly string[] {
  // Elsewhere braces are text like any other.
  const prompt = placeholders.includes("double-brace") ? body : "";
  const declared = new Set(inputs.map(({ name }) => name));
  const used = new Set(findPlaceholders(prompt).map(({ name }) => name));
  const empty = [...used].filter((name) => !declared.has(name));
  return [
    ...vain(values, declared, used),
    ...empty.map(
      (name) =>
        `Unexpected placeholder \`${name}\`, expected one that an input fills; it becomes empty.`,
    ),
  ];
}

function vain(
  values: Values,
  declared: ReadonlySet<string>,
  used: ReadonlySet<string>,
): readonly string[] {
  return Object.keys(values).flatMap((name) => {
    if (!declared.has(name))
      return [`Unexpected input \`${name}\`, expected one that the skill declares; it is ignored.`];
    if (!used.has(name))
      return [`Unexpected input \`${name}\`, expected one that the prompt uses; it has no effect.`];
    return [];
  });
}
