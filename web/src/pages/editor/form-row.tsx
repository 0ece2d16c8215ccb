import { useRef, useState } from "react";
import type { Json } from "../../../../src/skill/index.ts";
import { Message } from "../../components/diagnostic-list.tsx";
import { Field } from "../../components/field.tsx";
import type { FieldChange, FormField } from "../../engine/form.ts";
import type { Strand } from "./use-draft.ts";
import { Select } from "../../components/select.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export type SetField = (change: FieldChange, strand?: Strand) => void;

export interface FormRowProps {
  readonly label: string;
  readonly field: FormField;
  readonly onSet: (value: Json | undefined, strand?: Strand) => void;
}

/** One field of the frontmatter with the control that fits it. */
export function FormRow({ label, field, onSet }: FormRowProps) {
  const say = useTexts();
  const { doc, isRequired, control, values, value } = field;
  if (field.isSetByServer === true)
    return (
      <Field label={label} help={<Message text={say("editor.onlyTheServerSets", { doc })} />}>
        {(tied) => <input {...tied} className="input" readOnly value={shown(value)} />}
      </Field>
    );
  return (
    <Field label={label} help={<Message text={doc} />} isRequired={isRequired}>
      {({ required: _required, ...tied }) => {
        if (control === "boolean" || control === "choice")
          return (
            <Select
              control={tied}
              value={shown(value)}
              onChange={(chosen) => onSet(readChoice(control, chosen))}
              options={[
                { value: "", title: "not set" },
                ...values.map((one) => ({ value: one, title: one })),
              ]}
            />
          );
        return (
          <TextControl
            tied={tied}
            isLong={control === "long-text"}
            value={shown(value)}
            onWrite={(written, strand) => onSet(readText(control, written), strand)}
          />
        );
      }}
    </Field>
  );
}

interface TextControlProps {
  readonly tied: { readonly id: string };
  readonly isLong: boolean;
  readonly value: string;
  readonly onWrite: (text: string, strand: Strand) => void;
}

/** Every letter goes into the file, so that nothing is lost which was not left by the tab key. */
function TextControl({ tied, isLong, value, onWrite }: TextControlProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [isFocused, setIsFocused] = useState(false);
  const strand = useRef<Strand>({});
  if (known !== value) {
    setKnown(value);
    // Spaces that the file does not keep must not vanish under the cursor.
    if (!isFocused) setText(value);
  }
  const props = {
    ...tied,
    className: "input",
    value: text,
    onFocus: () => {
      strand.current = {};
      setIsFocused(true);
    },
    onBlur: () => setIsFocused(false),
    onChange: (event: { readonly target: { readonly value: string } }) => {
      setText(event.target.value);
      onWrite(event.target.value, strand.current);
    },
  };
  return isLong ? <textarea {...props} /> : <input {...props} />;
}

function shown(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(String).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function readChoice(control: FormField["control"], text: string): Json | undefined {
  if (text === "") return undefined;
  return control === "boolean" ? text === "true" : text;
}

function readText(control: FormField["control"], text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (control === "number") return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed);
  if (control !== "names") return trimmed;
  return trimmed
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
