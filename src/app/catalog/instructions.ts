/** The instructions of a served skill, as a model is given them. */
import { renderInstructions } from "../../library/session/index.ts";
import { renderTemplate } from "../../skill/index.ts";
import type { ServedSkill } from "./catalog.ts";
import { skillUri } from "./uris.ts";

/** The one argument of skills whose author gave none a name. */
export const ALL_ARGUMENTS = "arguments";

/** Where `{baseDir}` leads: the folder where client and server share a machine, else its address. */
export type BaseFolder = "disk" | "address";

/** A skill with its instructions, both of one moment. */
export interface SkillWithBody {
  readonly skill: ServedSkill;
  readonly body: string;
}

/** Systems with a place for arguments take some always, others where the author speaks of them. */
export function takesArguments(
  { invocation }: ServedSkill["skill"],
  placeholders: ServedSkill["reading"]["dialect"]["placeholders"],
): boolean {
  const { argumentNames = [], argumentHint } = invocation;
  return (
    placeholders.includes("arguments") || argumentNames.length > 0 || argumentHint !== undefined
  );
}

/** Skills name their arguments, also such as `constructor`. */
export function valueOf(values: { readonly [name: string]: string }, name: string): string {
  return (Object.hasOwn(values, name) ? values[name] : undefined) ?? "";
}

/** The instructions of a skill with values for its placeholders, as its own system fills them in. */
export function buildInstructions(
  { skill: served, body: written }: SkillWithBody,
  values: { readonly [name: string]: string },
  base: BaseFolder,
): string {
  const { skill, reading, path, folder } = served;
  const { placeholders } = reading.dialect;
  const baseDir = base === "disk" ? folder : skillUri(path);
  const { argumentNames = [] } = skill.invocation;
  const body = placeholders.includes("double-brace")
    ? renderTemplate(written, skill.template.inputs ?? [], values)
    : written;
  const typed =
    argumentNames.length === 0
      ? (values[ALL_ARGUMENTS] ?? "")
      : typedArguments(argumentNames.map((item) => valueOf(values, item)));
  const filled: typeof placeholders =
    !placeholders.includes("double-brace") && takesArguments(skill, placeholders)
      ? [...new Set([...placeholders, "arguments" as const])]
      : placeholders;
  return renderInstructions(body, filled, {
    baseDir,
    arguments: typed,
    argumentNames,
    variables: variablesOf(served, baseDir),
  });
}

/** One text that a shell would split into these words; those at the end that are empty stay away. */
function typedArguments(values: readonly string[]): string {
  const last = values.findLastIndex((value) => value !== "");
  return values
    .slice(0, last + 1)
    .map((value) =>
      /^[\w./:@%+=,-]+$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, "\\$&")}"`,
    )
    .join(" ");
}

/** Variables of which only the folder is known here; the others stay as they are. */
function variablesOf(
  { reading }: ServedSkill,
  baseDir: string,
): { readonly [name: string]: string } {
  const names = Object.entries(reading.dialect.homes?.variables ?? {});
  return Object.fromEntries(
    names.flatMap(([name, meaning]) => (meaning === "skill-folder" ? [[name, baseDir]] : [])),
  );
}
