import type { Environment } from "../../platform/index.ts";

/** A coding agent of others, modelled after what one release of it does with the folders of skills on a machine. */
export interface Agent {
  /** As people name it: `codex`. */
  readonly id: string;
  readonly title: string;
  /** The command that starts it. */
  readonly command: string;
  /** Further commands that tell that it is installed. */
  readonly commands?: readonly string[];
  /** What the model rests on where no program confirmed it, in words that follow "from". */
  readonly basis?: string;
  readonly look: (ground: AgentContext) => AgentView;
  /** Folders of its own settings: one that is there tells that somebody uses the agent, also where it is not on PATH. */
  readonly homes: (ground: AgentContext) => readonly string[];
  /** Folders in which it looks for skills, whether they are there or not. */
  readonly roots: (ground: AgentContext) => readonly AgentRoot[];
}

export interface AgentRoot {
  readonly path: string;
  /** As of a skill: `repo`, `user`, `project`. */
  readonly source: string;
}

/** Where an agent is started, and by whom. */
export interface AgentContext {
  /** The working directory. */
  readonly folder: string;
  readonly home: string;
  readonly environment: Environment;
  /** What it is started with. */
  readonly args?: readonly string[];
}

/** What an agent makes of the skills that it finds. */
export interface AgentView {
  /** Those in the list for the model, in its order, then those that the agent knows and does not show to the model. */
  readonly skills: readonly AgentSkill[];
  /** Files of skills that it does not load. */
  readonly dropped: readonly DroppedFile[];
  /** Settings that it passes over, so that they switch nothing. */
  readonly ignored?: readonly IgnoredSettings[];
}

export interface IgnoredSettings {
  readonly file: string;
  /** A sentence. */
  readonly reason: string;
  readonly fix: string;
}

export interface AgentSkill {
  /** The name by which the agent calls it. */
  readonly name: string;
  /** The other name that it shows to people. */
  readonly display?: string;
  /** As loaded, before anything is cut; null: it has none. */
  readonly description: string | null;
  readonly path: string;
  /** In the agent's own words: `repo`, `user`, `project`. */
  readonly source: string;
  readonly isEnabled: boolean;
  /** The entry in the list for the model, as it stands there; null: the model does not see the skill. */
  readonly shown: string | null;
  /** What of the description stands there, where it is not all of it. */
  readonly cut?: Cut;
  /** Why the model does not see it, or not all of it: a sentence. */
  readonly why?: string;
  /** What to do about it: a sentence. */
  readonly fix?: string;
  /** Settings by which the agent refuses it once its model has chosen it. */
  readonly refusal?: IgnoredSettings;
}

export interface Cut {
  /** Characters of the description. */
  readonly of: number;
  readonly kept: number;
  /** The mark after what is kept. */
  readonly tail: string;
}

export interface DroppedFile {
  readonly path: string;
  /** As of a skill that is loaded. */
  readonly source?: string;
  /** A sentence. */
  readonly reason: string;
  /** What to do about it: a sentence. */
  readonly fix: string;
  /** The kind of the reason. Default: `unreadable`. */
  readonly code?:
    | "unreadable"
    | "shadowed"
    | "disabled-by-config"
    | "wrong-file-name"
    | "not-scanned"
    | "too-large";
  /** The file that counts in its place. */
  readonly winner?: string;
  readonly line?: number;
  readonly column?: number;
}

/** An agent, and what it makes of the skills here. */
export interface DiscoveredAgent {
  readonly agent: Agent;
  readonly ground: AgentContext;
  readonly view: AgentView;
}
