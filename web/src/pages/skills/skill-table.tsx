import { Link, useNavigate } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useMemo, useRef } from "react";
import { useIsPhone } from "../../app/media.ts";
import { Message } from "../../components/diagnostic-list.tsx";
import { Status } from "../../components/status.tsx";
import { visible } from "../../components/visible.ts";
import { type Scanner, useScanner } from "../../data/scans.ts";
import type { TextKey } from "../../texts/en.ts";
import type { Say } from "../../texts/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import {
  AgentHeads,
  AgentMarks,
  agentsHere,
  type AgentVerdict,
  useAgentVerdicts,
} from "./agent-marks.tsx";
import { Safety, Tokens, useResting } from "./row-facts.tsx";
import { isReplaced, needsAttention, type ShownSkill, type StateLine } from "./shown.ts";

const ROW_HEIGHT = 36;
const PHONE_HEIGHT = 58;

/** A skill, or the name of the group that begins. */
type Item =
  | { readonly kind: "head"; readonly title: TextKey; readonly count: number }
  | { readonly kind: "skill"; readonly skill: ShownSkill };

function toItems(skills: readonly ShownSkill[]): readonly Item[] {
  const groups: readonly (readonly [TextKey, readonly ShownSkill[]])[] = [
    ["skills.attention", skills.filter(needsAttention)],
    ["skills.fine", skills.filter((skill) => !needsAttention(skill) && !isReplaced(skill))],
    ["skills.shadowed", skills.filter(isReplaced)],
  ];
  const there = groups.filter(([, group]) => group.length > 0);
  const isOne = there.length === 1 && there[0]?.[0] === "skills.fine";
  return there.flatMap(([title, group]): readonly Item[] => [
    ...(isOne ? [] : [{ kind: "head" as const, title, count: group.length }]),
    ...group.map((skill) => ({ kind: "skill" as const, skill })),
  ]);
}

function heightOf(item: Item | undefined, isPhone: boolean): number {
  return isPhone && item?.kind === "skill" ? PHONE_HEIGHT : ROW_HEIGHT;
}

export interface SkillTableProps {
  readonly skills: readonly ShownSkill[];
  /** Systems whose folders the server reads: what one of them does not find is not there for it. */
  readonly served: ReadonlySet<string>;
}

/** Only the rows that are seen exist, whatever the number of skills. */
export function SkillTable({ skills, served }: SkillTableProps) {
  const say = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const scan = useScanner();
  const items = useMemo(() => toItems(skills), [skills]);
  const agents = useMemo(() => agentsHere(served), [served]);
  const shared = useMemo(() => namesakes(skills), [skills]);
  // Another list has other heights, which are asked for anew only where the keys are new.
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : item.kind === "head" ? item.title : item.skill.key;
    },
    [items],
  );
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoised here
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf(items[index], isPhone),
    getItemKey,
    overscan: 8,
  });
  const listen = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const row = (event.target as HTMLElement).closest("[data-index]");
    const from = Number(row?.getAttribute("data-index") ?? -1);
    const to = nextRow(items, from, step);
    virtual.scrollToIndex(to);
    // The row may come into being with the scrolling.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-index="${to}"] a`)?.focus(),
    );
  };
  return (
    <div
      className="card card-flush skills-table"
      role="table"
      aria-label={say("nav.skills")}
      aria-rowcount={items.length + 1}
    >
      <div role="rowgroup">
        <div role="row" className="skills-row skills-head" aria-rowindex={1}>
          <span role="columnheader">{say("skills.skill")}</span>
          <span role="columnheader" className="skills-system">
            {say("skills.format")}
          </span>
          <span role="columnheader" className="skills-marks" aria-label={say("skills.agents")}>
            <AgentHeads agents={agents} />
          </span>
          <span role="columnheader" className="skills-tokens">
            {say("skills.tokens")}
          </span>
          <span role="columnheader" className="skills-safety">
            {say("skills.safety")}
          </span>
          <span role="columnheader" className="skills-origin">
            {say("skills.source")}
          </span>
          <span role="columnheader" className="skills-changed">
            {say("skills.changed")}
          </span>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what scrolls must be reached by keyboard */}
      <div className="skills-scroll" role="rowgroup" ref={box} onKeyDown={listen} tabIndex={0}>
        <div className="skills-space" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const item = items[index];
            if (item === undefined) return null;
            const place = {
              transform: `translateY(${start}px)`,
              height: heightOf(item, isPhone),
            };
            return item.kind === "head" ? (
              <div key={key} className="skills-group" style={place}>
                {say(item.title)} <span>{say("common.number", { n: item.count })}</span>
              </div>
            ) : (
              <SkillLine
                key={key}
                skill={item.skill}
                index={index}
                place={place}
                served={served}
                agents={agents}
                isNamesake={shared.has(item.skill.row.name)}
                scan={scan}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  j: 1,
  k: -1,
  PageDown: 10,
  PageUp: -10,
};

/** Over the names of groups. */
function nextRow(items: readonly Item[], from: number, step: number): number {
  const way = Math.sign(step);
  let to = Math.min(items.length - 1, Math.max(0, from + step));
  if (items[to]?.kind === "head") to += items[to + way] === undefined ? -way : way;
  return Math.min(items.length - 1, Math.max(0, to));
}

interface SkillLineProps extends Pick<SkillTableProps, "served"> {
  readonly skill: ShownSkill;
  readonly agents: readonly string[];
  /** Another skill has its name, so that only the path says which one is meant. */
  readonly isNamesake: boolean;
  readonly index: number;
  readonly scan: Scanner;
  readonly place: { readonly transform: string; readonly height: number };
}

function SkillLine(props: SkillLineProps) {
  const { skill, index, place, served, agents, isNamesake, scan } = props;
  const { row, format, origin, states, lines, risk } = skill;
  const say = useTexts();
  const navigate = useNavigate();
  const isResting = useResting();
  const verdicts = useAgentVerdicts(row, isResting);
  // A filter may have left one system; or else the one that loads it.
  const shown = states.find(({ dialect }) => dialect === row.system) ?? states[0];
  const told = wordsOf(lines);
  const rejected = row.kind === "shelf" ? verdicts?.find(isRejected) : undefined;
  const way = {
    to: "/skills/$name",
    params: { name: row.name },
    search:
      row.kind === "shelf"
        ? {}
        : {
            agent: shown === undefined ? undefined : `${shown.dialect} ${shown.agent}`,
            at: isNamesake ? row.path : undefined,
          },
  } as const;
  return (
    <div
      role="row"
      className="skills-row skills-line"
      aria-rowindex={index + 2}
      data-index={index}
      style={place}
      onKeyDown={(event) => {
        if (event.key !== "f" || event.ctrlKey || event.metaKey) return;
        void navigate(way);
      }}
    >
      <div role="cell" className="skills-name">
        <div className="skills-first">
          {risk !== undefined && worstOf(lines) !== "bad" ? (
            <Status shape={risk.verdict === "block" ? "blocked" : "review"} />
          ) : (
            <Mark tone={rejected === undefined ? worstOf(lines) : "bad"} />
          )}
          <Link {...way} className="skills-link clip">
            {row.name}
          </Link>
          <span className="skills-about clip" title={told === "" ? undefined : told}>
            {risk !== undefined && worstOf(lines) !== "bad" ? (
              <Message text={risk.why} />
            ) : rejected !== undefined ? (
              <Message text={`${rejected.title}: ${rejected.reason}`} />
            ) : told !== "" ? (
              <Message text={told} />
            ) : (
              visible(row.description)
            )}
          </span>
        </div>
      </div>
      <div role="cell" className="clip skills-system" title={format}>
        {format}
      </div>
      <div role="cell" className="skills-marks">
        <AgentMarks agents={agents} row={row} verdicts={verdicts} served={served} />
      </div>
      <div role="cell" className="skills-tokens">
        <Tokens row={row} isEnabled={isResting} />
      </div>
      <div role="cell" className="skills-safety">
        <Safety row={row} isEnabled={isResting} scan={scan} risk={risk} />
      </div>
      <div role="cell" className="clip muted skills-origin" title={row.path}>
        {origin}
      </div>
      <div role="cell" className="muted skills-changed">
        {row.updated_at === undefined ? "" : sayDay(say, new Date(row.updated_at))}
      </div>
    </div>
  );
}

function namesakes(skills: readonly ShownSkill[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { row } of skills) (seen.has(row.name) ? shared : seen).add(row.name);
  return shared;
}

function isRejected({ verdict }: AgentVerdict): boolean {
  return verdict === "refused";
}

function sayDay(say: Say, day: Date): string {
  if (day.toDateString() === new Date().toDateString()) return say("common.today");
  const isThisYear = day.getFullYear() === new Date().getFullYear();
  return day.toLocaleDateString(say("common.dateLocale"), {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}

/** Why it is not simply there, the worst first, and who says so where systems differ. */
function wordsOf(lines: readonly StateLine[]): string {
  const worst = worstOf(lines);
  const said = lines.filter(({ words }) => words !== "Loads");
  const others = said.filter(({ tone }) => tone !== worst);
  return [...said.filter(({ tone }) => tone === worst), ...others]
    .map(({ titles, words }) => (lines.length === 1 ? words : `${titles.join(", ")}: ${words}`))
    .join(" ");
}

const SHAPES = { good: "tick", warn: "partial", bad: "rejected" } as const;

function worstOf(lines: readonly StateLine[]): StateLine["tone"] {
  const tones = new Set(lines.map(({ tone }) => tone));
  return (["bad", "warn"] as const).find((tone) => tones.has(tone)) ?? "good";
}

function Mark({ tone }: { readonly tone: StateLine["tone"] }) {
  return <Status shape={SHAPES[tone]} />;
}
