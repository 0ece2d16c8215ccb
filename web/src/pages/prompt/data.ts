import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PromptSkill } from "../../../../src/library/prompt/index.ts";
import { type SkillRow, useEverySkill } from "../../data/skill-source.ts";
import { sortByUse } from "../../components/agent-letters.ts";
import { systemOf } from "../../data/system-of.ts";
import { useClient } from "../../data/workbench.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { useEngine } from "../../engine/engine.ts";
import type { ListAnswer, ListRequest, WrittenEntry } from "../../engine/list.ts";
import { titleOfState } from "../../data/skill-states.ts";
import { systems } from "../../engine/queries.ts";

/** A list that can be looked at: an agent's in a served folder, or all skills as a system would list them. */
export interface ListChoice {
  readonly key: string;
  readonly title: string;
  readonly dialect: string;
  /** Undefined: the skills that the server keeps. */
  readonly agent?: string;
}

const NONE: readonly SkillRow[] = [];

export function useChoices(): {
  readonly choices: readonly ListChoice[];
  /** What to show where nobody has chosen: a list with something on it, if there is one. */
  readonly first: ListChoice | undefined;
  readonly isPending: boolean;
} {
  const say = useTexts();
  const rows = useEverySkill();
  const all = rows.data ?? NONE;
  const choices = useMemo(() => {
    const listing = systems.filter(({ hasList }) => hasList);
    const served = new Map<string, ListChoice>();
    const states = all.flatMap((row) => row.systems ?? []);
    for (const state of states) {
      const { dialect, agent } = state;
      const isAgent = state.title !== undefined;
      // A format is no agent: those of this machine that read its folders stand for it.
      if (state.is_format === true) continue;
      if (!isAgent && !listing.some(({ id }) => id === systemOf(dialect))) continue;
      const isOneOfMany = states.some((one) => one.dialect === dialect && one.agent !== agent);
      const title = titleOfState(state);
      served.set(`${dialect} ${agent}`, {
        key: `${dialect} ${agent}`,
        title: isOneOfMany ? `${title}, ${agent}` : title,
        dialect,
        agent,
      });
    }
    const others = listing.map(({ id, title }) => ({
      key: id,
      title: say("prompt.mySkillsAs", { title }),
      dialect: id,
    }));
    return [...sortByUse([...served.values()], ({ title }) => title), ...others];
  }, [all, say]);
  return { choices, first: offering(choices, all), isPending: rows.isPending };
}

function offering(
  choices: readonly ListChoice[],
  rows: readonly SkillRow[],
): ListChoice | undefined {
  const hasOwn = rows.some(({ kind }) => kind === "shelf");
  const states = rows.flatMap((row) => row.systems ?? []);
  const full = choices.find(({ dialect, agent }) =>
    agent === undefined
      ? hasOwn
      : states.some(
          (state) =>
            state.dialect === dialect &&
            state.agent === agent &&
            state.is_eligible &&
            state.reasons.length === 0,
        ),
  );
  return full ?? choices[0];
}

export interface ListParts {
  readonly skills: readonly PromptSkill[];
  readonly limits: ListRequest["limits"];
  /** Of a coding agent, which has written its list itself. */
  readonly entries?: readonly WrittenEntry[];
}

/** What a list is made of, with the limits that hold for it. */
export function useListParts(choice: ListChoice | undefined): UseQueryResult<ListParts> {
  const client = useClient();
  const engine = useEngine();
  const rows = useEverySkill();
  const all = rows.data ?? NONE;
  return useQuery({
    queryKey: ["prompt-parts", choice?.key, rows.dataUpdatedAt],
    queryFn: async ({ signal }): Promise<ListParts> => {
      const { dialect = "", agent } = choice ?? {};
      const limits = await engine.ask("defaultLimits", dialect);
      if (agent === undefined) return { skills: ownSkills(all), limits };
      const { skills, maxLength, maxSkills, entries } = await client.readPromptParts({
        query: { dialect, agent },
        signal,
      });
      return {
        // What the server leaves out is absent, never undefined.
        skills,
        ...(entries === undefined ? {} : { entries }),
        limits: {
          ...limits,
          agentId: agent,
          ...(maxLength === undefined ? {} : { maxLength }),
          ...(maxSkills === undefined ? {} : { maxSkills }),
        },
      };
    },
    enabled: choice !== undefined && rows.data !== undefined,
  });
}

function ownSkills(rows: readonly SkillRow[]): readonly PromptSkill[] {
  return rows
    .filter(({ kind }) => kind === "shelf")
    .map(({ name, description }) => ({
      name,
      description,
      location: `skills/${name}/SKILL.md`,
    }));
}

export function useList(
  request: ListRequest | readonly WrittenEntry[],
): UseQueryResult<ListAnswer> {
  const engine = useEngine();
  return useQuery({
    queryKey: ["engine", "list", request],
    queryFn: () =>
      "dialect" in request ? engine.ask("writeList", request) : engine.ask("measureList", request),
    placeholderData: (last) => last,
    gcTime: 10_000,
  });
}
