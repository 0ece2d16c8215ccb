import {
  chooseDialect,
  type Diagnostic,
  dialects,
  findDialect,
  getKey,
  readSkill,
  type InputDefinition,
  unfilledPlaceholders,
  versionIn,
} from "../../../src/skill/index.ts";
import { callOperation } from "./call.ts";

/** A SKILL.md and where it lies. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** Takes it for one of this dialect; otherwise the file tells. */
  readonly dialect?: string;
  /** Files beside it, where they are known. */
  readonly files?: readonly string[];
}

export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly dialect: { readonly id: string; readonly title: string; readonly reason: string };
  readonly name?: string;
  readonly description?: string;
  readonly emoji?: string;
  readonly homepage?: string;
  readonly version?: string;
  readonly inputs: readonly InputDefinition[];
  /** Names in `{{ }}` that no input declares. */
  readonly undeclared: readonly string[];
  readonly body: string;
}

/** Everything that is wrong with a file, and what it says of itself. */
export async function checkSource({ dialect: id, ...skill }: SourceText): Promise<Checked> {
  // What the page cannot know as a format is detected.
  const known = id === undefined || findDialect(id) === undefined ? {} : { dialect: id };
  const { files } = await callOperation("lint", { skills: [skill], ...known });
  const { path, text } = skill;
  const chosen = id === undefined ? {} : { dialect: chooseDialect(id).id };
  const read = readSkill(text, { path, ...chosen }).value;
  if (read === undefined) throw new Error("The skill was not read, although any text can be.");
  const { name, description } = read.dialect.describe(read.reading);
  const { identity, template, body } = read.skill;
  const inputs = template.inputs ?? hostedInputs(text, path);
  return {
    diagnostics: files.flatMap(({ diagnostics }) => diagnostics),
    dialect: { id: read.dialect.id, title: read.dialect.title, reason: read.reason },
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...textOf("emoji", identity),
    ...textOf("homepage", identity),
    ...textOf("version", { version: versionIn(read) }),
    inputs,
    undeclared: unfilledPlaceholders(body, new Set(inputs.map((input) => input.name))),
    body,
  };
}

/** The server fills in what it reads as inputs, whichever format the rest of the file is in. */
function hostedInputs(text: string, path: string): readonly InputDefinition[] {
  const hosted = dialects.find(({ isHosted }) => isHosted === true);
  if (hosted === undefined) return [];
  return readSkill(text, { path, dialect: hosted.id }).value?.skill.template.inputs ?? [];
}

function textOf<Key extends string>(key: Key, from: object): { readonly [Name in Key]?: string } {
  const value = getKey({ ...from }, key);
  // A computed key of one name is that name.
  return (typeof value === "string" ? { [key]: value } : {}) as { readonly [Name in Key]?: string };
}
