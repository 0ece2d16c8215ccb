import { useState } from "react";
import { Field } from "../../components/field.tsx";
import { NewDialog } from "../../components/new-dialog.tsx";
import { Select } from "../../components/select.tsx";
import { formatError } from "../../data/workbench.ts";
import { useCreateWorkflow } from "./data.ts";
import { templates, type Template } from "./templates.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const EMPTY: Template = { id: "", title: "", graph: { nodes: [], edges: [] } };

export interface NewWorkflowProps {
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

export function NewWorkflowDialog({ onClose, onMade }: NewWorkflowProps) {
  const say = useTexts();
  const [chosen, choose] = useState("empty");
  const template = templates.find(({ id }) => id === chosen) ?? EMPTY;
  const { mutate, isPending, error } = useCreateWorkflow(template.graph, onMade);
  return (
    <NewDialog
      title={say("workflows.new")}
      longestName={255}
      longestDescription={1000}
      isBusy={isPending}
      error={error === null ? undefined : formatError(error)}
      onCreate={mutate}
      onClose={onClose}
    >
      <Field label={say("workflows.startFrom")}>
        {(control) => (
          <Select
            control={control}
            value={chosen}
            onChange={choose}
            options={templates.map(({ id, title }) => ({ value: id, title }))}
          />
        )}
      </Field>
    </NewDialog>
  );
}
