/** Which skills of the caller collide. */
import {
  type CollisionReport,
  findCollisions,
  indexLibrary,
  type LibrarySkill,
  meaningSpace,
  wordSpace,
} from "../../check/eval/index.ts";
import type { SkippedEntry } from "../../platform/index.ts";
import { readSkill } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import type { SkillRef } from "../fields.ts";
import { forEachSkill } from "../sources.ts";
import { findSuites } from "./suites.ts";

export interface Collisions extends CollisionReport {
  /** Id of the embedding model. */
  readonly model?: string;
  /** Pairs of every level, also of those that are not listed. */
  readonly levels: {
    readonly collision: number;
    readonly declared: number;
    readonly overlap: number;
  };
  readonly strict: boolean;
  readonly skipped: readonly SkippedEntry[];
}

export interface CollisionInput {
  readonly skills: readonly SkillRef[];
  readonly ranker?: "words" | "meaning";
  readonly all: boolean;
  readonly strict: boolean;
}

export async function collideSkills(
  context: Context,
  { skills: refs, ranker, all, strict }: CollisionInput,
): Promise<Collisions> {
  const { results, skipped } = forEachSkill(
    context,
    refs,
    ({ path, content, directory }): LibrarySkill | undefined => {
      const { value } = readSkill(content, { path });
      if (value === undefined) return undefined;
      const { identity, guidance } = value.skill;
      const { description = "", whenToUse = "" } = guidance;
      const text = `${description} ${whenToUse}`.trim();
      const name = identity.name ?? directory;
      return name === undefined || text === "" ? undefined : { name, path, description: text };
    },
    () => undefined,
  );
  const found = results.filter((skill) => skill !== undefined);
  const library = indexLibrary(withRequests(context, refs, found));
  const meaning = ranker === "meaning" ? await context.meaning?.() : undefined;
  if (ranker === "meaning" && meaning === undefined) throw fail("app/no-meaning", undefined);
  const report =
    meaning === undefined
      ? findCollisions(library, wordSpace(library.texts))
      : findCollisions(library, meaningSpace(await meaning.embed(library.texts, context.signal)));
  const count = (level: string): number =>
    report.collisions.filter((pair) => pair.level === level).length;
  return {
    ...report,
    collisions: report.collisions.filter(({ level }) => all || level === "collision"),
    levels: {
      collision: count("collision"),
      declared: count("declared"),
      overlap: count("overlap"),
    },
    ...(meaning === undefined ? {} : { model: meaning.id }),
    strict,
    skipped,
  };
}

/** With the requests that evaluations beside the skills mean for them. */
function withRequests(
  context: Context,
  refs: readonly SkillRef[],
  skills: readonly LibrarySkill[],
): readonly LibrarySkill[] {
  const paths = refs.filter((ref) => typeof ref === "string");
  if (context.files === undefined || paths.length !== refs.length) return skills;
  const requests = new Map<string, Set<string>>();
  for (const { suite } of findSuites(context, paths).suites)
    for (const { prompt, trigger } of suite.cases)
      for (const name of trigger?.fires ?? [])
        requests.set(name, (requests.get(name) ?? new Set()).add(prompt));
  return skills.map((skill) => {
    const own = requests.get(skill.name);
    return own === undefined ? skill : { ...skill, requests: [...own] };
  });
}
