import {
  detectDialect,
  type Diagnostic,
  type JsonObject,
  readDocument,
  type Skill,
  SkillError,
  skillOf,
} from "../../../skill/index.ts";
import { readStored } from "./check.ts";
import { withoutOwner } from "./owner.ts";

/** A SKILL.md of the store. */
export interface SkillSource {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a file says: data alone, so that it can be read in another process. */
export interface SkillContent {
  readonly text: string;
  readonly skill: Skill;
  /** Frontmatter as the server sees it. */
  readonly view: JsonObject;
  readonly description: string | undefined;
  /** Id of the format in which its author wrote it. */
  readonly format: string;
  /** The file without the line of the owner, as its author wrote it. */
  readonly source: string;
}

export type SkillReading =
  | { readonly content: SkillContent }
  /** Why the server does not take it for a skill. */
  | { readonly refusal: Diagnostic };

export function readSkillSource({ name, bytes }: SkillSource): SkillReading {
  try {
    const text = new TextDecoder().decode(bytes);
    const reading = readStored(name, text);
    const { view, dialect } = reading;
    const { description } = dialect.describe(reading);
    const source = withoutOwner(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
    const { frontmatter } = readDocument(source);
    const format = detectDialect(frontmatter, `${name}/SKILL.md`).dialect.id;
    return { content: { text, skill: skillOf(reading), view, description, source, format } };
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return { refusal: error.diagnostic };
  }
}
