/** What an analysis of code tells, with the place of each fact in the file as it was written. */
import type { Span } from "../../../skill/index.ts";
import type { DecodeKind } from "../finding.ts";
import type { GrammarLanguage } from "./syntax.ts";

export interface Place {
  readonly file: string;
  readonly span: Span;
  /** A file of its own, a block in Markdown, or a command between backticks. */
  readonly origin: "file" | "fence" | "inline";
  /** Of the text of the skill, also for code in another language within it. */
  readonly language: GrammarLanguage | "other";
}

export type SourceKind =
  /** All variables of the environment. */
  | "environment"
  /** One variable of the environment. */
  | "variable"
  | "env-file"
  | "key-file"
  | "cloud-credentials"
  | "browser-store"
  | "keychain"
  | "wallet"
  /** One secret that a program prints when it is asked for it. */
  | "token"
  | "database"
  /** What people write to each other. */
  | "messages"
  | "screen"
  /** Whatever lies in the home of the user. */
  | "personal-files"
  | "agent-config"
  | "system-accounts"
  /** What was typed into a shell. */
  | "history"
  | "clipboard"
  /** What came over the network; the name is its address. */
  | "remote"
  /** Arguments, standard input, parameters of functions that nobody calls. */
  | "input"
  /** A file that says nothing about itself. */
  | "file";

/** Where a value came from. */
export interface Source {
  readonly kind: SourceKind;
  /** The variable, path or address, as far as it is known. */
  readonly name: string;
  readonly place: Place;
  /** A single entry was taken out of the whole. */
  readonly isPart?: boolean;
  /** It went through an encoding such as base64. */
  readonly isEncoded?: boolean;
}

export type Position = "address" | "header" | "query" | "body";

export interface Carried {
  readonly source: Source;
  readonly position: Position;
}

interface Fact {
  /** The function or program, by its full name: `requests.post`, `curl`. */
  readonly tool: string;
  readonly place: Place;
  /** How the code itself had to be decoded before this could be read. */
  readonly decoding: readonly DecodeKind[];
}

/** Something goes to another machine. */
export interface Send extends Fact {
  readonly kind: "http" | "socket" | "name-lookup" | "mail" | "copy";
  /** As far as it is known; `…` stands for what is not. */
  readonly url: string | undefined;
  readonly host: string | undefined;
  readonly method: string;
  readonly carried: readonly Carried[];
  /** It happens again and again, for as long as the program runs. */
  readonly isRepeated?: boolean;
}

/** Something is run that may not have been written by the author of the skill. */
export interface Execution extends Fact {
  readonly kind:
    /** A line for a shell. */
    | "shell"
    /** Source code of the language itself. */
    | "code"
    /** A file, by its path. */
    | "file"
    /** Objects or bytecode that run when they are loaded. */
    | "load";
  /** What is run, as far as it is known. */
  readonly text: string | undefined;
  readonly sources: readonly Source[];
  /** How the text was encoded in the skill. */
  readonly encoding: readonly DecodeKind[];
}

export interface Command extends Fact {
  /** The words as far as they are known; `…` stands for what is not. */
  readonly words: readonly string[];
  readonly sources: readonly Source[];
}

export interface FileUse extends Fact {
  readonly path: string;
  readonly kind: SourceKind;
}

export interface FileWrite extends Fact {
  readonly path: string;
  readonly text: string | undefined;
  readonly sources: readonly Source[];
}

export interface Decode extends Fact {
  readonly kind: DecodeKind;
  readonly text: string;
}

/** A name that was put together so that it does not stand in the text. */
export interface Disguise extends Fact {
  readonly name: string;
}

export interface CallFact extends Fact {
  /** Known texts of the arguments; `…` for the others. */
  readonly words: readonly string[];
  readonly sources: readonly Source[];
  /** The call gathers several sources in one text. */
  readonly isGathering?: boolean;
}

export interface Flow {
  readonly source: Source;
  readonly sink: "network" | "shell" | "code" | "load";
  readonly position?: Position;
  readonly tool: string;
  readonly host?: string;
  readonly place: Place;
}

/** What the code does, for comparison with what the skill declares. */
export interface Observed {
  readonly hosts: readonly string[];
  readonly methods: readonly string[];
  readonly envNames: readonly string[];
  readonly binaries: readonly string[];
  readonly pathsRead: readonly string[];
  readonly pathsWritten: readonly string[];
}

export interface CodeProblem {
  readonly file: string;
  readonly reason: "too-large" | "too-deep" | "too-slow" | "unavailable" | "too-much";
}

export interface CodeReport {
  readonly flows: readonly Flow[];
  readonly calls: readonly CallFact[];
  readonly commands: readonly Command[];
  readonly sends: readonly Send[];
  readonly executions: readonly Execution[];
  readonly reads: readonly FileUse[];
  readonly writes: readonly FileWrite[];
  readonly decodes: readonly Decode[];
  readonly disguises: readonly Disguise[];
  readonly observed: Observed;
  readonly problems: readonly CodeProblem[];
}
