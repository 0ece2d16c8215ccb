import type {
  Command,
  ConfinedProcess,
  Mount,
  SandboxEnd,
  StartOptions,
  Walls,
} from "../../platform/sandbox/index.ts";
import type { SandboxPolicy } from "../authority/index.ts";

/** What a run brings beside its policy. */
export interface RunnerOptions extends StartOptions {
  /** The folder of the user; `~` in a scope. */
  readonly home: string;
  /** The folder in which the user works; `./` in a scope. */
  readonly folder: string;
  /** The environment from which the variables that the policy names are taken. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the caller itself needs inside: the folder of the skill, the script of a worker, an interpreter. */
  readonly mounts?: readonly Mount[];
}

export interface RunOptions extends RunnerOptions {
  /** Text for its standard input; without it there is nothing to read. */
  readonly input?: string;
}

export interface RunReport {
  readonly end: SandboxEnd;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs code with what a policy grants and nothing else. */
export interface Runner {
  /** A process that lives until it ends itself, is killed, or its time is over. */
  readonly start: (
    command: Command,
    policy: SandboxPolicy,
    options: RunnerOptions,
  ) => Promise<ConfinedProcess>;
  /** Runs to the end, with what was printed. */
  readonly run: (
    command: Command,
    policy: SandboxPolicy,
    options: RunOptions,
  ) => Promise<RunReport>;
  readonly walls: () => Promise<Walls>;
}
