import { useId } from "react";

export interface SkillPickerProps {
  readonly names: readonly string[];
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** What an empty field stands for. */
  readonly all?: string;
  /** What ties it to the label of a field; alone, it has one of its own. */
  readonly control?: Readonly<Record<string, string | boolean>>;
}

/** More would make the list of the browser slow; typing narrows it down. */
const MOST = 200;

/** A field that completes the name of a skill. */
export function SkillPicker(props: SkillPickerProps) {
  const { names, value, onChange, all = "Every skill", control } = props;
  const id = useId();
  const fitting = names.filter((name) => name.includes(value.toLowerCase()));
  return (
    <>
      <input
        className={control === undefined ? "input skill-picker" : "input"}
        type="search"
        list={id}
        placeholder={all}
        {...(control ?? { "aria-label": "Skill", "data-search": true })}
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
