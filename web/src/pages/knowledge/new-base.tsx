import { NewDialog } from "../../components/new-dialog.tsx";
import type { Base } from "../../data/knowledge.ts";
import { sayError } from "../../data/workbench.ts";
import { useCreateBase } from "./data.ts";

export interface NewBaseProps {
  readonly onClose: () => void;
  readonly onMade: (base: Base) => void;
}

export function NewBaseDialog({ onClose, onMade }: NewBaseProps) {
  const { mutate, isPending, error } = useCreateBase(onMade);
  return (
    <NewDialog
      title="New knowledge base"
      help="Skills name it in their field knowledge_base."
      longestName={256}
      longestDescription={1024}
      isBusy={isPending}
      error={error === null ? undefined : sayError(error)}
      onCreate={mutate}
      onClose={onClose}
    />
  );
}
