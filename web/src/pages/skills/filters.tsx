import { useMemo } from "react";
import { Icon } from "../../components/icon.tsx";
import { sortByUse } from "../../components/agent-letters.ts";
import { programsOf, titleOfState } from "../../data/skill-states.ts";
import { Select } from "../../components/select.tsx";
import { Status } from "../../components/status.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { isReplaced, needsAttention, seenBy, type ShownSkill } from "./shown.ts";

export interface Filter {
  readonly words: string;
  /** The agent or system that sees them. */
  readonly system: string;
  /** In which they are written. */
  readonly format: string;
  readonly origin: string;
  readonly state: string;
}

const STATES = [
  ["bad", "skills.bad", "rejected"],
  ["risky", "home.riskyColumn", "review"],
  ["warn", "skills.warn", "partial"],
  ["shadowed", "skills.shadowed", "absent"],
] as const;

export function applyFilter(skills: readonly ShownSkill[], filter: Filter): readonly ShownSkill[] {
  const words = filter.words
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
  const found = seenIn(skills, filter.system).filter(
    (skill) =>
      (filter.format === "" || skill.format === filter.format) &&
      (filter.origin === "" || kindsOf(skill).includes(filter.origin)) &&
      isInState(skill, filter.state) &&
      words.every((word) => skill.words.includes(word)),
  );
  // What needs attention stands above, what is replaced below; among the others the order stays.
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(skill: ShownSkill): number {
  return needsAttention(skill) ? 0 : isReplaced(skill) ? 2 : 1;
}

/** As one system sees them, where it is chosen. */
function seenIn(skills: readonly ShownSkill[], system: string): readonly ShownSkill[] {
  if (system === "") return skills;
  return skills.map((skill) => seenBy(skill, system)).filter((skill) => skill !== undefined);
}

function kindsOf({ row, origin }: ShownSkill): readonly string[] {
  return row.systems?.map(({ source }) => source) ?? [origin];
}

/** Some system says so. */
function isInState({ states, risk }: ShownSkill, wanted: string): boolean {
  if (wanted === "") return true;
  if (wanted === "risky") return risk !== undefined;
  return states.some(({ tone, isHidden }) =>
    wanted === "shadowed" ? isHidden : tone === wanted && !isHidden,
  );
}

export interface FiltersProps {
  readonly skills: readonly ShownSkill[];
  readonly filter: Filter;
  readonly onChange: (name: keyof Filter, value: string) => void;
}

export function Filters({ skills, filter, onChange }: FiltersProps) {
  const say = useTexts();
  // Thousands of skills are gone through when they change, not at every letter.
  const { systems, formats, origins } = useMemo(() => choicesIn(skills), [skills]);
  const seen = useMemo(() => seenIn(skills, filter.system), [skills, filter.system]);
  return (
    <search className="skills-filters">
      {STATES.map(([id, text, shape]) => {
        const count = seen.filter((skill) => isInState(skill, id)).length;
        // A chip that would show nothing says nothing, unless it is the one that is on.
        if (count === 0 && filter.state !== id) return null;
        return (
          <button
            key={id}
            type="button"
            className="chip"
            aria-pressed={filter.state === id}
            onClick={() => onChange("state", filter.state === id ? "" : id)}
          >
            <Status shape={shape} />
            {say(text)} <span className="muted">{say("common.number", { n: count })}</span>
          </button>
        );
      })}
      {systems.size > 1 || filter.system !== "" ? (
        <Choice
          label={say("home.agent")}
          all={say("skills.allAgents")}
          value={filter.system}
          options={sortByUse([...systems], ([, title]) => title)}
          onChange={(value) => onChange("system", value)}
        />
      ) : null}
      <Choice
        label={say("skills.format")}
        all={say("skills.formats")}
        value={filter.format}
        options={[...formats].toSorted().map((format) => [format, format] as const)}
        onChange={(value) => onChange("format", value)}
      />
      <Choice
        label={say("skills.origin")}
        all={say("skills.sources")}
        value={filter.origin}
        options={[...origins].map((origin) => [origin, origin] as const)}
        onChange={(value) => onChange("origin", value)}
      />
      <div className="skills-search">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label={say("common.searchSkills")}
          placeholder={say("skills.filter")}
          data-search
          value={filter.words}
          onChange={(event) => onChange("words", event.target.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
    </search>
  );
}

function choicesIn(skills: readonly ShownSkill[]) {
  const systems = new Map<string, string>();
  const formats = new Set<string>();
  const origins = new Set<string>();
  for (const skill of skills) {
    formats.add(skill.format);
    // What the server keeps is loaded by no agent of this machine.
    if (skill.row.kind === "folder")
      for (const state of programsOf(skill.row)) systems.set(state.dialect, titleOfState(state));
    for (const kind of kindsOf(skill)) origins.add(kind);
  }
  return { systems, formats, origins };
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, title: string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      className="skills-choice"
      label={label}
      value={value}
      onChange={onChange}
      options={[{ value: "", title: all }, ...options.map(([id, title]) => ({ value: id, title }))]}
    />
  );
}
