import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useRef } from "react";
import { Message } from "../../components/diagnostic-list.tsx";
import type { ShownSkill } from "./data.ts";

const ROW_HEIGHT = 56;

/** Only the rows that are seen exist, whatever the number of skills. */
export function SkillTable({ skills }: { readonly skills: readonly ShownSkill[] }) {
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoised here
  const virtual = useVirtualizer({
    count: skills.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
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
          <span role="columnheader">System</span>
          <span role="columnheader">Origin</span>
          <span role="columnheader">State</span>
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
  const { row, system, origin, tone, state } = skill;
  return (
    <div
      role="row"
      className="skills-row skills-line"
      aria-rowindex={index + 2}
      data-index={index}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div role="cell" className="stack-tight skills-name">
        {row.kind === "shelf" ? (
          <Link to="/skills/$name" params={{ name: row.name }} className="skills-link clip">
            {row.name}
          </Link>
        ) : (
          <Link
            to="/explain"
            search={{ skill: row.name, system: row.dialect, agent: row.agent }}
            className="skills-link clip"
          >
            {row.name}
          </Link>
        )}
        <span className="clip muted small">{row.description}</span>
      </div>
      <div role="cell" className="clip skills-system">
        {system}
      </div>
      <div role="cell" className="clip muted skills-origin" title={row.path}>
        {origin}
      </div>
      <div role="cell" className="skills-state" title={state}>
        <span className={`light light-${tone}`} aria-hidden="true" />
        <span className="skills-reason">
          <Message text={state} />
        </span>
      </div>
    </div>
  );
}
