import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Json } from "../../../../src/skill/index.ts";
import { Field } from "../../components/field.tsx";
import { Loading } from "../../components/states.tsx";
import { useEngine } from "../../engine/engine.ts";
import type { FormField } from "../../engine/form.ts";

export interface FormViewProps {
  readonly path: string;
  readonly text: string;
  readonly dialect: string;
  readonly onChange: (text: string) => void;
}

/** The frontmatter as a form. What it does not show stays in the text as it is. */
export function FormView({ path, text, dialect, onChange }: FormViewProps) {
  const engine = useEngine();
  const form = useQuery({
    queryKey: ["engine", "form", dialect, path, text],
    queryFn: () => engine.ask("readForm", { path, text, dialect }),
    placeholderData: (last) => last,
    gcTime: 10_000,
  });
  if (form.data === undefined) return <Loading />;
  const set = async (field: FormField, value: Json | undefined): Promise<void> => {
    const change = { path: field.path, ...(value === undefined ? {} : { value }) };
    onChange(await engine.ask("setField", { path, text, dialect }, change));
  };
  const { fields, others } = form.data;
  const used = fields.filter(({ value, isRequired }) => value !== undefined || isRequired);
  const unused = fields.filter((field) => !used.includes(field));
  return (
    <div className="editor-form">
      {used.map((field) => (
        <Row key={field.path.join(".")} field={field} onSet={(value) => void set(field, value)} />
      ))}
      {unused.length === 0 ? null : (
        <details>
          <summary>{unused.length} more fields</summary>
          <div className="stack editor-more">
            {unused.map((field) => (
              <Row
                key={field.path.join(".")}
                field={field}
                onSet={(value) => void set(field, value)}
              />
            ))}
          </div>
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

interface RowProps {
  readonly field: FormField;
  readonly onSet: (value: Json | undefined) => void;
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
            key={shown(value)}
            tied={tied}
            isLong={control === "long-text"}
            start={shown(value)}
            onDone={(written) => onSet(readText(control, written))}
          />
        );
      }}
    </Field>
  );
}

interface TextControlProps {
  readonly tied: { readonly id: string };
  readonly isLong: boolean;
  readonly start: string;
  readonly onDone: (text: string) => void;
}

/** Tells what was written when somebody goes on: each letter by itself would be a change of the file. */
function TextControl({ tied, isLong, start, onDone }: TextControlProps) {
  const [text, setText] = useState(start);
  const props = {
    ...tied,
    className: "input",
    value: text,
    onBlur: () => {
      if (text !== start) onDone(text);
    },
  };
  return isLong ? (
    <textarea {...props} onChange={(event) => setText(event.target.value)} />
  ) : (
    <input
      {...props}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
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
