import { type KeyboardEvent, useState } from "react";
import type { ChatSkill } from "./data.ts";

/** A skill is called at the very beginning of a message. */
const BEGUN = /^@([a-z0-9-]*)$/iu;
const MOST = 8;

export interface Completion {
  readonly skills: readonly ChatSkill[];
  /** Which of them is about to be taken. */
  readonly index: number;
  readonly take: (skill: ChatSkill | undefined) => void;
  /** Hears a key first; says whether it was meant for the list. */
  readonly isKey: (event: KeyboardEvent) => boolean;
}

/** Skills that the beginning of a message may mean. */
export function useCompletion(
  message: string,
  skills: readonly ChatSkill[],
  onTake: (message: string) => void,
): Completion {
  const [chosen, setChosen] = useState({ message: "", index: 0, isClosed: false });
  const begun = BEGUN.exec(message)?.[1]?.toLowerCase();
  const state = chosen.message === message ? chosen : { message, index: 0, isClosed: false };
  const found = begun === undefined || state.isClosed ? [] : findSkills(skills, begun);
  const index = Math.min(state.index, Math.max(0, found.length - 1));
  const take = (skill: ChatSkill | undefined): void => {
    if (skill !== undefined) onTake(`@${skill.name} `);
  };
  const isKey = (event: KeyboardEvent): boolean => {
    if (found.length === 0) return false;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setChosen({ ...state, index: (index + step + found.length) % found.length });
    else if (event.key === "Escape") setChosen({ ...state, isClosed: true });
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey) take(found[index]);
    else return false;
    return true;
  };
  return { skills: found, index, take, isKey };
}

/** Those that begin with the word first, each by name. */
function findSkills(skills: readonly ChatSkill[], word: string): readonly ChatSkill[] {
  const found = skills
    .filter(({ name }) => name.includes(word))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  const beginning = found.filter(({ name }) => name.startsWith(word));
  const others = found.filter(({ name }) => !name.startsWith(word));
  return [...beginning, ...others].slice(0, MOST);
}
