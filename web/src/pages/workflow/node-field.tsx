import type { Json } from "../../../../src/client/index.ts";
import { Field } from "../../components/field.tsx";
import { useBases } from "../../data/knowledge.ts";
import { useModels } from "../../data/models.ts";
import { useSkills, useWorkflowNames } from "./data.ts";
import type { FieldSpec } from "./kinds.ts";
import { PairsField } from "./pairs-field.tsx";

export interface NodeFieldProps {
  readonly spec: FieldSpec;
  readonly value: Json | undefined;
  /** Names that the keys of pairs may have. */
  readonly keys: readonly string[];
  readonly onChange: (value: Json | undefined) => void;
}

/** One field of a node, by what it holds. */
export function NodeField({ spec, value, keys, onChange }: NodeFieldProps) {
  const { label, kind, help } = spec;
  if (kind === "check")
    return (
      <label className="row small">
        <input
          type="checkbox"
          checked={(value ?? spec.preset) === true}
          onChange={({ target: { checked } }) =>
            onChange(checked === (spec.preset ?? false) ? undefined : checked)
          }
        />
        {label}
      </label>
    );
  if (kind === "pairs")
    return <PairsField label={label} help={help} value={value} keys={keys} onChange={onChange} />;
  return (
    <Field label={label} {...(help === undefined ? {} : { help })}>
      {(control) => <Control control={control} spec={spec} value={value} onChange={onChange} />}
    </Field>
  );
}

type ControlProps = Omit<NodeFieldProps, "keys"> & Pick<ChoiceProps, "control">;

function Control({ control, spec, value, onChange }: ControlProps) {
  const { kind, placeholder, preset, range } = spec;
  const text = sayValue(value ?? preset);
  const setText = (next: string): void => onChange(next === "" ? undefined : next);
  if (kind === "options")
    return <Choice control={control} spec={spec} value={text} onChange={setText} />;
  if (kind === "number")
    return (
      <input
        {...control}
        className="input"
        type="number"
        {...range}
        value={text}
        onChange={({ target }) =>
          onChange(Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber)
        }
      />
    );
  const shared = { ...control, placeholder, value: text };
  if (kind === "text")
    return (
      <input {...shared} className="input" onChange={(event) => setText(event.target.value)} />
    );
  return (
    <textarea
      {...shared}
      className={kind === "code" ? "input mono" : "input"}
      rows={kind === "code" ? 4 : 5}
      spellCheck={kind === "area"}
      // An empty prompt is a prompt; taking it away would bring the preset back while somebody types.
      onChange={(event) =>
        preset === undefined ? setText(event.target.value) : onChange(event.target.value)
      }
    />
  );
}

interface ChoiceProps {
  readonly control: { readonly id: string };
  readonly spec: FieldSpec;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ control, spec, value, onChange }: ChoiceProps) {
  const options = useOptions(spec.options);
  const isKnown = value === "" || options.some(([id]) => id === value);
  return (
    <select
      {...control}
      className="input"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {spec.preset === undefined ? (
        <option value="">{spec.options === "models" ? "That of the run" : "None"}</option>
      ) : null}
      {isKnown ? null : <option value={value}>{value} (not found)</option>}
      {options.map(([id, title]) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}

function useOptions(from: FieldSpec["options"]): readonly (readonly [string, string])[] {
  const skills = useSkills().data ?? [];
  const bases = useBases().data ?? [];
  const models = useModels()?.items ?? [];
  const flows = useWorkflowNames(from === "workflows").data ?? [];
  if (from === "skills") return skills.map(({ name }) => [name, name]);
  // A base is known by its name as well, which stays the same elsewhere.
  if (from === "bases")
    return bases.flatMap(({ id, name }) => [
      [name, name] as const,
      [id, `${name} (by id)`] as const,
    ]);
  if (from === "workflows") return flows.map(({ id, name }) => [id, name]);
  if (from === "models") return models.map(({ id }) => [id, id]);
  return (from ?? []).map((text) => [text, text]);
}

function sayValue(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
