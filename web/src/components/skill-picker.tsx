import { useId } from "react";

export interface SkillPickerProps {
  readonly names: readonly string[];
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** What an empty field stands for. */
  readonly all?: string;
}

/** More would make the list of the browser slow; typing narrows it down. */
const MOST = 200;

/** A field that completes the name of a skill. */
export function SkillPicker({ names, value, onChange, all = "Every skill" }: SkillPickerProps) {
  const id = useId();
  const fitting = names.filter((name) => name.includes(value.toLowerCase()));
  return (
    <>
      <input
        className="input skill-picker"
        type="search"
        list={id}
        aria-label="Skill"
        placeholder={all}
        data-search
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {[...new Set(fitting)].slice(0, MOST).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
