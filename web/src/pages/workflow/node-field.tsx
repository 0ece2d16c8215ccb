import type { Json } from "../../../../src/client/index.ts";
import { Field } from "../../components/field.tsx";
import { useBases } from "../../data/knowledge.ts";
import { useModels } from "../../data/models.ts";
import { useSkills, useWorkflowNames } from "./data.ts";
import type { FieldSpec } from "./kinds.ts";
import { PairsField } from "./pairs-field.tsx";
import { Select } from "../../components/select.tsx";
import { type Variable, VariableText } from "./variable-text.tsx";

export interface NodeFieldProps {
  readonly spec: FieldSpec;
  readonly value: Json | undefined;
  /** Names that the keys of pairs may have. */
  readonly keys: readonly string[];
  /** What templates in it can name. */
  readonly variables: readonly Variable[];
  readonly onChange: (value: Json | undefined) => void;
}

/** One field of a node, by what it holds. */
export function NodeField({ spec, value, keys, variables, onChange }: NodeFieldProps) {
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
    return (
      <PairsField
        label={label}
        help={help}
        value={value}
        keys={keys}
        variables={variables}
        onChange={onChange}
      />
    );
  return (
    <Field label={label} {...(help === undefined ? {} : { help })}>
      {(control) => (
        <Control
          control={control}
          spec={spec}
          value={value}
          variables={variables}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

type ControlProps = Omit<NodeFieldProps, "keys"> & Pick<ChoiceProps, "control">;

function Control({ control, spec, value, variables, onChange }: ControlProps) {
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
  const shared = { control, placeholder, value: text, variables };
  if (kind === "text") return <VariableText {...shared} className="input" onChange={setText} />;
  return (
    <VariableText
      {...shared}
      className={kind === "code" ? "input mono" : "input"}
      rows={kind === "code" ? 4 : 5}
      spellCheck={kind === "area"}
      // An empty prompt is a prompt; taking it away would bring the preset back while somebody types.
      onChange={preset === undefined ? setText : onChange}
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
  const none = spec.options === "models" ? "That of the run" : "None";
  return (
    <Select
      control={control}
      value={value}
      onChange={onChange}
      options={[
        ...(spec.preset === undefined ? [{ value: "", title: none }] : []),
        ...(isKnown ? [] : [{ value, title: `${value} (not found)` }]),
        ...options.map(([id, title]) => ({ value: id, title })),
      ]}
    />
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
