import { NestedRunError, ownVariables, withVariables } from "../../platform/process/index.ts";
import type { Environment } from "../../platform/index.ts";
import { SkillError } from "../../skill/index.ts";
import { type CommandCall, readCommand } from "./commands.ts";
import { sessionCodes, sessionProblem } from "./diagnostics.ts";
import { type EnvironmentOptions, type RunEnvironment, skillEnvironment } from "./environment.ts";
import type { SkillExplanation } from "./explanation.ts";
import { type Snapshot, unknownSkill } from "./snapshot.ts";
import { type LibraryEnvironment, environmentOf } from "./gate-context.ts";

/** The agent of a session, and the skills that it switches on or off. */
export interface SessionOptions {
  /** The agent whose skills are meant. */
  readonly agent?: string;
  /** Skills that this session switches on or off, by their key. */
  readonly switches?: { readonly [key: string]: boolean };
  /** Skills that are shortened and cut last in its list, in place of those of the library. */
  readonly priorities?: readonly string[];
}

/** What a session asks of the library that it belongs to. */
export interface SessionHost {
  readonly turnVersion: number;
  readonly environment: LibraryEnvironment;
  snapshot(options: SessionOptions): Snapshot;
  explain(name: string, options: SessionOptions): SkillExplanation;
  beforeTurn(): Promise<void>;
}

/** One conversation of an agent. It keeps its skills for a turn, and from turn to turn while nothing has changed. */
export class Session {
  readonly #library: SessionHost;
  readonly #options: SessionOptions;
  #snapshot: Snapshot;

  constructor(library: SessionHost, options: SessionOptions) {
    this.#library = library;
    this.#options = options;
    this.#snapshot = library.snapshot(options);
  }

  /** The skills of this turn. They stay the same until the next one begins, whatever happens to the files. */
  snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** Begins a turn with what is known by now: the skills of the turn before, unless something changed. */
  beginTurn(): Snapshot {
    if (this.#library.turnVersion > this.#snapshot.version)
      this.#snapshot = this.#library.snapshot(this.#options);
    return this.#snapshot;
  }

  /** The same, after a look for changes where they cannot be heard of. */
  async nextTurn(): Promise<Snapshot> {
    await this.#library.beforeTurn();
    return this.beginTurn();
  }

  explain(name: string): SkillExplanation {
    return this.#library.explain(name, this.#options);
  }

  /** What a message of the user calls; undefined: it is no command. */
  readCommand(message: string): CommandCall | undefined {
    return readCommand(message, this.snapshot().commands);
  }

  /** The environment for a process that runs one skill; no other process gets its secrets. */
  environment(name: string, base?: Environment): RunEnvironment {
    const skill = this.snapshot().find(name);
    if (skill === undefined) throw unknownSkill(name);
    const { environment } = this.#library;
    return skillEnvironment(
      skill,
      environment.config,
      base ?? environmentOf(environment),
      this.#environmentOptions(),
    );
  }

  /**
   * Runs with the variables of every skill in the environment of this very process, as some systems do.
   * Whatever the run starts can read them all, so `environment` is the better choice.
   */
  async withProcessEnvironment<Result>(run: () => Result | Promise<Result>): Promise<Result> {
    const { config } = this.#library.environment;
    const base = ownVariables();
    const all = new Map<string, string>();
    for (const skill of this.snapshot().skills) {
      const own = skillEnvironment(skill, config, base, this.#environmentOptions());
      for (const [name, value] of own.revealAdded()) if (!all.has(name)) all.set(name, value);
    }
    try {
      return await withVariables(all, run);
    } catch (error) {
      if (!(error instanceof NestedRunError)) throw error;
      throw new SkillError(
        sessionProblem(
          sessionCodes.nestedRun,
          "A run inside another run asks for different environment variables.",
          {
            hint: "Start the inner run after the outer one, or give each process its own environment.",
          },
        ),
      );
    }
  }

  #environmentOptions(): EnvironmentOptions {
    const { dialect, machine, resolveSecret } = this.#library.environment;
    return {
      ...dialect.homes?.environment,
      ...(dialect.gating === undefined ? {} : { countsAsSet: dialect.gating.environment }),
      platform: machine.platform,
      ...(resolveSecret === undefined ? {} : { resolveSecret }),
    };
  }
}
