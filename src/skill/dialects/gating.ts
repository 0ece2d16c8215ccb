/** What a system does with skills once they are found: which one counts, and which of them an agent gets. */
import type { Json, Path } from "../model/index.ts";

/** A list of requirements, by the name that it has in `EffectivePolicy.requires`. */
export type RequirementName =
  | "hostRoles"
  | "capabilities"
  | "anyCapabilities"
  | "os"
  | "env"
  | "bins"
  | "anyBins"
  | "config";

/** Values of the configuration on which systems disagree. */
export type OddValue = "blank-text" | "zero" | "empty-list" | "empty-map";

/** How a path of the configuration is resolved and judged. */
export interface ConfigRules {
  /** The empty step of `a..b`. */
  readonly emptySteps: "skipped" | "lead-nowhere";
  /** A step may be a position of a list. */
  readonly entersLists: boolean;
  readonly blockedSteps: readonly string[];
  /** Those of the odd values that count as true. */
  readonly countsAsTrue: readonly OddValue[];
  /** By path, what holds where the configuration says nothing. */
  readonly defaults: { readonly [path: string]: Json };
  /** How people change it; in a command `{path}` and `{value}` stand for the two. */
  readonly change:
    | { readonly kind: "file"; readonly file: string }
    | { readonly kind: "command"; readonly command: string };
}

/** What the configuration may say of a single skill. */
export interface EntryRules {
  readonly path: Path;
  /** An entry may replace `always` and `requires` of the file. */
  readonly overrides: boolean;
  /** An entry may give environment variables, and an API key for the primary one. */
  readonly givesEnvironment: boolean;
}

/** Where skills come from, and what happens to two of the same name. */
export interface SourceRules {
  /** Lowest precedence first. */
  readonly order: readonly string[];
  readonly identity: "name" | "directory";
  /** Which of two in the same source counts. */
  readonly sameSource: "later" | "earlier";
  /** `by-source` goes from the highest source down and keeps the order in which files were found. */
  readonly sort: "by-name" | "by-source";
}

/** A list in the configuration outside of which some skills are not offered. */
export interface AllowListRules {
  readonly path: Path;
  /** Sources whose skills it restricts. */
  readonly sources: readonly string[];
  readonly whenEmpty: "restricts" | "ignored";
}

/** Lists of skill names for one agent; the first that is there counts. `{agent}` stands for its id. */
export interface AgentListRules {
  readonly paths: readonly Path[];
}

/** Machines that may stand in for this one. */
export interface NodeRules {
  readonly platform: string;
  /** `whole-skills`: a node meets everything by itself; `parts`: it adds to what this machine has. */
  readonly lends: "whole-skills" | "parts";
  /** A node that left still counts. */
  readonly countsOffline: boolean;
}

/** Which folders of a root are looked into. */
export interface DiscoveryRules {
  /** Levels of folders below the root, by source where they differ. */
  readonly depth: number;
  readonly depthBySource: { readonly [source: string]: number };
  /** A folder of this name inside the root takes its place where nothing else is there. */
  readonly innerRoot?: string;
  /** Sources whose root is never a skill itself, and has no inner root. */
  readonly containers: readonly string[];
  readonly maxFolders: number;
  readonly maxSkills: number;
  /** Where the configuration sets the limits, by their names here. */
  readonly limits: {
    readonly maxFolders: Path;
    readonly maxSkills: Path;
    readonly maxFileBytes: Path;
  };
}

/** The system's own words; in `unmet`, `{list}` and `{names}` stand for the requirement. */
export interface GateWords {
  readonly disabled: string;
  readonly invalid: string;
  readonly noHost: string;
  readonly unmet: string;
}

export interface GatingRules {
  /** `one-host`: a connected host meets everything; `this-machine`: this one does, and nodes may help. */
  readonly hosts: "one-host" | "this-machine";
  readonly nodes?: NodeRules;
  /** Lists of requirements in the order in which they are checked. */
  readonly checks: readonly RequirementName[];
  /** Lists that `always` does not skip. */
  readonly alwaysKeeps: readonly RequirementName[];
  /** Requirements are looked at even where a switch has excluded the skill. */
  readonly checksWhenOff: boolean;
  /** What a skill must have to be loaded at all. */
  readonly needs: readonly ("name" | "description")[];
  /** A file that breaks a rule of the system is not loaded. */
  readonly needsValid?: boolean;
  /** `same-system` also takes other names of a system, such as `macos` for `darwin`. */
  readonly systems: "exact" | "any-case" | "same-system";
  /** When a variable of this machine counts as set. */
  readonly environment: "present" | "not-empty" | "not-blank";
  readonly entries: EntryRules;
  readonly config: ConfigRules;
  readonly sources: SourceRules;
  readonly allowList?: AllowListRules;
  readonly agentList?: AgentListRules;
  readonly discovery?: DiscoveryRules;
  /** Where the configuration says how long a question may wait for its host, in milliseconds. */
  readonly probeMaxAge?: Path;
  readonly words?: GateWords;
}
