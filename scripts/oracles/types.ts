/** One line of `vectors/agents/<agent>.jsonl`, and what the harness learns from a program before it becomes one. */

export type AgentId = "claude" | "codex" | "gemini" | "opencode" | "copilot" | "goose";

export const AGENT_IDS: readonly AgentId[] = [
  "claude",
  "codex",
  "gemini",
  "opencode",
  "copilot",
  "goose",
];

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** What lies on the disk. Paths begin with PROJECT or HOME, also inside settings, links, arguments and variables. */
export interface CaseInput {
  readonly files: { readonly [path: string]: string | { readonly base64: string } };
  readonly dirs?: readonly string[];
  readonly links?: { readonly [path: string]: string };
  readonly settings?: { readonly [path: string]: Json };
  readonly args?: readonly string[];
  readonly env?: { readonly [name: string]: string };
  readonly cwd: string;
  readonly git: readonly string[];
}

export interface Case {
  readonly id: string;
  readonly note: string;
  readonly in: CaseInput;
}

export interface Cut {
  readonly of?: number;
  readonly kept?: number;
  readonly tail?: string;
  readonly altered?: true;
}

export interface SeenSkill {
  readonly name: string;
  readonly display?: string;
  readonly description: string | null;
  readonly path: string | null;
  readonly source?: string;
  readonly enabled?: boolean;
  readonly shown: string | null;
  readonly lists: readonly string[];
  readonly cut?: Cut;
}

export interface Dropped {
  readonly path: string;
  readonly reason?: string;
}

export interface Unstable {
  readonly runs: number;
  readonly winners: { readonly [name: string]: { readonly [path: string]: number } };
}

export interface Outcome {
  readonly skills: readonly SeenSkill[];
  readonly dropped: readonly Dropped[];
  readonly warnings: readonly string[];
  readonly unstable?: Unstable;
  readonly order?: readonly string[];
  readonly roots?: { readonly [alias: string]: string };
  readonly loaded?: { readonly skills: number; readonly conditional: number };
  readonly chars?: number;
  /** The program did not start with this home. */
  readonly started?: false;
}

export interface Line {
  readonly id: string;
  readonly agent: AgentId;
  readonly version: string;
  readonly in: CaseInput;
  readonly out: Outcome;
  readonly note: string;
}

/** A case on the disk. */
export interface PlacedCase {
  readonly case: Case;
  readonly project: string;
  readonly home: string;
  readonly cwd: string;
  /** PROJECT and HOME become the folders of this run. */
  readonly resolve: (text: string) => string;
  /** The folders of this run become PROJECT and HOME. */
  readonly generalize: (text: string) => string;
}

/** An entry of the prompt, in its order. */
export interface PromptEntry {
  readonly name: string;
  readonly isBuiltIn: boolean;
  readonly shown: string;
  /** What stands for the description in `shown`, with entities resolved. */
  readonly text: string;
  readonly path?: string;
}

/** An entry of the program's own list. */
export interface ListEntry {
  readonly name: string;
  readonly display?: string;
  readonly isBuiltIn: boolean;
  readonly description: string | null;
  readonly path: string | null;
  readonly source?: string;
  readonly enabled?: boolean;
  readonly lists: readonly string[];
}

export interface Observation {
  readonly prompt: readonly PromptEntry[];
  readonly list: readonly ListEntry[];
  readonly warnings: readonly string[];
  /** Why a file was not loaded, by the path that the program names. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly roots?: { readonly [alias: string]: string };
  readonly loaded?: { readonly skills: number; readonly conditional: number };
}

/** A program that can be asked which skills it loads. */
export interface Agent {
  readonly id: AgentId;
  readonly version: string;
  ask(placed: PlacedCase): Promise<Observation>;
  /** How many cases like this one may be asked at once: it is worth it where the program mostly waits. */
  countAtOnce?(item: Case): number;
  close(): Promise<void>;
}
