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
  /** Where its entry begins in the text; absent: it has none. */
  readonly at?: number;
}

export interface ListAnswer {
  readonly text: string;
  readonly characters: number;
  readonly tokens: number;
  readonly skills: readonly ListedSkill[];
  /** Characters of the list with nothing cut. */
  readonly whole: number;
}

/** An entry of a list that a coding agent has written itself. */
export interface WrittenEntry {
  readonly name: string;
  readonly shown: string | null;
  readonly cut: number;
  readonly why?: string;
}

/** What such a list costs; nothing can be changed about its limits from here. */
export async function measureList(entries: readonly WrittenEntry[]): Promise<ListAnswer> {
  const count = await loadCounter();
  const text = entries.flatMap(({ shown }) => shown ?? []).join("\n");
  let end = 0;
  const skills = entries.map(({ name, shown, cut, why }): ListedSkill => {
    const at = end;
    if (shown !== null) end += shown.length + 1;
    const characters = shown?.length ?? 0;
    return {
      name,
      state: shown === null ? "cut" : cut > 0 ? "shortened" : "whole",
      characters,
      tokens: shown === null ? 0 : count(shown),
      wanted: characters + cut,
      ...(why === undefined ? {} : { why }),
      ...(shown === null ? {} : { at }),
    };
  });
  const lost = skills.reduce((sum, { wanted, characters }) => sum + wanted - characters, 0);
  return {
    text,
    characters: text.length,
    tokens: count(text),
    skills,
    whole: text.length + lost,
  };
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
  let end = 0;
  const included = prompt.included.map((skill, index): ListedSkill => {
    const entry = prompt.entries[index] ?? "";
    const short = shortened.get(skill);
    const at = prompt.text.indexOf(entry, end);
    if (at !== -1) end = at + entry.length;
    return {
      name: skill.name,
      state: short === undefined ? "whole" : "shortened",
      characters: entry.length,
      tokens: count(entry),
      wanted: wanted.get(skill) ?? entry.length,
      ...(short === undefined ? {} : { why: short.remedy.say }),
      ...(at === -1 ? {} : { at }),
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
export async function loadCounter(): Promise<CountTokens> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, plain);
}

/** The limits that a system has where its configuration says nothing. */
export function defaultLimits(id: string): ListRequest["limits"] {
  const budget = findDialect(id)?.listing?.budget;
  if (budget?.kind !== "shrink-then-cut") return {};
  return { maxLength: budget.maxLength, maxSkills: budget.maxSkills };
}
