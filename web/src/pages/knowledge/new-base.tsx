import { NewDialog } from "../../components/new-dialog.tsx";
import type { Base } from "../../data/knowledge.ts";
import { formatError } from "../../data/workbench.ts";
import { useCreateBase } from "./data.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface NewBaseProps {
  readonly onClose: () => void;
  readonly onMade: (base: Base) => void;
}

export function NewBaseDialog({ onClose, onMade }: NewBaseProps) {
  const say = useTexts();
  const { mutate, isPending, error } = useCreateBase(onMade);
  return (
    <NewDialog
      title={say("knowledge.new")}
      help={say("knowledge.skillsNameItIn")}
      longestName={256}
      longestDescription={1024}
      isBusy={isPending}
      error={error === null ? undefined : formatError(error)}
      onCreate={mutate}
      onClose={onClose}
    />
  );
}
