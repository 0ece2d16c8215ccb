import { useUser } from "../../data/workbench.ts";
import type { HistoryFilter } from "./data.ts";
import { KINDS, STATES } from "./words.ts";
import { Select } from "../../components/select.tsx";
import type { TextKey } from "../../texts/en.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface HistoryFiltersProps {
  readonly filter: HistoryFilter;
  readonly onChange: (filter: HistoryFilter) => void;
  /** There is nothing to filter. */
  readonly isHidden: boolean;
}

const ENDS = [
  ["success", STATES.success[1]],
  ["error", STATES.error[1]],
  ["cancelled", STATES.cancelled[1]],
] as const;
const PLACES = [
  ["skill", KINDS.skill],
  ["chat", KINDS.chat],
  ["workflow", KINDS.workflow],
] as const;

/** What of the history is wanted; the server looks for it. */
export function HistoryFilters({ filter, onChange, isHidden }: HistoryFiltersProps) {
  const say = useTexts();
  const isAdmin = useUser().role === "admin";
  if (isHidden && !isAdmin) return null;
  return (
    <div className="row row-wrap run-filters">
      {filter.skill === "" ? (
        <input
          className="input run-filter"
          type="search"
          aria-label={say("run.filterBySkillMessage")}
          placeholder={say("run.skillMessageOrModel")}
          maxLength={256}
          value={filter.words}
          onChange={(event) => onChange({ ...filter, words: event.target.value })}
        />
      ) : null}
      <Choice
        label={say("run.howItEnded")}
        all={say("common.anyResult")}
        options={ENDS}
        value={filter.status}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <Choice
        label={say("run.whereItWasRun")}
        all={say("common.allKinds")}
        options={PLACES}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      {isAdmin ? (
        <label className="row small">
          <input
            type="checkbox"
            checked={filter.ofAll}
            onChange={(event) => onChange({ ...filter, ofAll: event.target.checked })}
          />
          {say("models.forUsers")}
        </label>
      ) : null}
    </div>
  );
}

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly all: string;
  readonly options: readonly (readonly [id: Id, title: TextKey])[];
  readonly value: Id | "";
  readonly onChange: (value: Id | "") => void;
}

function Choice<Id extends string>({ label, all, options, value, onChange }: ChoiceProps<Id>) {
  const say = useTexts();
  return (
    <Select
      className="run-choice"
      label={label}
      value={value}
      onChange={(chosen) => onChange(options.find(([id]) => id === chosen)?.[0] ?? "")}
      options={[
        { value: "", title: all },
        ...options.map(([id, title]) => ({ value: id, title: say(title) })),
      ]}
    />
  );
}
