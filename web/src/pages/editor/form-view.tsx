import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Loading } from "../../components/states.tsx";
import { useEngine } from "../../engine/engine.ts";
import type { FormField, FormView as FormContent } from "../../engine/form.ts";
import { FormRecords } from "./form-records.tsx";
import { FormRow, type SetField } from "./form-row.tsx";
import type { Draft } from "./use-draft.ts";
import { useTexts } from "../../texts/use-texts.tsx";

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
  const set: SetField = (change, strand = {}) => {
    draft.edit(strand, (before) => engine.ask("setField", { path, text: before, dialect }, change));
  };
  return <Fields form={form.data} onSet={set} />;
}

interface FieldsProps {
  readonly form: FormContent;
  readonly onSet: SetField;
}

function Fields({ form: { fields, others, inText }, onSet }: FieldsProps) {
  const say = useTexts();
  // Decided once: a field must not move away while somebody empties or fills it.
  const [first] = useState(
    () =>
      new Set(fields.filter((field) => field.value !== undefined || field.isRequired).map(keyOf)),
  );
  const rows = (isFirst: boolean): readonly ReactNode[] =>
    fields
      .filter((field) => first.has(keyOf(field)) === isFirst)
      .map((field) => {
        if (field.control === "records")
          return <FormRecords key={keyOf(field)} field={field} onSet={onSet} />;
        return (
          <FormRow
            key={keyOf(field)}
            label={field.path.join(" › ")}
            field={field}
            onSet={(value, strand) =>
              onSet({ path: field.path, ...(value === undefined ? {} : { value }) }, strand)
            }
          />
        );
      });
  const more = rows(false);
  return (
    <div className="editor-form">
      {rows(true)}
      {more.length === 0 ? null : (
        <details>
          <summary>{say("editor.moreFields", { count: more.length })}</summary>
          <div className="stack editor-more">{more}</div>
        </details>
      )}
      <Kept keys={inText}>{say("editor.keptAsTheyAre")}</Kept>
      <Kept keys={others}>{say("editor.keptAsTheyAre2")}</Kept>
    </div>
  );
}

interface KeptProps {
  readonly keys: readonly string[];
  readonly children: ReactNode;
}

function Kept({ keys, children }: KeptProps) {
  if (keys.length === 0) return null;
  return (
    <p className="small muted">
      {children}
      {keys.map((key) => (
        <code key={key}>{key} </code>
      ))}
    </p>
  );
}

function keyOf({ path }: FormField): string {
  return path.join(".");
}
