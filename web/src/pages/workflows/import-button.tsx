import { useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { formatError } from "../../data/workbench.ts";
import { useImportWorkflow } from "./data.ts";
import { ImportError, type ImportFault } from "./read-export.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** Makes a workflow of a file that was exported. */
export function ImportButton({ onMade }: { readonly onMade: (id: string) => void }) {
  const say = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<ImportFault | undefined>();
  const { mutate, isPending } = useImportWorkflow(onMade);
  const take = (file: File): void =>
    mutate(file, {
      onError: (error) =>
        setFault(
          error instanceof ImportError
            ? error.fault
            : { file: file.name, message: formatError(error) },
        ),
    });
  return (
    <>
      <Button icon="upload" disabled={isPending} onClick={() => input.current?.click()}>
        {isPending ? say("workflows.importing") : say("skills.import")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={say("workflows.workflowToImport")}
        accept=".json,application/json"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) take(file);
          // The same file can be chosen once more.
          target.value = "";
        }}
      />
      {fault === undefined ? null : (
        <FaultDialog
          fault={fault}
          onClose={() => setFault(undefined)}
          onAgain={() => {
            setFault(undefined);
            input.current?.click();
          }}
        />
      )}
    </>
  );
}

interface FaultDialogProps {
  readonly fault: ImportFault;
  readonly onClose: () => void;
  readonly onAgain: () => void;
}

function FaultDialog({ fault, onClose, onAgain }: FaultDialogProps) {
  const say = useTexts();
  const { file, message, place, line = "", subject } = fault;
  return (
    <Dialog title={say("workflows.wasNotImported", { file })} isOpen onClose={onClose}>
      <div className="stack">
        {subject === undefined ? null : <strong>{subject}</strong>}
        <p>
          <Message text={message} />
        </p>
        {place === undefined ? null : (
          <div className="stack-tight">
            <p className="small muted">
              {say("workflows.lineColumn", { line: place.line, column: place.column })}
            </p>
            {line === "" ? null : <pre className="workflows-line">{line}</pre>}
          </div>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>{say("common.close")}</Button>
          <Button look="primary" icon="upload" onClick={onAgain}>
            {say("common.chooseAFile")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
