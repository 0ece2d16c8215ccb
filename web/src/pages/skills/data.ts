import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { MOST_UNASKED, type Scan, useQuiet, useScans } from "../../data/scans.ts";
import type { SkillRow } from "../../data/skill-source.ts";
import { useClient, useUser } from "../../data/workbench.ts";
import { useEngine } from "../../engine/engine.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { type Risk, showAll, type ShownSkill } from "./shown.ts";

export function useShownSkills(rows: readonly SkillRow[] | undefined): readonly ShownSkill[] {
  const say = useTexts();
  const user = useUser();
  // Thousands of rows are put into words once, not at every letter of a search.
  const skills = useMemo(() => showAll(say, rows ?? NONE, user.id), [say, rows, user.id]);
  // Rows in sight are scanned first; the others, once nobody waits for the page.
  const isQuiet = useQuiet();
  const scans = useScans(isQuiet ? (rows ?? NONE).slice(0, MOST_UNASKED) : NONE);
  const risks = new Map(
    scans.flatMap(({ row, scan }) => {
      const risk = scan === undefined ? undefined : riskOf(scan);
      return risk === undefined ? [] : [[row, risk] as const];
    }),
  );
  const told = [...risks].map(([{ name }, { verdict }]) => `${name} ${verdict}`).join(" ");
  return useMemo(
    () =>
      risks.size === 0
        ? skills
        : skills.map((skill) => {
            const risk = risks.get(skill.row);
            return risk === undefined ? skill : { ...skill, risk };
          }),
    // oxlint-disable-next-line react/exhaustive-deps -- what was told says everything about the risks
    [skills, told],
  );
}

const NONE: readonly SkillRow[] = [];

function riskOf({ verdict, reason, findings }: Scan): Risk | undefined {
  if (verdict === "allow") return undefined;
  const worst = findings.find(({ severity }) => severity !== "info");
  return { verdict, why: worst?.message ?? reason };
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
