/** What the list says of a skill beside its agents: what it costs, and whether it is safe. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Status } from "../../components/status.tsx";
import { type Scanner, useScan } from "../../data/scans.ts";
import type { Risk } from "./shown.ts";
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
  const say = useTexts();
  const engine = useEngine();
  const { name, description, dialect } = row;
  const { data } = useQuery({
    queryKey: ["row-tokens", dialect, name, description],
    queryFn: async () => {
      const skills = [{ name, description, location: `${name}/SKILL.md` }];
      const listing = systems
        .filter(({ hasList }) => hasList)
        .toSorted((a, b) => Number(b.id === dialect) - Number(a.id === dialect));
      // A system may leave it out, for want of a description or by its format; then the next one says.
      for (const { id } of listing) {
        const list = await engine.ask("writeList", { dialect: id, skills, limits: {} });
        const tokens = list.skills[0]?.tokens ?? 0;
        if (tokens > 0) return tokens;
      }
      return null;
    },
    enabled: isEnabled,
    staleTime: Infinity,
  });
  return data === undefined || data === null ? null : say("common.number", { n: data });
}

const SAFETY = {
  block: ["blocked", "skills.blocked"],
  review: ["review", "skills.review"],
} as const;

interface SafetyProps extends FactProps {
  readonly scan: Scanner;
  readonly risk: Risk | undefined;
}

/** Nothing where nothing was found: a mark on every row is none. */
export function Safety({ row, isEnabled, scan, risk }: SafetyProps) {
  const say = useTexts();
  const verdict = useScan(scan, row, isEnabled)?.verdict ?? risk?.verdict;
  if (verdict === undefined || verdict === "allow") return null;
  const [shape, text] = SAFETY[verdict];
  return (
    <span className={`skills-verdict skills-${shape}`}>
      <Status shape={shape} /> {say(text)}
    </span>
  );
}
