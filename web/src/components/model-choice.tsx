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
    <select
      id={id}
      className="input"
      aria-label="Model"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{preset === null ? "No model" : `Default (${preset})`}</option>
      {models.map((model) => (
        <option key={model.id} value={model.id}>
          {model.id}
        </option>
      ))}
    </select>
  );
}
