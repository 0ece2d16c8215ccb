import { useState } from "react";
import { Field } from "../../components/field.tsx";
import { NewDialog } from "../../components/new-dialog.tsx";
import { Select } from "../../components/select.tsx";
import { sayError } from "../../data/workbench.ts";
import { useCreateWorkflow } from "./data.ts";
import { templates, type Template } from "./templates.ts";

const EMPTY: Template = { id: "", title: "", graph: { nodes: [], edges: [] } };

export interface NewWorkflowProps {
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

export function NewWorkflowDialog({ onClose, onMade }: NewWorkflowProps) {
  const [chosen, choose] = useState("empty");
  const template = templates.find(({ id }) => id === chosen) ?? EMPTY;
  const { mutate, isPending, error } = useCreateWorkflow(template.graph, onMade);
  return (
    <NewDialog
      title="New workflow"
      longestName={255}
      longestDescription={1000}
      isBusy={isPending}
      error={error === null ? undefined : sayError(error)}
      onCreate={mutate}
      onClose={onClose}
    >
      <Field label="Start from">
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
