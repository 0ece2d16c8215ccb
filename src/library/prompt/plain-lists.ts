/** The lists that systems with a budget make of some skills where nobody has configured anything. */
import { type Dialect, dialects } from "../../skill/index.ts";
import type { Prompt, PromptSkill } from "./prompt.ts";
import { renderPrompt } from "./render.ts";

/** Of the models that most people use; a list that takes a share of the context is this long. */
const CONTEXT_TOKENS = 200_000;

export interface PlainList {
  readonly dialect: Dialect;
  readonly prompt: Prompt;
}

export function findPlainLists(skills: readonly PromptSkill[]): readonly PlainList[] {
  return dialects.flatMap((dialect) => {
    const { listing } = dialect;
    if (listing?.budget === undefined) return [];
    return [{ dialect, prompt: renderPrompt(skills, listing, { contextTokens: CONTEXT_TOKENS }) }];
  });
}

/** How a list has one of its skills. */
export interface ListedSkill {
  readonly title: string;
  /** Of the entry; 0 where the skill is left out. */
  readonly characters: number;
  readonly state: "whole" | "shortened" | "name alone" | "left out";
}

/** By the path of the skill. */
export function findInLists(skills: readonly PromptSkill[], path: string): readonly ListedSkill[] {
  return findPlainLists(skills).map(({ dialect: { title }, prompt }) => {
    const at = prompt.included.findIndex((skill) => skill.path === path);
    if (at === -1) return { title, characters: 0, state: "left out" };
    const less = prompt.shortened.find(({ skill }) => skill.path === path);
    const characters = prompt.entries[at]?.length ?? 0;
    if (less === undefined) return { title, characters, state: "whole" };
    return { title, characters, state: less.shown === 0 ? "name alone" : "shortened" };
  });
}
