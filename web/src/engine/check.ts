import { fixText, lint, type LintOptions } from "../../../src/check/index.ts";
import {
  chooseDialect,
  type Diagnostic,
  findDialect,
  getKey,
  readSkill,
  type InputDefinition,
  versionIn,
} from "../../../src/skill/index.ts";

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
  readonly body: string;
}

/** Everything that is wrong with a file, and what it says of itself. */
export function checkSource(source: SourceText): Checked {
  const { path, text, dialect } = source;
  const report = lint([toInput(source)], optionsOf(source));
  const chosen = dialect === undefined ? {} : { dialect: chooseDialect(dialect).id };
  const read = readSkill(text, { path, ...chosen }).value;
  if (read === undefined) throw new Error("The skill was not read, although any text can be.");
  const { name, description } = read.dialect.describe(read.reading);
  const { identity, template } = read.skill;
  return {
    diagnostics: report.files.flatMap(({ diagnostics }) => diagnostics.map(withoutCause)),
    dialect: { id: read.dialect.id, title: read.dialect.title, reason: read.reason },
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...textOf("emoji", identity),
    ...textOf("homepage", identity),
    ...textOf("version", { version: versionIn(read) }),
    inputs: template.inputs ?? [],
    body: read.skill.body,
  };
}

function textOf<Key extends string>(key: Key, from: object): { readonly [Name in Key]?: string } {
  const value = getKey({ ...from }, key);
  // A computed key of one name is that name.
  return (typeof value === "string" ? { [key]: value } : {}) as { readonly [Name in Key]?: string };
}

/** Applies every fix that keeps the meaning. */
export function fixSource(source: SourceText): string {
  return fixText(toInput(source), optionsOf(source)).text;
}

function toInput({ path, text, files }: SourceText): Parameters<typeof fixText>[0] {
  const known = files === undefined ? undefined : new Set(files);
  return {
    path,
    text,
    ...(known === undefined ? {} : { files: { has: (file: string) => known.has(file) } }),
  };
}

function optionsOf({ dialect }: SourceText): LintOptions {
  if (dialect === undefined || findDialect(dialect) === undefined) return {};
  return { dialect: chooseDialect(dialect).id };
}

/** A cause is an object of the engine, which cannot leave its thread. */
function withoutCause({ cause: _cause, ...rest }: Diagnostic): Diagnostic {
  return rest;
}
