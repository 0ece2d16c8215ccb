import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { Json } from "../../../../src/skill/index.ts";
import { Field } from "../../components/field.tsx";
import { Loading } from "../../components/states.tsx";
import { useEngine } from "../../engine/engine.ts";
import type { FormField, FormView as FormContent } from "../../engine/form.ts";
import type { Draft, Strand } from "./use-draft.ts";

export interface FormViewProps {
  readonly path: string;
  readonly draft: Draft;
  readonly dialect: string;
}

/** The frontmatter as a form. What it does not show stays in the text as it is. */
export function FormView({ path, draft, dialect }: FormViewProps) {
  const engine = useEngine();
  const { text } = draft;
  const form = useQuery({
    queryKey: ["engine", "form", dialect, path, text],
    queryFn: () => engine.ask("readForm", { path, text, dialect }),
    placeholderData: (last) => last,
    gcTime: 10_000,
  });
  if (form.data === undefined) return <Loading />;
  const set = (field: FormField, value: Json | undefined, strand: Strand = {}): void => {
    const change = { path: field.path, ...(value === undefined ? {} : { value }) };
    draft.edit(strand, (before) => engine.ask("setField", { path, text: before, dialect }, change));
  };
  return <Fields form={form.data} onSet={set} />;
}

interface FieldsProps {
  readonly form: FormContent;
  readonly onSet: (field: FormField, value: Json | undefined, strand?: Strand) => void;
}

function Fields({ form: { fields, others }, onSet }: FieldsProps) {
  // Decided once: a field must not move away while somebody empties or fills it.
  const [first] = useState(
    () =>
      new Set(fields.filter((field) => field.value !== undefined || field.isRequired).map(keyOf)),
  );
  const rows = (isFirst: boolean): readonly ReactNode[] =>
    fields
      .filter((field) => first.has(keyOf(field)) === isFirst)
      .map((field) => (
        <Row key={keyOf(field)} field={field} onSet={(...given) => onSet(field, ...given)} />
      ));
  const more = rows(false);
  return (
    <div className="editor-form">
      {rows(true)}
      {more.length === 0 ? null : (
        <details>
          <summary>{more.length} more fields</summary>
          <div className="stack editor-more">{more}</div>
        </details>
      )}
      {others.length === 0 ? null : (
        <p className="small muted">
          Kept as they are, since this system does not know them:{" "}
          {others.map((key) => (
            <code key={key}>{key} </code>
          ))}
        </p>
      )}
    </div>
  );
}

function keyOf({ path }: FormField): string {
  return path.join(".");
}

interface RowProps {
  readonly field: FormField;
  readonly onSet: (value: Json | undefined, strand?: Strand) => void;
}

function Row({ field, onSet }: RowProps) {
  const { path, doc, isRequired, control, values, value } = field;
  return (
    <Field label={path.join(" › ")} help={doc} isRequired={isRequired}>
      {({ required: _required, ...tied }) => {
        if (control === "boolean" || control === "choice")
          return (
            <select
              {...tied}
              className="input"
              value={shown(value)}
              onChange={(event) => onSet(readChoice(control, event.target.value))}
            >
              <option value="">not set</option>
              {values.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
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
