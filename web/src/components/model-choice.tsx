import { Select } from "./select.tsx";
export interface ModelChoiceProps {
  readonly models: readonly { readonly id: string }[];
  readonly preset: string | null;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly id?: string;
}

/** Which model answers; the empty one is whatever is configured. */
export function ModelChoice({ models, preset, value, onChange, id }: ModelChoiceProps) {
  return (
    <Select
      {...(id === undefined ? {} : { control: { id } })}
      label="Model"
      value={value}
      onChange={onChange}
      options={[
        { value: "", title: preset === null ? "No model" : `Default (${preset})` },
        ...models.map((model) => ({ value: model.id, title: model.id })),
      ]}
    />
  );
}
