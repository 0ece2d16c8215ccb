import type { Json } from "../../../../src/skill/index.ts";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import type { FormField } from "../../engine/form.ts";
import { FormRow, type SetField } from "./form-row.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface FormRecordsProps {
  readonly field: FormField;
  readonly onSet: SetField;
}

/** A list of things with fields of their own, such as the inputs of a skill. */
export function FormRecords({ field, onSet }: FormRecordsProps) {
  const say = useTexts();
  const { path, doc, value } = field;
  const title = path.join(" › ");
  const items = Array.isArray(value) ? value : [];
  const parts = (field.parts ?? []).filter(({ control }) => control !== "none");
  const fresh = Object.fromEntries(
    parts.filter(({ isRequired }) => isRequired).map((part) => [part.path.join("."), ""]),
  );
  return (
    <section className="editor-records" aria-label={title}>
      <h3>{title}</h3>
      <p className="field-help">
        <Message text={doc} />
      </p>
      {items.map((item, index) => (
        <fieldset
          // Its place is all that an item is known by.
          key={index}
          className="editor-record"
        >
          <legend>{`${title} ${index + 1}`}</legend>
          {parts.map((part) => (
            <FormRow
              key={part.path.join(".")}
              label={`${title} ${index + 1} › ${part.path.join(" › ")}`}
              field={{ ...part, ...valueOf(item, part) }}
              onSet={(given, strand) => {
                // What must be there stays as an empty text, so that the item does not fall apart.
                const next = given ?? (part.isRequired ? "" : undefined);
                onSet(
                  {
                    path: [...path, index, ...part.path],
                    ...(next === undefined ? {} : { value: next }),
                  },
                  strand,
                );
              }}
            />
          ))}
          <div>
            <Button size="small" icon="trash" onClick={() => onSet({ path: [...path, index] })}>
              {say("editor.remove", { title, b: index + 1 })}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="small"
          icon="plus"
          onClick={() => onSet({ path: [...path, items.length], value: fresh })}
        >
          {say("common.addTo", { title })}
        </Button>
      </div>
    </section>
  );
}

function valueOf(item: Json, { path }: Pick<FormField, "path">): { readonly value?: Json } {
  const entries: readonly (readonly [string, Json])[] =
    typeof item === "object" && item !== null ? Object.entries(item) : [];
  const value = entries.find(([key]) => key === path.join("."))?.[1];
  return value === undefined ? {} : { value };
}
