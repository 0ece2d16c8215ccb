import type { Clock } from "../../platform/machine/index.ts";
import { repeat } from "../../platform/process/index.ts";
import { type Diagnostic, getPath, type HomeRules, SkillError } from "../../skill/index.ts";
import type { LibraryConfig } from "../config/index.ts";
import { explain, type Explanation, selectSkills, type GateContext } from "../gate/index.ts";
import type { RootScan, DiscoveredSkill, SkillRoot } from "../roots/index.ts";
import { emit } from "../emit.ts";
import { Debounce } from "./debounce.ts";
import { sessionCodes, sessionProblem } from "./diagnostics.ts";
import { explainSkill, type SkillExplanation } from "./explanation.ts";
import { SnapshotMemory } from "./memory.ts";
import { explainRefused, isFileOf } from "./refused.ts";
import { Session, type SessionHost, type SessionOptions } from "./session.ts";
import { type Snapshot, type SnapshotSkill, createSnapshot } from "./snapshot.ts";
import type { SkillSource } from "./source.ts";
import {
  type BinMemory,
  type LibraryEnvironment,
  neededBins,
  createGateContext,
} from "./gate-context.ts";

/** Agents of whose former snapshots something is kept. */
const MOST_MEMORIES = 16;

/** Why a library has a new version. */
export type ChangeReason = "files" | "config-change" | "remote-node" | "watch-unavailable";

/** Sent to subscribers when the library has changed, with the reason. */
export interface LibraryEvent {
  readonly kind: "library-changed";
  readonly reason: ChangeReason;
  readonly version: number;
}

/** What a library is made of; `openLibrary` puts it together. */
export interface LibraryDeps {
  readonly environment: LibraryEnvironment;
  readonly homes: HomeRules;
  readonly makeSource: (config: LibraryConfig) => SkillSource;
  readonly clock: Clock;
  readonly agent: string;
  readonly watch: boolean;
  readonly pollMs: number;
  readonly reservedCommands: readonly string[];
  readonly contextTokens?: number;
  readonly maxPromptLength?: number;
  readonly priorities?: readonly string[];
  /** How the model is told of a location. */
  readonly locate: (path: string) => string;
  /** What `${NAME}` stands for in instructions. */
  readonly variablesOf: (skill: SnapshotSkill) => { readonly [name: string]: string };
  readonly onProblem: (problem: Diagnostic) => void;
}

interface EvaluatedSnapshot {
  readonly seen: RootScan;
  readonly context: GateContext;
  readonly snapshot: Snapshot;
}

/** The skills that agents have, kept up to date for as long as it is open. */
export class Library implements SessionHost {
  readonly #parts: LibraryDeps;
  readonly #listeners = new Set<(event: LibraryEvent) => void>();
  /** By agent, what was last seen. */
  readonly #observed = new Map<string, readonly DiscoveredSkill[]>();
  readonly #memories = new Map<string, SnapshotMemory>();
  readonly #evaluated = new Map<string, EvaluatedSnapshot>();
  readonly #closers: (() => void)[] = [];
  #debounce: Debounce;
  #environment: LibraryEnvironment;
  #source: SkillSource;
  #version: number;
  /** The last version that sessions take up at their next turn. */
  #turnVersion: number;
  #hearing: "events" | "polls" | "nothing" = "nothing";
  #bins: BinMemory = new WeakMap();
  #stopPolling: () => void = () => {};
  #isClosed = false;

  constructor(parts: LibraryDeps) {
    this.#parts = parts;
    this.#environment = parts.environment;
    this.#source = parts.makeSource(parts.environment.config);
    this.#version = parts.clock.now();
    this.#turnVersion = this.#version;
    this.#debounce = this.#newDebounce(parts.environment.config);
    const { inventory } = parts.environment;
    if (inventory !== undefined)
      this.#closers.push(inventory.subscribe(() => this.#bump("remote-node")));
    this.#setProbeAge();
  }

  /** Grows whenever an agent may have other skills than before. */
  get version(): number {
    return this.#version;
  }

  /**
   * The version that a session which has begun may have. Where nobody listens for changes, files that changed are
   * for new sessions alone, even if one of those has brought them to light.
   */
  get turnVersion(): number {
    return this.#turnVersion;
  }

  get config(): LibraryConfig {
    return this.#environment.config;
  }

  get environment(): LibraryEnvironment {
    return this.#environment;
  }

  /** What an agent has now. */
  snapshot(options: SessionOptions = {}): Snapshot {
    return this.#evaluate(options).snapshot;
  }

  /** Why an agent has a skill or has it not: the same decision once more, with every step kept. */
  explain(name: string, options: SessionOptions = {}): SkillExplanation {
    const { seen, context, snapshot } = this.#evaluate(options);
    const selection = selectSkills(seen.skills, context, { keepsSteps: true });
    return explainSkill({
      name,
      evaluations: [...selection.skills, ...selection.others],
      context,
      prompt: snapshot.listing(),
      hasList: this.#environment.dialect.listing !== undefined,
      problems: seen.problems,
      refused: seen.refused,
      namesIn: this.#source.namesIn,
      // A whole tree is walked for them, so only for a name that needs them.
      passedOver: () => this.#source.passedOver(snapshot.agent),
    });
  }

  /** The same for every file that was come by, without the steps; those not taken come last. */
  explainAll(options: SessionOptions = {}): readonly Explanation[] {
    const { context, seen, snapshot } = this.#evaluate(options);
    const refused = seen.refused.filter(isFileOf);
    return [
      ...snapshot.evaluations().map((item) => explain(item, context, snapshot.listing())),
      ...refused.map((item) =>
        explainRefused(item, this.#source.namesIn(item.problem.file ?? "")[0], context),
      ),
    ];
  }

  /** The folders in which the skills of an agent are looked for, highest precedence first. */
  roots(options: SessionOptions = {}): readonly SkillRoot[] {
    return this.#source.roots(this.#agentOf(options));
  }

  /** Begins a session, which has its skills until it begins a turn after something changed. */
  async session(options: SessionOptions = {}): Promise<Session> {
    await this.#catchUp();
    this.#observe(this.#agentOf(options));
    return new Session(this, options);
  }

  /** Looks for changes that nobody reported, for the next turn of every session. */
  async refresh(): Promise<void> {
    await this.#source.refresh();
    if (this.#isClosed) return;
    for (const agent of this.#observed.keys()) this.#observe(agent, true);
  }

  /** For a turn of a session: changes are looked for where they cannot be heard of. */
  async beforeTurn(): Promise<void> {
    if (this.#hearing === "polls" || this.#source.isStale?.() === true) await this.#tryRefresh();
  }

  /** Other settings take effect at once. */
  async configure(config: LibraryConfig): Promise<void> {
    if (this.#isClosed) return;
    const former = this.#source;
    this.#environment = { ...this.#environment, config };
    this.#setProbeAge();
    this.#source = this.#parts.makeSource(config);
    this.#bins = new WeakMap();
    if (former !== this.#source) await former.close();
    this.#stopPolling();
    this.#debounce.stop();
    this.#debounce = this.#newDebounce(config);
    this.#bump("config-change");
    await this.start();
  }

  subscribe(listener: (event: LibraryEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Something else that ends with the library. */
  onClose(close: () => void): void {
    this.#closers.push(close);
  }

  /** Reads what there is, and begins to listen for changes where the settings want it. */
  async start(): Promise<void> {
    const source = this.#source;
    await source.refresh();
    this.#hearing = "nothing";
    if (!this.#parts.watch || !this.config.load.watch || this.#isClosed) return;
    const isHeard = await source.watch({
      onChange: () => this.#debounce.poke(),
      onDeaf: (why, error) => this.#fallBackToPolling(why, error),
      onProblem: this.#parts.onProblem,
    });
    // Other settings, or the end, may have come while it began to listen.
    if (this.#isClosed || source !== this.#source) {
      await source.close();
      return;
    }
    if (isHeard) this.#hearing = "events";
    else if (this.#hearing === "nothing") this.#hearing = "polls";
    for (const agent of [this.#parts.agent, ...this.#observed.keys()]) this.#observe(agent);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#debounce.stop();
    this.#stopPolling();
    for (const close of this.#closers) close();
    this.#listeners.clear();
    await this.#source.close();
  }

  #newDebounce({ load }: LibraryConfig): Debounce {
    return new Debounce(this.#parts.clock, load.watchDebounceMs, () => this.#observeAll());
  }

  /** Where the settings say nothing, whoever made the inventory has said it. */
  #setProbeAge(): void {
    const { inventory, rules, config } = this.#environment;
    if (inventory === undefined || rules.probeMaxAge === undefined) return;
    const age = getPath(config.facts, rules.probeMaxAge);
    if (age !== undefined) inventory.setProbeMaxAge(age);
  }

  #agentOf({ agent = this.#parts.agent }: SessionOptions): string {
    if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(agent)) return agent;
    const message = `\`${agent}\` is not a valid agent id: use letters, digits, dots and hyphens.`;
    throw new SkillError(sessionProblem(sessionCodes.badAgent, message));
  }

  #evaluate(options: SessionOptions): EvaluatedSnapshot {
    const agent = this.#agentOf(options);
    // What is nearer to the caller counts: the session, the library, the settings.
    const priorities =
      options.priorities ?? this.#parts.priorities ?? this.#environment.config.priorities;
    const key = JSON.stringify([agent, options.switches ?? {}, priorities]);
    const known = this.#evaluated.get(key);
    if (known?.snapshot.version === this.#version) return known;
    const seen = this.#observe(agent);
    const { inventory } = this.#environment;
    const bins = neededBins(this.#environment, seen, this.#bins);
    inventory?.need(bins, `${this.#environment.dialect.id} ${agent}`);
    const context = createGateContext(this.#environment, bins, agent, options.switches);
    const { reservedCommands, contextTokens, maxPromptLength, locate, variablesOf } = this.#parts;
    const snapshot = createSnapshot({
      version: this.#version,
      agent,
      dialect: this.#environment.dialect,
      seen,
      context,
      reservedCommands,
      locate,
      variablesOf,
      memory: this.#memoryOf(agent),
      ...(contextTokens === undefined ? {} : { contextTokens }),
      ...(maxPromptLength === undefined ? {} : { maxPromptLength }),
      ...(priorities === undefined ? {} : { priorities }),
    });
    const evaluated = { seen, context, snapshot };
    this.#evaluated.set(key, evaluated);
    return evaluated;
  }

  /** Looks at the skills of an agent, and tells everybody when they are not what they were. */
  #observe(agent: string, isForTurns = this.#hearing !== "nothing"): RootScan {
    const seen = this.#source.look(agent);
    const former = this.#observed.get(agent);
    this.#observed.set(agent, seen.skills);
    const isSame =
      former === undefined ||
      (former.length === seen.skills.length &&
        seen.skills.every((skill, index) => isSameSkill(skill, former[index])));
    if (!isSame) this.#bump("files", isForTurns);
    return seen;
  }

  #memoryOf(agent: string): SnapshotMemory {
    const memory = this.#memories.get(agent) ?? new SnapshotMemory();
    // The agent that was asked for last stands last.
    this.#memories.delete(agent);
    this.#memories.set(agent, memory);
    const [oldest = agent] = this.#memories.keys();
    if (this.#memories.size > MOST_MEMORIES) this.#memories.delete(oldest);
    return memory;
  }

  #observeAll(): void {
    if (this.#isClosed) return;
    for (const agent of this.#observed.keys()) this.#observe(agent);
  }

  async #catchUp(): Promise<void> {
    if (this.#hearing !== "events") await this.#source.refresh();
  }

  #bump(reason: ChangeReason, isForTurns = true): void {
    if (this.#isClosed) return;
    this.#version = Math.max(this.#parts.clock.now(), this.#version + 1);
    if (isForTurns) this.#turnVersion = this.#version;
    this.#evaluated.clear();
    const event: LibraryEvent = { kind: "library-changed", reason, version: this.#version };
    emit(this.#listeners, event);
  }

  /** What is known stays until the source can be reached again. */
  async #tryRefresh(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (!SkillError.isInstance(error)) throw error;
      this.#parts.onProblem(error.diagnostic);
    }
  }

  #fallBackToPolling(why: string, error: Error): void {
    if (this.#isClosed || this.#hearing === "polls") return;
    this.#hearing = "polls";
    const { pollMs, onProblem } = this.#parts;
    onProblem(
      sessionProblem(
        sessionCodes.watchUnavailable,
        `Watching for changes stopped because ${why}.`,
        { hint: `Skillwright checks for changes every ${pollMs} ms instead.`, cause: error },
      ),
    );
    this.#stopPolling = repeat(pollMs, () => void this.#tryRefresh());
    this.#bump("watch-unavailable");
  }
}

function isSameSkill(skill: DiscoveredSkill, former: DiscoveredSkill | undefined): boolean {
  if (skill === former) return true;
  return (
    skill.source === former?.source &&
    skill.path === former.path &&
    skill.configKey === former.configKey &&
    skill.hash === former.hash
  );
}
