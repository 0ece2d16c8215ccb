/** The list of skills that a model is told, under limits that somebody chooses. */
import {
  type PromptLimits,
  type PromptSkill,
  renderPrompt,
} from "../../../src/library/prompt/index.ts";
import { findDialect } from "../../../src/skill/index.ts";

export interface ListRequest {
  readonly dialect: string;
  readonly skills: readonly PromptSkill[];
  readonly limits: Pick<PromptLimits, "agentId" | "maxLength" | "maxSkills" | "contextTokens">;
}

export interface ListedSkill {
  readonly name: string;
  readonly state: "whole" | "shortened" | "cut";
  readonly characters: number;
  readonly tokens: number;
  /** Characters that it would take with nothing cut. */
  readonly wanted: number;
  readonly why?: string;
}

export interface ListAnswer {
  readonly text: string;
  readonly characters: number;
  readonly tokens: number;
  readonly skills: readonly ListedSkill[];
  /** Characters of the list with nothing cut. */
  readonly whole: number;
}

type CountTokens = (text: string) => number;

export async function writeList({ dialect: id, skills, limits }: ListRequest): Promise<ListAnswer> {
  const listing = findDialect(id)?.listing;
  if (listing === undefined) return { text: "", characters: 0, tokens: 0, skills: [], whole: 0 };
  const count = await loadCounter();
  const prompt = renderPrompt(skills, listing, { ...limits, isCallersLength: true });
  const free = renderPrompt(skills, listing, {
    ...limits,
    maxLength: 100_000_000,
    maxSkills: 1_000_000,
  });
  const wanted = new Map(free.included.map((skill, at) => [skill, free.entries[at]?.length ?? 0]));
  const shortened = new Map(prompt.shortened.map((item) => [item.skill, item]));
  const included = prompt.included.map((skill, at): ListedSkill => {
    const entry = prompt.entries[at] ?? "";
    const short = shortened.get(skill);
    return {
      name: skill.name,
      state: short === undefined ? "whole" : "shortened",
      characters: entry.length,
      tokens: count(entry),
      wanted: wanted.get(skill) ?? entry.length,
      ...(short === undefined ? {} : { why: short.remedy.say }),
    };
  });
  const cut = prompt.cut.map(({ skill, remedy }): ListedSkill => ({
    name: skill.name,
    state: "cut",
    characters: 0,
    tokens: 0,
    wanted: wanted.get(skill) ?? 0,
    why: remedy.say,
  }));
  return {
    text: prompt.text,
    characters: prompt.length,
    tokens: count(prompt.text),
    skills: [...included, ...cut],
    whole: free.length,
  };
}

/** The table of the encoding is large, so only those who count load it. */
async function loadCounter(): Promise<CountTokens> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, plain);
}

/** How a list fares under one budget. */
export interface BudgetPoint {
  readonly budget: number;
  readonly whole: number;
  readonly shortened: number;
  readonly cut: number;
}

export interface SweepRequest {
  readonly dialect: string;
  readonly skills: readonly PromptSkill[];
  readonly maxSkills?: number;
  readonly agentId?: string;
  /** The largest budget that is tried. */
  readonly most: number;
}

const POINTS = 64;

/** The same list under budgets from nothing to the largest. */
export function sweepBudgets(request: SweepRequest): readonly BudgetPoint[] {
  const { dialect: id, skills, maxSkills, agentId, most } = request;
  const listing = findDialect(id)?.listing;
  if (listing === undefined || most <= 0) return [];
  return Array.from({ length: POINTS + 1 }, (_one, index) => {
    const budget = Math.round((most * index) / POINTS);
    const limits = {
      maxLength: budget,
      isCallersLength: true,
      ...(maxSkills === undefined ? {} : { maxSkills }),
      ...(agentId === undefined ? {} : { agentId }),
    };
    const { included, shortened, cut } = renderPrompt(skills, listing, limits);
    const short = shortened.length;
    return { budget, whole: included.length - short, shortened: short, cut: cut.length };
  });
}

/** The limits that a system has where its configuration says nothing. */
export function defaultLimits(id: string): ListRequest["limits"] {
  const budget = findDialect(id)?.listing?.budget;
  if (budget?.kind !== "shrink-then-cut") return {};
  return { maxLength: budget.maxLength, maxSkills: budget.maxSkills };
}
