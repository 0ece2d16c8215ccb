import { type Diagnostic, type Dialect, SkillError } from "../../skill/index.ts";
import { type Evaluation, type Selection, selectSkills, type GateContext } from "../gate/index.ts";
import {
  type PromptLimits,
  type Prompt,
  promptLimits,
  type PromptMemory,
  promptNote,
  promptSkills,
  renderPrompt,
} from "../prompt/index.ts";
import type { RootScan } from "../roots/index.ts";
import type { Chosen, SnapshotSkill } from "./chosen.ts";
import { type SlashCommand, slashCommands } from "./commands.ts";
import { sessionCodes, sessionProblem } from "./diagnostics.ts";
import { type CallValues, renderInstructions } from "./instructions.ts";
import { SnapshotMemory } from "./memory.ts";

export type { SnapshotSkill };

/** What an agent has at one moment. It never changes; a later moment has a snapshot of its own. */
export interface Snapshot {
  readonly version: number;
  readonly agent: string;
  readonly dialect: string;
  /** Eligible skills, in the order of the system. */
  readonly skills: readonly SnapshotSkill[];
  /** The list for the model, as the system writes it. */
  readonly prompt: string;
  readonly commands: readonly SlashCommand[];
  /** What was not taken on the way here, and why. */
  readonly problems: readonly Diagnostic[];
  /** Every file that was considered, with its verdict. */
  readonly evaluations: () => readonly Evaluation[];
  /** What the prompt includes, shortens and cuts. */
  readonly listing: () => Prompt;
  readonly find: (name: string) => SnapshotSkill | undefined;
  /** The instructions of a skill, with its placeholders filled in. */
  readonly instructions: (name: string, values?: Omit<CallValues, "baseDir">) => string;
}

export interface SnapshotInput {
  readonly version: number;
  readonly agent: string;
  readonly dialect: Dialect;
  readonly seen: RootScan;
  readonly context: GateContext;
  readonly reservedCommands: readonly string[];
  readonly contextTokens?: number;
  /** In place of what the settings say. */
  readonly maxPromptLength?: number;
  /** Names of skills that are kept longest in the list for the model, the most wanted first. */
  readonly priorities?: readonly string[];
  /** How the model is told of a location. */
  readonly locate: (path: string) => string;
  /** What `${NAME}` stands for, by skill. */
  readonly variablesOf: (skill: SnapshotSkill) => { readonly [name: string]: string };
  /** Of the snapshots before. */
  readonly memory?: SnapshotMemory;
}

const NO_PROMPT: Prompt = {
  text: "",
  length: 0,
  included: [],
  entries: [],
  shortened: [],
  cut: [],
};

export function createSnapshot(input: SnapshotInput): Snapshot {
  const { version, agent, dialect, seen, context } = input;
  const { memory = new SnapshotMemory() } = input;
  const selection = selectSkills(seen.skills, context, { memory: memory.selection });
  const chosen: Chosen[] = [];
  for (const { loaded, verdict } of selection.skills)
    if (loaded !== undefined && verdict.isEligible) chosen.push(memory.chosen(loaded, verdict));
  const skills = chosen.map(({ skill }) => skill);
  const listing = promptOf(input, selection, memory.prompt);
  const find = finderOf(chosen);
  const commands = slashCommands(
    chosen.map(({ command }) => command),
    dialect,
    input.reservedCommands,
    memory.commands,
  );
  return Object.freeze({
    version,
    agent,
    dialect: dialect.id,
    skills: Object.freeze(skills),
    prompt: listing.text,
    commands: Object.freeze(commands),
    problems: Object.freeze([...seen.problems]),
    evaluations: () => [...selection.skills, ...selection.others],
    listing: () => listing,
    find: (name: string) => find(name)?.skill,
    instructions: (name: string, values: Omit<CallValues, "baseDir"> = {}) => {
      const found = find(name);
      if (found === undefined) throw unknownSkill(name);
      const { skill, loaded } = found;
      const { argumentNames } = loaded.skill.invocation;
      return renderInstructions(loaded.candidate.reading.body, dialect.placeholders, {
        variables: input.variablesOf(skill),
        ...(argumentNames === undefined ? {} : { argumentNames }),
        ...values,
        baseDir: skill.baseDir,
      });
    },
  });
}

/** By name; of two that a list shows under one name, the later. */
function finderOf(chosen: readonly Chosen[]): (name: string) => Chosen | undefined {
  let byName: ReadonlyMap<string, Chosen> | undefined;
  return (name) => {
    byName ??= new Map(chosen.map((item) => [item.skill.name, item]));
    return byName.get(name);
  };
}

function promptOf(
  { agent, dialect, context, contextTokens, maxPromptLength, priorities, locate }: SnapshotInput,
  selection: Selection,
  memory: PromptMemory,
): Prompt {
  const { listing } = dialect;
  if (listing === undefined) return NO_PROMPT;
  const limits = promptLimits(listing, context.config, agent);
  const skills = promptSkills(selection, context, locate, memory);
  const own = {
    ...limits,
    ...promptNote(listing, context),
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(maxPromptLength === undefined ? {} : { maxLength: maxPromptLength, isCallersLength: true }),
    ...priorityOf(priorities),
  };
  return renderPrompt(skills, listing, own, memory);
}

/** Those that are named come first, in the order of the names. */
function priorityOf(names: readonly string[] = []): Pick<PromptLimits, "priorityOf"> {
  if (names.length === 0) return {};
  const ranks = new Map(names.map((name, at) => [name, names.length - at]));
  return { priorityOf: ({ name }) => ranks.get(name) ?? 0 };
}

export function unknownSkill(name: string): SkillError {
  return new SkillError(
    sessionProblem(sessionCodes.unknownSkill, `The agent has no skill \`${name}\`.`, {
      hint: "`skillwright explain` shows why.",
    }),
  );
}
