import { NewDialog } from "../../components/new-dialog.tsx";
import { sayError } from "../../data/workbench.ts";
import { useCreateWorkflow } from "./data.ts";

export interface NewWorkflowProps {
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

export function NewWorkflowDialog({ onClose, onMade }: NewWorkflowProps) {
  const { mutate, isPending, error } = useCreateWorkflow(onMade);
  return (
    <NewDialog
      title="New workflow"
      longestName={255}
      longestDescription={1000}
      isBusy={isPending}
      error={error === null ? undefined : sayError(error)}
      onCreate={mutate}
      onClose={onClose}
    />
  );
}
