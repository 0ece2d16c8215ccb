import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useRef } from "react";
import { Message } from "../../components/diagnostic-list.tsx";
import { Status } from "../../components/status.tsx";
import { visible } from "../../components/visible.ts";
import type { ShownSkill, StateLine } from "./shown.ts";

const ROW_HEIGHT = 48;
const LINE_HEIGHT = 20;

function heightOf(skill: ShownSkill | undefined): number {
  return Math.max(ROW_HEIGHT, ((skill?.lines.length ?? 1) + 1) * LINE_HEIGHT);
}

/** Only the rows that are seen exist, whatever the number of skills. */
export function SkillTable({ skills }: { readonly skills: readonly ShownSkill[] }) {
  const box = useRef<HTMLDivElement>(null);
  // Another list has other heights, which are asked for anew only where the keys are new.
  const getItemKey = useCallback((index: number) => skills[index]?.key ?? index, [skills]);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoised here
  const virtual = useVirtualizer({
    count: skills.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf(skills[index]),
    getItemKey,
    overscan: 8,
  });
  const listen = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    const from = (event.target as HTMLElement).closest("[data-index]")?.getAttribute("data-index");
    if (step === undefined || from === undefined || from === null) return;
    event.preventDefault();
    const to = Math.min(skills.length - 1, Math.max(0, Number(from) + step));
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
      aria-label="Skills"
      aria-rowcount={skills.length + 1}
    >
      <div role="rowgroup">
        <div role="row" className="skills-row skills-head" aria-rowindex={1}>
          <span role="columnheader">Skill</span>
          <span role="columnheader">Format</span>
          <span role="columnheader">Source</span>
          <span role="columnheader">Status</span>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what scrolls must be reached by keyboard */}
      <div className="skills-scroll" role="rowgroup" ref={box} onKeyDown={listen} tabIndex={0}>
        <div className="skills-space" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const skill = skills[index];
            return skill === undefined ? null : (
              <SkillLine key={skill.key} skill={skill} index={index} start={start} />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface SkillLineProps {
  readonly skill: ShownSkill;
  readonly index: number;
  readonly start: number;
}

function SkillLine({ skill, index, start }: SkillLineProps) {
  const { row, system, origin, states, lines } = skill;
  // A filter may have left one system; or else the one that loads it.
  const shown = states.find(({ dialect }) => dialect === row.system) ?? states[0];
  return (
    <div
      role="row"
      className="skills-row skills-line"
      aria-rowindex={index + 2}
      data-index={index}
      style={{ transform: `translateY(${start}px)`, height: heightOf(skill) }}
    >
      <div role="cell" className="stack-tight skills-name">
        {row.kind === "shelf" ? (
          <Link to="/skills/$name" params={{ name: row.name }} className="skills-link clip">
            {row.name}
          </Link>
        ) : (
          <Link
            to="/skills/$name/explain"
            params={{ name: row.name }}
            search={{ system: shown?.dialect, agent: shown?.agent }}
            className="skills-link clip"
          >
            {row.name}
          </Link>
        )}
        <span className="clip muted small">{visible(row.description)}</span>
      </div>
      <div role="cell" className="skills-system" title={system}>
        <span className="skills-reason">{system}</span>
      </div>
      <div role="cell" className="clip muted skills-origin" title={row.path}>
        {origin}
      </div>
      <div role="cell" className="skills-states">
        <States lines={lines} />
      </div>
    </div>
  );
}

/** In one sentence where all systems agree, or else a line for each opinion. */
function States({ lines }: { readonly lines: readonly StateLine[] }) {
  const [only] = lines;
  if (only === undefined) return null;
  if (lines.length === 1)
    return (
      <div className="skills-state" title={only.words}>
        <Mark tone={only.tone} />
        <span className="skills-reason">
          <Message text={only.words} />
        </span>
      </div>
    );
  return (
    <ul aria-label="What each system makes of it">
      {lines.map(({ titles, tone, words }) => (
        <li key={words} className="skills-state" title={`${titles.join(", ")}: ${words}`}>
          <Mark tone={tone} />
          <span className="clip">
            {titles.join(", ")}: <Message text={words} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const SHAPES = { good: "tick", warn: "partial", bad: "rejected" } as const;

function Mark({ tone }: { readonly tone: StateLine["tone"] }) {
  return <Status shape={SHAPES[tone]} />;
}
