/** What the list of skills costs, and who is not in it as a whole. */
import { changeConfig, type Remedy, formatReason } from "../../library/gate/index.ts";
import type {
  Cut,
  LimitRemedy,
  Prompt,
  PromptSkill,
  ShortenedSkill,
} from "../../library/prompt/index.ts";
import type { Context } from "../context.ts";
import { lengthLimit } from "./limits.ts";
import { namingFile } from "./settings-file.ts";
import type { System } from "./systems.ts";
import { noList } from "./ruleless.ts";
import { systemProblems } from "./system-problems.ts";
import { ENCODING, loadTokenCounter, type TokenCounter } from "../../run/tokens/index.ts";

export interface SkillCost {
  readonly name: string;
  readonly path?: string;
  /** How it is listed. */
  readonly state: "whole" | "shortened" | "cut";
  readonly characters: number;
  readonly tokens: number;
  /** Characters of its description that are shown, of how many. */
  readonly shown?: number;
  readonly of?: number;
  readonly why?: string;
  readonly remedy?: Remedy;
}

export interface PromptCost {
  readonly dialect: string;
  readonly agent: string;
  readonly characters: number;
  readonly tokens: number;
  readonly encoding: string;
  readonly maxCharacters?: number;
  /** What stands around the skills. */
  readonly frame: { readonly characters: number; readonly tokens: number };
  /** In the order of the text, then those that are cut. */
  readonly skills: readonly SkillCost[];
}

export interface PromptText {
  readonly dialect: string;
  readonly prompt: string;
}

/** Either of them. */
export type PromptAnswer = Pick<PromptText, "dialect"> & Partial<PromptText> & Partial<PromptCost>;

export async function readPrompt(
  system: System,
  withCost: boolean,
  { warn }: Pick<Context, "warn">,
): Promise<PromptAnswer> {
  const { dialect, library } = system;
  if (dialect.listing === undefined) throw noList(dialect);
  for (const problem of systemProblems(system)) warn(problem);
  if (withCost) return computeCost(system, await loadTokenCounter());
  return { dialect: dialect.id, prompt: library.snapshot().prompt };
}

function computeCost(system: System, count: TokenCounter): PromptCost {
  const { dialect, library } = system;
  const snapshot = library.snapshot();
  const prompt = snapshot.listing();
  const maxCharacters = lengthLimit(system);
  const listed = prompt.included.map((skill, at) =>
    listedCost(skill, prompt.entries[at] ?? "", prompt, system, count),
  );
  const characters = sum(listed, (item) => item.characters);
  const tokens = count(prompt.text);
  return {
    dialect: dialect.id,
    agent: snapshot.agent,
    characters: prompt.length,
    tokens,
    encoding: ENCODING,
    ...(maxCharacters === undefined ? {} : { maxCharacters }),
    frame: {
      characters: prompt.length - characters,
      tokens: Math.max(0, tokens - sum(listed, (item) => item.tokens)),
    },
    skills: [...listed, ...prompt.cut.map((cut) => cutCost(cut, system))],
  };
}

function sum(items: readonly SkillCost[], value: (item: SkillCost) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

function listedCost(
  skill: PromptSkill,
  entry: string,
  { shortened }: Prompt,
  system: System,
  count: TokenCounter,
): SkillCost {
  const less = shortened.find((item) => item.skill === skill);
  return {
    ...naming(skill),
    state: less === undefined ? "whole" : "shortened",
    characters: entry.length,
    tokens: count(entry),
    ...(less === undefined ? {} : { shown: less.shown, of: less.of, ...whyLess(less, system) }),
  };
}

function cutCost(cut: Cut, system: System): SkillCost {
  return {
    ...naming(cut.skill),
    state: "cut",
    characters: 0,
    tokens: 0,
    ...whyLess(cut, system),
  };
}

function naming({ name, path }: PromptSkill): Pick<SkillCost, "name" | "path"> {
  return { name, ...(path === undefined ? {} : { path }) };
}

function whyLess(
  { reason, remedy }: Cut | ShortenedSkill,
  system: System,
): Pick<SkillCost, "why" | "remedy"> {
  return { why: formatReason(reason), remedy: asRemedy(remedy, system) };
}

/** A limit that the configuration sets is raised there, in the words of the system. */
function asRemedy({ say, path, value }: LimitRemedy, system: System): Remedy {
  const rules = system.dialect.gating?.config;
  if (path === undefined || value === undefined || rules === undefined) return { say };
  return namingFile({ say, config: changeConfig(path, value, rules) }, system);
}
