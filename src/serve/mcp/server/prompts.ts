import {
  type GetPromptResult,
  type Prompt,
  type PromptArgument,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { suggest, oneLine } from "../../../skill/model/index.ts";
import {
  ALL_ARGUMENTS,
  type BaseFolder,
  type Catalog,
  type CatalogView,
  buildInstructions,
  type ServedSkill,
  type SkillWithBody,
  takesArguments,
  valueOf,
} from "../../../app/catalog/index.ts";
import { buildMeta } from "./meta.ts";

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
    _meta: { ...buildMeta(skill), skill_id: skill.id },
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

/** Undefined where there is no such skill, or its file changes all the time. */
export async function readServed(
  view: CatalogView,
  find: (catalog: Catalog) => ServedSkill | undefined,
): Promise<SkillWithBody | undefined> {
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
  const text = buildInstructions(read, values, base);
  return {
    description: skill.description,
    messages: [{ role: "user", content: { type: "text", text } }],
    _meta: { ...buildMeta(skill), skill_id: skill.id },
  };
}

function unknownPrompt(catalog: Catalog, name: string): ProtocolError {
  const names = promptSkills(catalog).map((item) => item.path);
  const near = suggest(name, names);
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

function words(names: readonly string[]): string {
  return names.length === 0 ? "none" : `only \`${names.join("`, `")}\``;
}
