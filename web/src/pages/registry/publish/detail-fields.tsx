import { Message } from "../../../components/diagnostic-list.tsx";
import { Field } from "../../../components/field.tsx";
import { VISIBILITIES } from "../words.tsx";
import { useHandle } from "../skill/data.ts";
import { type Details, usePublishers } from "./data.ts";
import type { Suggestion } from "./version.ts";
import { Select } from "../../../components/select.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";

export interface DetailFieldsProps {
  readonly details: Details;
  readonly suggestion: Suggestion | undefined;
  /** Why the registry refused the version. */
  readonly versionError: string | undefined;
  readonly onChange: (details: Details) => void;
}

export function DetailFields(props: DetailFieldsProps) {
  const say = useTexts();
  const { details, suggestion, versionError, onChange } = props;
  const own = useHandle();
  const publishers = usePublishers();
  const others = (publishers.data ?? []).filter(({ handle }) => handle !== own);
  const isTeam = others.some(({ handle, kind }) => handle === details.publisher && kind === "team");
  const set = (change: Partial<Details>): void => onChange({ ...details, ...change });
  return (
    <fieldset className="stack">
      <legend className="registry-step">{say("publish.2Details")}</legend>
      <div className="registry-two">
        <Field
          label={say("versions.version")}
          help={suggestion?.why ?? say("publish.emptyTheOneThat")}
          error={versionError === undefined ? undefined : <Message text={versionError} />}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              placeholder="1.0.0"
              value={details.version ?? suggestion?.version ?? ""}
              onChange={(event) => set({ version: event.target.value })}
            />
          )}
        </Field>
        <Field label={say("publish.publisher")}>
          {(control) => (
            <Select
              control={control}
              value={details.publisher}
              onChange={(publisher) =>
                set({
                  publisher,
                  visibility: details.visibility === "team" ? "private" : details.visibility,
                })
              }
              options={[
                { value: "", title: own === undefined ? "You" : `You (${own})` },
                ...others.map(({ handle, kind }) => ({
                  value: handle,
                  title: `${handle} (${kind})`,
                })),
              ]}
            />
          )}
        </Field>
      </div>
      <Field label={say("common.visibility")}>
        {(control) => (
          <Select
            control={control}
            value={details.visibility}
            onChange={(chosen) => {
              const found = VISIBILITIES.find(([id]) => id === chosen);
              if (found !== undefined) set({ visibility: found[0] });
            }}
            options={VISIBILITIES.filter(([id]) => id !== "team" || isTeam).map(([id, title]) => ({
              value: id,
              title,
            }))}
          />
        )}
      </Field>
      <Field label={say("versions.changelog")}>
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
      <Field label={say("common.topics")} help={say("publish.wordsWithCommasBetween")}>
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
        Save as draft
      </label>
    </fieldset>
  );
}
