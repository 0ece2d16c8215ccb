/** What an operation takes, as plain data: every interface makes its own words, schemas and help from it. */
import type { Json } from "../skill/model/index.ts";

/** A skill by its path or name, or with its text sent along. */
export type SkillRef = string | InlineSkill;

export interface InlineSkill {
  /** Where the text would be stored: decides the name of its folder, and stands in diagnostics. */
  readonly path: string;
  readonly text: string;
  /** The files beside it, where they are known: links are looked for among them, and scans read them. */
  readonly files?: readonly (string | InlineFile)[];
  /** As it was read, where the caller is on this computer: what is no UTF-8 is told from it. */
  readonly bytes?: Uint8Array;
}

/** A file beside the text of a skill: its content as text or in Base64, or as it was read on this computer. */
export interface InlineFile {
  /** From the folder of the skill. */
  readonly path: string;
  readonly text?: string;
  readonly base64?: string;
  readonly bytes?: Uint8Array;
  /** The size where the content is left out. */
  readonly size?: number;
}

export interface Field {
  readonly kind:
    | "text"
    | "number"
    | "flag"
    | "choice"
    | "dialect"
    | "code"
    | "file"
    | "folder"
    | "skill"
    | "document"
    | "json";
  /** One sentence. */
  readonly doc: string;
  readonly required?: true;
  /** Of a skill that is named, every file is read instead of its SKILL.md alone. */
  readonly isWhole?: true;
  readonly many?: true;
  /** On the command line: a comma in a value of a list is part of it. */
  readonly isVerbatim?: true;
  readonly choices?: readonly string[];
  /** On the command line: an argument instead of an option. */
  readonly positional?: true;
  /** On the command line: the letter of the option. */
  readonly short?: string;
  /** On the command line: the word that stands for the value in help. */
  readonly placeholder?: string;
  /** Only for callers on this computer. `file` and `folder` are local by their kind. */
  readonly only?: "local";
}

export interface Fields {
  readonly [name: string]: Field;
}

type Value<F extends Field> = F extends { readonly kind: "flag" }
  ? boolean
  : F extends { readonly kind: "number" }
    ? number
    : F extends { readonly kind: "skill" | "document" }
      ? SkillRef
      : F extends { readonly kind: "json" }
        ? Json
        : F extends { readonly choices: readonly (infer Choice)[] }
          ? Choice
          : string;

type Present = { readonly required: true } | { readonly many: true } | { readonly kind: "flag" };

/** The input of an operation by its fields. Flags and lists are always there. */
export type InputOf<F extends Fields> = {
  readonly [N in keyof F as F[N] extends Present ? N : never]: F[N] extends { readonly many: true }
    ? readonly Value<F[N]>[]
    : Value<F[N]>;
} & {
  readonly [N in keyof F as F[N] extends Present ? never : N]?: Value<F[N]>;
};
