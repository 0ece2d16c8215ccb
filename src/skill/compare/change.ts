import type { Dialect } from "../dialects/index.ts";
import { isObject, type Json, type Skill, type ToolDeclaration } from "../model/index.ts";

/** A skill as `readSkill` gives it. */
export interface ComparedSkill {
  readonly skill: Skill;
  readonly dialect: Dialect;
  /** Its tools as their code has them, where somebody has read it. */
  readonly code?: readonly ToolDeclaration[];
}

/** How much of a version number a change asks for, by SemVer 2.0.0. */
export type ReleaseLevel = "major" | "minor" | "patch";

/** What a change is about. */
export type ChangeSubject =
  | "tool"
  | "input"
  | "permission"
  | "requirement"
  | "field"
  | "evaluation";

/** A difference between two versions of a skill that whoever uses it can notice. */
export interface SkillChange {
  readonly level: ReleaseLevel;
  readonly subject: ChangeSubject;
  /** The later version may do more than the earlier one. */
  readonly isWider: boolean;
  /** One sentence for people. */
  readonly message: string;
}

const LEVELS: readonly ReleaseLevel[] = ["patch", "minor", "major"];

/** Positive where the first level is the higher one. */
export function compareLevels(a: ReleaseLevel, b: ReleaseLevel): number {
  return LEVELS.indexOf(a) - LEVELS.indexOf(b);
}

/** Names and values come from strangers, and a list of changes is kept for every version. */
const LONGEST_VALUE = 80;

/** A value of a skill in a message. */
export function quote(value: string): string {
  const line = value.replaceAll(/\s+/gu, " ").replaceAll("`", "'");
  const short = line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE - 1)}…` : line;
  return `\`${short.toWellFormed()}\``;
}

export function change(
  level: ReleaseLevel,
  subject: ChangeSubject,
  message: string,
  isWider = false,
): SkillChange {
  return { level, subject, isWider, message };
}

/** Whether two values mean the same; the order of keys means nothing. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || canonical(a) === canonical(b);
}

function canonical(value: Json | undefined): string | undefined {
  return JSON.stringify(value, (_key, inner: Json) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Entries of the second list that the first lacks, each once. */
export function addedTo(before: readonly string[] = [], after: readonly string[] = []): string[] {
  const known = new Set(before);
  return [...new Set(after)].filter((value) => !known.has(value));
}
