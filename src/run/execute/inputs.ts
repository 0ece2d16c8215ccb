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

/** Everything that a run will do otherwise than its user may have meant. */
export function runWarnings(
  skill: Pick<Skill, "template" | "body">,
  dialect: Pick<Dialect, "placeholders">,
  values: Values,
): readonly string[] {
  return [...inputWarnings(skill, dialect, values), ...placeholderWarnings(skill, dialect)];
}

/** Values that were given in vain: without an input of the name, or without a place in the prompt. */
function inputWarnings(
  skill: Pick<Skill, "template" | "body">,
  dialect: Pick<Dialect, "placeholders">,
  values: Values,
): readonly string[] {
  const declared = declaredBy(skill);
  const used = usedBy(skill, dialect);
  return Object.keys(values).flatMap((name) => {
    if (!declared.has(name)) return [`The skill declares no input \`${name}\`; it is ignored.`];
    if (!used.has(name))
      return [`The prompt does not use the input \`${name}\`; it has no effect.`];
    return [];
  });
}

/** Places of the prompt that no input fills. */
function placeholderWarnings(
  skill: Pick<Skill, "template" | "body">,
  dialect: Pick<Dialect, "placeholders">,
): readonly string[] {
  const declared = declaredBy(skill);
  return [...usedBy(skill, dialect)].flatMap((name) =>
    declared.has(name) ? [] : [`No input fills the placeholder \`${name}\`; it becomes empty.`],
  );
}

function declaredBy({ template: { inputs = [] } }: Pick<Skill, "template">): ReadonlySet<string> {
  return new Set(inputs.map(({ name }) => name));
}

function usedBy(
  { body }: Pick<Skill, "body">,
  { placeholders }: Pick<Dialect, "placeholders">,
): ReadonlySet<string> {
  // Elsewhere braces are text like any other.
  if (!placeholders.includes("double-brace")) return new Set();
  return new Set(findPlaceholders(body).map(({ name }) => name));
}
