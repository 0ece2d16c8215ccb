import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useEverySkill } from "../../data/skill-source.ts";
import type { Checked } from "../../engine/check.ts";
import { systems } from "../../engine/queries.ts";
import { usePromptCost } from "./use-verdicts.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** Lists of more skills are counted where the whole budget is shown. */
const MOST = 300;
const NONE: readonly { readonly name: string; readonly description: string }[] = [];
const STATES = {
  whole: "studio.whole",
  shortened: "studio.shortened",
  cut: "studio.cut",
} as const;

export interface CostProps {
  readonly name: string;
  readonly checked: Checked | undefined;
  readonly dialect: string;
}

/** What it takes of the list that the model reads in every message, beside the other skills of the user. */
export function Cost({ name, checked, dialect }: CostProps) {
  const say = useTexts();
  const rows = useEverySkill().data;
  const others = useMemo(
    () =>
      rows === undefined || rows.length > MOST
        ? NONE
        : rows
            .filter((row) => row.kind === "shelf" && row.name !== name)
            .map((row) => ({ name: row.name, description: row.description })),
    [rows, name],
  );
  // Its own system first, where that shows the model a list.
  const listing = systems
    .filter(({ hasList }) => hasList)
    .toSorted((a, b) => Number(b.id === dialect) - Number(a.id === dialect));
  const cost = usePromptCost(listing, checked?.name, checked?.description, others);
  return (
    <section className="inspector-part" aria-labelledby="inspector-cost">
      <div className="row row-between">
        <h2 id="inspector-cost">{say("studio.cost")}</h2>
        <span className="muted">
          {checked !== undefined && checked.name === undefined
            ? say("editor.notReadable")
            : cost === undefined
              ? say("editor.counting")
              : say("editor.tokensRankOfIn", {
                  tokens: cost.tokens,
                  rank: cost.rank,
                  of: cost.of,
                  title: cost.title,
                })}
        </span>
      </div>
      {cost === undefined ? null : <CostBar {...cost} />}
      <p className="muted small">
        {cost === undefined ? "" : `${say(STATES[cost.state])} `}
        <Link to="/skills" search={{ view: "budget" }}>
          {say("studio.budget")}
        </Link>
      </p>
    </section>
  );
}

interface CostBarProps {
  readonly before: number;
  readonly own: number;
  readonly after: number;
  readonly limit: number | undefined;
}

function CostBar({ before, own, after, limit }: CostBarProps) {
  const say = useTexts();
  const used = before + own + after;
  const all = Math.max(limit ?? 0, used, 1);
  const width = (characters: number) => ({ width: `${(100 * characters) / all}%` });
  return (
    <>
      <div className="meter inspector-meter" aria-hidden="true">
        <span style={width(before)} />
        <span className="meter-accent" style={width(own)} />
        <span style={width(after)} />
      </div>
      <div className="row row-between muted small">
        <span>{say("editor.charactersUsed", { used })}</span>
        {limit === undefined ? null : <span>{say("editor.limit", { limit })}</span>}
      </div>
    </>
  );
}
