import { type Diagnostic, type Dialect, type ListingRules, SkillError } from "../../skill/index.ts";
import {
  type Considered,
  type LoadedSkill,
  type Selection,
  selectSkills,
  type Surroundings,
} from "../gate/index.ts";
import {
  type Prompt,
  promptLimits,
  promptNote,
  promptSkills,
  renderPrompt,
} from "../prompt/index.ts";
import type { Seen, SeenSkill } from "../roots/index.ts";
import { type SlashCommand, slashCommands } from "./commands.ts";
import { sessionCodes, sessionProblem } from "./diagnostics.ts";
import type { EnvironmentSkill } from "./environment.ts";
import { type CallValues, renderInstructions } from "./instructions.ts";

/** A skill that an agent has. */
export interface SnapshotSkill extends EnvironmentSkill {
  readonly description: string;
  /** Where it comes from, by the name that the system has for it. */
  readonly source: string;
  /** Its file, as the system names it. */
  readonly location: string;
  /** Its folder. */
  readonly baseDir: string;
  readonly isOfferedToModel: boolean;
  readonly isOfferedToUser: boolean;
  /** Hosts that can serve it, where hosts decide. */
  readonly hosts: readonly string[];
  /** What a sandbox must have as well. */
  readonly bins: { readonly all: readonly string[]; readonly any: readonly string[] };
}

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
  readonly considered: () => readonly Considered[];
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
  readonly seen: Seen;
  readonly around: Surroundings;
  readonly reservedCommands: readonly string[];
  readonly contextTokens?: number;
  /** In place of what the settings say. */
  readonly maxPromptLength?: number;
  /** How the model is told of a location. */
  readonly locate: (path: string) => string;
  /** What `${NAME}` stands for, by skill. */
  readonly variablesOf: (skill: SnapshotSkill) => { readonly [name: string]: string };
}

const NO_PROMPT: Prompt = {
  text: "",
  length: 0,
  included: [],
  entries: [],
  shortened: [],
  cut: [],
};

export function takeSnapshot(input: SnapshotInput): Snapshot {
  const { version, agent, dialect, seen, around } = input;
  const selection = selectSkills(seen.skills, around);
  const chosen = selection.skills.flatMap(toChosen);
  const skills = chosen.map(({ skill }) => skill);
  const listing = promptOf(input, selection, dialect.listing);
  const byName = new Map(chosen.map((item) => [item.skill.name, item]));
  const commands = slashCommands(
    chosen.map(({ skill, loaded }) => ({ ...skill, ...loaded.skill.invocation })),
    dialect,
    input.reservedCommands,
  );
  return Object.freeze({
    version,
    agent,
    dialect: dialect.id,
    skills: Object.freeze(skills),
    prompt: listing.text,
    commands: Object.freeze(commands),
    problems: Object.freeze([...seen.problems]),
    considered: () => [...selection.skills, ...selection.others],
    listing: () => listing,
    find: (name: string) => byName.get(name)?.skill,
    instructions: (name: string, values: Omit<CallValues, "baseDir"> = {}) => {
      const found = byName.get(name);
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

interface Chosen {
  readonly skill: SnapshotSkill;
  readonly loaded: LoadedSkill;
}

function toChosen({ loaded, verdict }: Considered): readonly Chosen[] {
  if (loaded === undefined || !verdict.isEligible) return [];
  // The candidates are those of the look that the snapshot is made from.
  const candidate = loaded.candidate as SeenSkill;
  const { requirements } = loaded.skill;
  const skill: SnapshotSkill = {
    name: loaded.name,
    description: loaded.description,
    source: candidate.source,
    location: candidate.path,
    baseDir: candidate.baseDir,
    configKeys: loaded.configKeys,
    ...(loaded.primaryEnv === undefined ? {} : { primaryEnv: loaded.primaryEnv }),
    requiredEnv: requirements.env ?? [],
    isOfferedToModel: loaded.isOfferedToModel,
    isOfferedToUser: loaded.isOfferedToUser,
    hosts: verdict.hosts,
    bins: { all: requirements.bins ?? [], any: requirements.anyBins ?? [] },
  };
  return [{ skill: Object.freeze(skill), loaded }];
}

function promptOf(
  { agent, around, contextTokens, maxPromptLength, locate }: SnapshotInput,
  selection: Selection,
  listing: ListingRules | undefined,
): Prompt {
  if (listing === undefined) return NO_PROMPT;
  const limits = promptLimits(listing, around.config, agent);
  return renderPrompt(promptSkills(selection, around, locate), listing, {
    ...limits,
    ...promptNote(listing, around),
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(maxPromptLength === undefined ? {} : { maxLength: maxPromptLength }),
  });
}

export function unknownSkill(name: string): SkillError {
  return new SkillError(
    sessionProblem(
      sessionCodes.unknownSkill,
      `Unexpected skill \`${name}\`, expected one that the agent has.`,
      { hint: "Ask `explain` why the agent does not have it." },
    ),
  );
}
