/** What the list says of a skill beside its agents: what it costs, and whether it is safe. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Status } from "../../components/status.tsx";
import { type Scanner, useScan } from "../../data/scans.ts";
import type { SkillRow } from "../../data/skill-source.ts";
import { useEngine } from "../../engine/engine.ts";
import { systems } from "../../engine/queries.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** Rows that only fly by are not looked at. */
const REST_MS = 200;

/** Whether the row has stayed in sight for a moment. */
export function useResting(): boolean {
  const [isResting, setIsResting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsResting(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isResting;
}

interface FactProps {
  readonly row: SkillRow;
  readonly isEnabled: boolean;
}

/** What its entry takes of every message, in the list of its own system where that shows the model one. */
export function Tokens({ row, isEnabled }: FactProps) {
  const engine = useEngine();
  const { name, description, dialect } = row;
  const { data } = useQuery({
    queryKey: ["row-tokens", dialect, name, description],
    queryFn: async () => {
      const skills = [{ name, description, location: `${name}/SKILL.md` }];
      const [first] = systems
        .filter(({ hasList }) => hasList)
        .toSorted((a, b) => Number(b.id === dialect) - Number(a.id === dialect));
      const list = await engine.ask("writeList", { dialect: first?.id ?? "", skills, limits: {} });
      return list.skills[0]?.tokens ?? null;
    },
    enabled: isEnabled,
    staleTime: Infinity,
  });
  return data === undefined || data === null ? null : data.toLocaleString("en");
}

const SAFETY = {
  block: ["blocked", "skills.blocked"],
  review: ["review", "skills.review"],
} as const;

/** Nothing where nothing was found: a mark on every row is none. */
export function Safety({ row, isEnabled, scan }: FactProps & { readonly scan: Scanner }) {
  const say = useTexts();
  const verdict = useScan(scan, row, isEnabled)?.verdict;
  if (verdict === undefined || verdict === "allow") return null;
  const [shape, text] = SAFETY[verdict];
  return (
    <span className={`skills-verdict skills-${shape}`}>
      <Status shape={shape} /> {say(text)}
    </span>
  );
}
