import { Select } from "./select.tsx";
import { useTexts } from "../texts/use-texts.tsx";
export interface ModelChoiceProps {
  readonly models: readonly { readonly id: string }[];
  readonly preset: string | null;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly id?: string;
}

/** Which model answers; the empty one is whatever is configured. */
export function ModelChoice({ models, preset, value, onChange, id }: ModelChoiceProps) {
  const say = useTexts();
  return (
    <Select
      {...(id === undefined ? {} : { control: { id } })}
      label={say("models.model")}
      value={value}
      onChange={onChange}
      options={[
        {
          value: "",
          title: preset === null ? say("common.noModel") : say("common.default", { preset }),
        },
        ...models.map((model) => ({ value: model.id, title: model.id })),
      ]}
    />
  );
}
