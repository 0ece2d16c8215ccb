import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useModels } from "../../data/models.ts";
import type { SkillRow } from "../../data/skill-source.ts";
import { useClient, useUser } from "../../data/workbench.ts";
import { useEngine } from "../../engine/engine.ts";
import { useSystems } from "../../engine/queries.ts";
import type { SystemInfo } from "../../engine/systems.ts";

/** A row as the page shows and searches it. */
export interface ShownSkill {
  readonly row: SkillRow;
  readonly key: string;
  readonly system: string;
  readonly origin: string;
  readonly tone: "good" | "warn" | "bad";
  /** Why it is not simply there, or that it is, in words. */
  readonly state: string;
  /** Everything that a search looks at, in lower case. */
  readonly words: string;
}

export function useShownSkills(rows: readonly SkillRow[] | undefined): readonly ShownSkill[] {
  const user = useUser();
  const systems = useSystems();
  const models = useModels();
  const hasModel = models === undefined || models.total > 0;
  // Thousands of rows are put into words once, not at every letter of a search.
  return useMemo(
    () => showAll(rows ?? [], systems, user.id, hasModel),
    [rows, systems, user.id, hasModel],
  );
}

function showAll(
  rows: readonly SkillRow[],
  systems: readonly SystemInfo[],
  userId: string,
  hasModel: boolean,
): readonly ShownSkill[] {
  const titles = new Map(systems.map(({ id, title }) => [id, title]));
  return rows.map((row, index) => {
    const system = titles.get(row.dialect) ?? row.dialect;
    const origin = originOf(row, userId);
    const { tone, state } = stateOf(row, hasModel);
    return {
      row,
      key: `${row.kind} ${row.dialect} ${row.agent ?? ""} ${row.path ?? row.name} ${index}`,
      system,
      origin,
      tone,
      state,
      words: [row.name, row.description, system, origin, state, row.path ?? ""]
        .join("\n")
        .toLowerCase(),
    };
  });
}

function originOf({ kind, owner_id: owner, source, root, path }: SkillRow, userId: string): string {
  if (kind === "folder") return [source, root ?? path].filter((part) => part !== "").join(" · ");
  if (owner === undefined) return "This server";
  return owner === userId ? "Yours" : "Another user's";
}

function stateOf(row: SkillRow, hasModel: boolean): Pick<ShownSkill, "tone" | "state"> {
  const [reason] = row.reasons;
  if (!row.is_eligible) return { tone: "bad", state: reason?.say ?? "It does not load." };
  if (reason !== undefined) return { tone: "warn", state: reason.say };
  if (row.kind === "shelf")
    return hasModel
      ? { tone: "good", state: "Ready to run" }
      : { tone: "warn", state: "No language model is configured, so only dry runs work." };
  const hosts = row.hosts ?? [];
  return { tone: "good", state: hosts.length === 0 ? "Loads" : `Loads on ${hosts.join(", ")}` };
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
      const content = await engine.ask("draftSkill", { name, description });
      await client.createSkill({ body: { name, content } });
      return name;
    },
    onSuccess: async (name) => {
      await queries.invalidateQueries({ queryKey: ["every-skill"] });
      onDone(name);
    },
  });
  return { create: mutate, isBusy: isPending, error };
}
