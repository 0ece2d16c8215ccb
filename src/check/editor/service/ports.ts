/** What the language service asks of the program that it runs in: an editor on a computer, or a page. */
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { WorkspaceEdit } from "vscode-languageserver-types";
import type { Diagnostic, Span } from "../../../skill/index.ts";

/** A skill that is open in an editor, with what the rules say of its present text. */
export interface OpenSkill {
  readonly document: TextDocument;
  /** As findings name the file. */
  readonly shown: string;
  /** Id of the format; empty where the file could not be read. */
  readonly dialect: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** A skill of the workspace, an open one as it is written now. */
export interface LibraryDocument {
  readonly document: TextDocument;
  readonly isOpen: boolean;
}

/** A file that is no skill and names one. */
export interface NamedFile extends LibraryDocument {
  readonly names: readonly Span[];
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** How lists of the skills of one folder have one of them. */
export interface ListedSkill {
  /** Skills of the folder. */
  readonly total: number;
  readonly lists: readonly {
    /** Of the system. */
    readonly title: string;
    /** Of its entry. */
    readonly characters: number;
    readonly state: "whole" | "shortened" | "name alone" | "left out";
  }[];
}

export interface LanguagePorts<Skill extends OpenSkill> {
  /** Undefined for a document that is no skill. */
  readonly find: (uri: string) => Skill | undefined;
  /** What others add to the findings of the rules: the scanner, and those who look at all skills together. */
  readonly extra: (skill: Skill) => readonly Diagnostic[];
  /** The text after all fixes that keep the meaning. */
  readonly fixAll: (skill: Skill) => string;
  /** Id of the format that another text would have in the same place. */
  readonly detect: (skill: Skill, text: string) => string;
  /** Id of the format whose fields are offered. */
  readonly fieldsFrom: (dialect: string, skill: Skill) => string;
  /** What lies in a folder of the skill: an empty path, or one that ends in `/`. */
  readonly entries: (skill: Skill, folder: string) => readonly FolderEntry[];
  /** The address of a file of the skill, by its path from the folder of the skill; undefined where there is none. */
  readonly resolve: (skill: Skill, path: string) => string | undefined;
  /** The address of a file that findings name. */
  readonly toUri: (skill: Skill, shown: string) => string | undefined;
  /** The address of the page about a code; undefined where there is none. */
  readonly pageOf?: (code: string) => string | undefined;
  readonly library: (skill: Skill) => readonly LibraryDocument[];
  /** Why the folder of a skill cannot have another name. */
  readonly whyNotRenamed: (folder: string, name: string) => string | undefined;
  /** What is left to do once the folder of a skill has another name. */
  readonly afterRename?: (folder: string) => string | undefined;
  /** The evaluation files in the folders of these skills that name one. */
  readonly evaluations?: (skills: readonly LibraryDocument[], name: string) => readonly NamedFile[];
  readonly loadTokenCounter: () => Promise<(text: string) => number>;
  readonly showMessage: (text: string) => void;
  /** Has the user choose one of some titles; undefined if nothing was chosen, or there is no person to ask. */
  readonly choose: (message: string, titles: readonly string[]) => Promise<string | undefined>;
  readonly applyEdit: (edit: WorkspaceEdit) => Promise<void>;
  /** The texts of the files `evals/benchmark*.json` beside the skill. */
  readonly benchmarks: (skill: Skill) => readonly string[];
  readonly listed: (skill: Skill) => ListedSkill;
}

/** What an editor asked for cannot be done; it is told why. */
export class EditorRefusal extends Error {}
