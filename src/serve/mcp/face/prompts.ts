import {
  type GetPromptResult,
  type Prompt,
  type PromptArgument,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { renderInstructions } from "../../../library/session/index.ts";
import { nearestWord, oneLine } from "../../../skill/model/index.ts";
import { renderTemplate } from "../../../skill/index.ts";
import type { Catalog, ServedSkill } from "../catalog/catalog.ts";
import type { CatalogView } from "../catalog/view.ts";
import { skillUri } from "../uris.ts";
import { metaOf } from "./meta.ts";

/** The one argument of skills whose author gave none a name. */
const ALL_ARGUMENTS = "arguments";

/** Skills that a user may start, in the order of their names. */
export function promptSkills({ skills }: Catalog): readonly ServedSkill[] {
  return skills.filter(({ isPrompt }) => isPrompt);
}

export function promptOf(skill: ServedSkill): Prompt {
  const { path, title, description } = skill;
  const list = promptArguments(skill);
  return {
    name: path,
    ...(title === undefined ? {} : { title }),
    description,
    ...(list.length === 0 ? {} : { arguments: [...list] }),
    _meta: { ...metaOf(skill), skill_id: skill.id },
  };
}

/** Inputs of a template, names that the skill gives to its arguments, or all of them as one text. */
export function promptArguments({ skill, reading }: ServedSkill): readonly PromptArgument[] {
  const { placeholders } = reading.dialect;
  const { inputs = [] } = skill.template;
  if (placeholders.includes("double-brace"))
    return inputs.map(({ name, label, description, required, default: preset }) => ({
      name,
      ...(label === undefined ? {} : { title: oneLine(label) }),
      // Few clients show titles of arguments.
      ...describing(description ?? label),
      required: required === true && preset === undefined,
    }));
  if (!takesArguments(skill, placeholders)) return [];
  const { argumentNames = [], argumentHint } = skill.invocation;
  if (argumentNames.length === 0)
    return [{ name: ALL_ARGUMENTS, ...describing(argumentHint), required: false }];
  const hints = hintWords(argumentHint);
  return argumentNames.map((name, index) => ({
    name,
    ...describing(hints[index]),
    required: false,
  }));
}

/** Systems with a place for arguments take some always, others where the author speaks of them. */
function takesArguments(
  { invocation }: ServedSkill["skill"],
  placeholders: ServedSkill["reading"]["dialect"]["placeholders"],
): boolean {
  const { argumentNames = [], argumentHint } = invocation;
  return (
    placeholders.includes("arguments") || argumentNames.length > 0 || argumentHint !== undefined
  );
}

function describing(description: string | undefined): Pick<PromptArgument, "description"> {
  return description === undefined ? {} : { description: oneLine(description) };
}

/** `[pr-number] [low|high]` has a word for each argument. */
export function hintWords(hint: string | undefined): readonly string[] {
  return (
    hint?.match(/\[[^[\]]*\]|<[^<>]*>|\S+/g)?.map((word) => word.replaceAll(/^[[<]|[\]>]$/g, "")) ??
    []
  );
}

/** Where `{baseDir}` leads: the folder where client and server share a machine, else its address. */
export type BaseFolder = "disk" | "address";

/** A skill with its instructions, both of one moment. */
export interface ReadSkill {
  readonly skill: ServedSkill;
  readonly body: string;
}

/** Undefined where there is no such skill, or its file changes all the time. */
export async function readServed(
  view: CatalogView,
  find: (catalog: Catalog) => ServedSkill | undefined,
): Promise<ReadSkill | undefined> {
  let skill: ServedSkill | undefined;
  const read = await view.read((catalog) => {
    skill = find(catalog);
    return skill?.authored;
  });
  if (read === undefined || skill === undefined) return undefined;
  return { skill, body: skill.reading.of(read.bytes).body };
}

/** What a user starts: the instructions with the values filled in. */
export async function getPrompt(
  view: CatalogView,
  name: string,
  values: { readonly [name: string]: string },
  base: BaseFolder,
): Promise<GetPromptResult> {
  const read = await readServed(view, ({ byPath }) => {
    const skill = byPath.get(name);
    return skill?.isPrompt === true ? skill : undefined;
  });
  if (read === undefined) throw unknownPrompt(view.current, name);
  const { skill } = read;
  checkValues(skill, values);
  const text = instructionsOf(read, values, base);
  return {
    description: skill.description,
    messages: [{ role: "user", content: { type: "text", text } }],
    _meta: { ...metaOf(skill), skill_id: skill.id },
  };
}

function unknownPrompt(catalog: Catalog, name: string): ProtocolError {
  const names = promptSkills(catalog).map((item) => item.path);
  const near = nearestWord(name, names);
  const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `No prompt \`${name}\` is listed.${hint}`,
  );
}

function checkValues(skill: ServedSkill, values: { readonly [name: string]: string }): void {
  const known = promptArguments(skill);
  const missing = known.find((item) => item.required === true && valueOf(values, item.name) === "");
  if (missing !== undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Missing value for \`${missing.name}\`.`,
    );
  const odd = Object.keys(values).find((key) => !known.some(({ name }) => name === key));
  if (odd === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown argument \`${odd}\`; the arguments are ${words(known.map(({ name }) => name))}.`,
  );
}

/** Skills name their arguments, also such as `constructor`. */
function valueOf(values: { readonly [name: string]: string }, name: string): string {
  return (Object.hasOwn(values, name) ? values[name] : undefined) ?? "";
}

function words(names: readonly string[]): string {
  return names.length === 0 ? "none" : `only \`${names.join("`, `")}\``;
}

/** The instructions of a skill with values for its placeholders, as its own system fills them in. */
export function instructionsOf(
  { skill: served, body: written }: ReadSkill,
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
