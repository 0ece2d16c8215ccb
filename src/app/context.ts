/** What an operation works with. Each interface supplies the parts that it has. */
import type { SkippedEntry } from "../platform/index.ts";
import type { RunCommand } from "../run/eval/index.ts";
import type { Runner } from "../run/sandbox/index.ts";
import type { LanguageModels } from "../run/models/index.ts";
import type { DiscoveredAgent } from "../library/agents/index.ts";
import type { LocalLinter } from "./check/lint-run.ts";
import type { LocalScanning } from "./check/scan-run.ts";
import type { LocalHosts } from "./connect/local-hosts.ts";
import type { LocalConverter } from "./convert/output-plan.ts";
import type { Listing } from "./library/listing.ts";
import type { Computer, SystemSelection } from "./library/selection.ts";
import type { LocalTools } from "./tools/local-tools.ts";
import type { System, SystemChoice } from "./library/systems.ts";
import type { Diagnostic } from "../skill/model/index.ts";
import type { Environment } from "../platform/index.ts";
import type { Servers } from "./server/servers.ts";
import type { LocalComputer } from "./machine/local-computer.ts";
import type { Screen } from "./text.ts";

/** The text of one skill, wherever it came from. */
export interface SkillSource {
  /** As it is shown. */
  readonly path: string;
  /** Name of the folder that holds it, where there is one. */
  readonly directory?: string;
  readonly content: Uint8Array | string;
  /** Whether a file exists beside it; absent where nothing is known of them. */
  readonly hasFile?: (relativePath: string) => boolean;
}

/** A source that could not be read. */
export interface FailedSource {
  readonly path: string;
  readonly reason: string;
}

export interface SkillFiles<Result> {
  readonly results: readonly Result[];
  /** Folders and files that were not read. */
  readonly skipped: readonly SkippedEntry[];
}

/** A text file of the caller. */
export interface DocumentSource {
  /** As it is shown. */
  readonly path: string;
  readonly text: string;
  /** Full path with `/` between the parts, to know which files lie in which folders. */
  readonly location: string;
  /** The caller named the file itself, and not only a folder above it. */
  readonly isNamed: boolean;
}

/** The files of the person who calls, where they are on this computer. */
export interface Files {
  /** The one skill that a path names: its folder or its file. */
  readonly readSkill: (path: string) => SkillSource;
  /** The texts of the skills in the folders beside that of a skill, and in none below those: it may lie anywhere. */
  readonly besideSkill: (path: string) => readonly string[];
  /** What lies around a path, for text that is sent along under it. */
  readonly placeOf: (path: string) => Pick<SkillSource, "directory" | "hasFile">;
  readonly linting: () => Promise<LocalLinter>;
  /** Scanning on the disk; loaded when it is asked for. */
  readonly scanning: () => Promise<LocalScanning>;
  /** Lists every skill below the paths by its frontmatter. */
  readonly list: (paths: readonly string[], isCached: boolean) => Promise<Listing>;
  /** Writing of converted skills; loaded when it is asked for. */
  readonly converting: () => Promise<LocalConverter>;
  /** The programs of this computer that start MCP servers; loaded when they are asked for. */
  readonly hosts: () => Promise<LocalHosts>;
  /**
   * The skills with tools that words name, searched in these folders first. What a process that died left half-done
   * there is finished before.
   */
  readonly tools: (words: readonly string[], roots: readonly string[]) => Promise<LocalTools>;
  /** Reads every skill below the paths, each once, in the order of their paths. */
  readonly forEachSkill: <Result>(
    paths: readonly string[],
    work: (source: SkillSource) => Result,
    onFailure: (failed: FailedSource) => Result,
  ) => SkillFiles<Result>;
  /**
   * Text files below the folders that paths name, by their path from there; of a file that is named, those of its folder
   * and those in the three folders above.
   */
  readonly readDocuments: (
    paths: readonly string[],
    isWanted: (path: string) => boolean,
  ) => { readonly documents: readonly DocumentSource[]; readonly skipped: readonly SkippedEntry[] };
  /** The text of a file; undefined where there is none. */
  readonly readText: (path: string) => string | undefined;
  /** The text of a file as a commit of its repository has it; undefined where there is none. */
  readonly readRevision: (path: string, revision: string) => Promise<string | undefined>;
  /** The sandbox of this computer; loaded when it is asked for. */
  readonly sandbox: () => Promise<Runner>;
  readonly commands: () => Promise<RunCommand>;
  /** Writes a file, or replaces it. */
  readonly writeText: (path: string, text: string) => void;
  /** Writes the files of a new folder, and returns it as shown; refuses where one of them exists. */
  readonly writeNew: (
    parent: string,
    name: string,
    files: readonly { readonly path: string; readonly text: string }[],
  ) => string;
}

export interface ServedFile {
  readonly path: string;
  readonly name?: string;
  /** The format it was read as. */
  readonly dialect?: string;
  /** Clients can read it. */
  readonly isServed: boolean;
  /** It is in the list of skills, where models find it. */
  readonly isListed: boolean;
  /** Users can start it as a prompt. */
  readonly isPrompt: boolean;
  /** Why it is not served. */
  readonly reasons: readonly { readonly code: string; readonly say: string }[];
  /** What was changed so that every client can read it, each as a sentence. */
  readonly mends: readonly string[];
}

/** The systems that find skills, as the caller sees them. */
export interface Systems {
  /** Paths that the caller names count from this folder; absent: the caller has no files here. */
  readonly folder?: string;
  /** The computer of the caller, where the caller has files here. */
  readonly computer?: Computer;
  /** What became of the files of that name on the server that is called, where it serves skills itself. */
  readonly served?: (name: string) => readonly ServedFile[];
  /** The coding agents that a selection means, where the caller has files here. */
  readonly agents?: (selection: SystemSelection) => Promise<readonly DiscoveredAgent[]>;
  /** Hands every system of a selection over once. */
  readonly each: <Result>(
    selection: SystemSelection,
    work: (system: System) => Result | undefined,
  ) => Promise<readonly Result[]>;
  /** Hands over the one system that is meant: the selected one, or the only one that finds skills. */
  readonly one: <Result>(
    selection: SystemSelection,
    work: (system: System) => Result | Promise<Result>,
    choice?: SystemChoice,
  ) => Promise<Result>;
}

/** The person at the terminal. */
export interface Person {
  /** For text that is shown before the answer. */
  readonly screen: Screen;
  readonly show: (text: string) => void;
  /** Whether a person can answer a question. */
  readonly canAnswer: boolean;
  /** Asks for confirmation; false if no person can answer. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** The answer is text for this person, and not data for a program. */
  readonly readsText: boolean;
  /** Shows how far something is. */
  readonly startProgress: (verb: string) => ProgressBar;
}

export interface ProgressBar {
  readonly onProgress: (done: number, all: number) => void;
  /** Leaves the line empty for what follows. */
  readonly end: () => void;
}

/** Gives vectors of texts: those of texts that mean the same lie near each other. */
export interface Meaning {
  readonly id: string;
  readonly embed: (
    texts: readonly string[],
    signal?: AbortSignal,
  ) => Promise<readonly Float32Array[]>;
}

export interface Context {
  readonly version: string;
  readonly signal: AbortSignal;
  /** Shows a problem beside the answer. */
  readonly warn: (problem: Diagnostic) => void;
  /** Where a person calls from a terminal. */
  readonly person?: Person;
  /** Shows in one line what takes long, if a person is waiting. */
  readonly progress?: (line: string) => void;
  readonly files?: Files;
  readonly systems?: Systems;
  /** The computer of the caller, where the operation runs on it. */
  readonly computer?: LocalComputer;
  /** The servers that the caller can ask, and the data of their computer. */
  readonly server?: Servers;
  /** The configured language models; default: by the environment of the caller. */
  readonly models?: (environment?: Environment) => Promise<LanguageModels>;
  /** An embedding model, where one is installed; loaded when it is first used. */
  readonly meaning?: () => Promise<Meaning | undefined>;
}

export type Part = "files" | "systems" | "computer" | "server";
