import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SkillRow } from "../../data/skill-source.ts";
import { useClient, useUser } from "../../data/workbench.ts";
import { useEngine } from "../../engine/engine.ts";
import { showAll, type ShownSkill } from "./shown.ts";

export function useShownSkills(rows: readonly SkillRow[] | undefined): readonly ShownSkill[] {
  const user = useUser();
  // Thousands of rows are put into words once, not at every letter of a search.
  return useMemo(() => showAll(rows ?? [], user.id), [rows, user.id]);
}

export interface NewSkill {
  readonly name: string;
  readonly description: string;
}

export function useCreateSkill(onDone: (name: string) => void): {
  readonly create: (skill: NewSkill) => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
} {
  const client = useClient();
  const engine = useEngine();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ name, description }: NewSkill) => {
      // The same scaffold as `skillwright new`, which most systems take.
      const { files } = await engine.call("new", {
        name,
        ...(description.trim() === "" ? {} : { description }),
      });
      const content = files.find(({ path }) => path === "SKILL.md")?.text ?? "";
      await client.createSkill({ body: { name, content } });
      return name;
    },
    onSuccess: async (name) => {
      await queries.invalidateQueries({ queryKey: ["every-skill"] });
      await queries.invalidateQueries({ queryKey: ["first-skills"] });
      onDone(name);
    },
  });
  return { create: mutate, isBusy: isPending, error };
}
