import { Field } from "../../components/field.tsx";
import { ModelChoice } from "../../components/model-choice.tsx";
import { useModels } from "../../data/models.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface ModelFieldProps {
  readonly model: string;
  readonly onChange: (model: string) => void;
}

/** Nothing is asked where there is nothing to choose. */
export function ModelField({ model, onChange }: ModelFieldProps) {
  const say = useTexts();
  const models = useModels();
  if (models === undefined || models.total < 2) return null;
  return (
    <Field label={say("models.model")}>
      {({ id }) => (
        <ModelChoice
          id={id}
          models={models.items}
          preset={models.default_model}
          value={model}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
