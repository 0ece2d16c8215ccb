import { Field } from "../../../components/field.tsx";
import { VISIBILITIES } from "../words.tsx";
import { type Details, usePublishers } from "./data.ts";

export interface DetailFieldsProps {
  readonly details: Details;
  readonly onChange: (details: Details) => void;
}

export function DetailFields({ details, onChange }: DetailFieldsProps) {
  const publishers = usePublishers();
  const set = (change: Partial<Details>): void => onChange({ ...details, ...change });
  return (
    <fieldset className="stack">
      <legend className="registry-step">2. Details</legend>
      <div className="registry-two">
        <Field label="Version" help="Empty: the one that SKILL.md names.">
          {(control) => (
            <input
              {...control}
              className="input"
              placeholder="1.0.0"
              value={details.version}
              onChange={(event) => set({ version: event.target.value })}
            />
          )}
        </Field>
        <Field label="Publisher">
          {(control) => (
            <select
              {...control}
              className="input"
              value={details.publisher}
              onChange={(event) => set({ publisher: event.target.value })}
            >
              <option value="">You</option>
              {(publishers.data ?? []).map(({ handle, kind }) => (
                <option key={handle} value={handle}>
                  {handle} ({kind})
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field label="Who may see it">
        {(control) => (
          <select
            {...control}
            className="input"
            value={details.visibility}
            onChange={(event) => {
              const found = VISIBILITIES.find(([id]) => id === event.target.value);
              if (found !== undefined) set({ visibility: found[0] });
            }}
          >
            {VISIBILITIES.map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="What is new">
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={2}
            value={details.changelog}
            onChange={(event) => set({ changelog: event.target.value })}
          />
        )}
      </Field>
      <Field label="Topics" help="Words with commas between, by which it is found.">
        {(control) => (
          <input
            {...control}
            className="input"
            value={details.topics}
            onChange={(event) => set({ topics: event.target.value })}
          />
        )}
      </Field>
      <label className="row small">
        <input
          type="checkbox"
          checked={details.isDraft}
          onChange={(event) => set({ isDraft: event.target.checked })}
        />
        Keep it as a draft for now
      </label>
    </fieldset>
  );
}
