import { useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { sayError } from "../../data/workbench.ts";
import { useImportWorkflow } from "./data.ts";
import { ImportError, type ImportFault } from "./read-export.ts";

/** Makes a workflow of a file that was exported. */
export function ImportButton({ onMade }: { readonly onMade: (id: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<ImportFault | undefined>();
  const { mutate, isPending } = useImportWorkflow(onMade);
  const take = (file: File): void =>
    mutate(file, {
      onError: (error) =>
        setFault(
          error instanceof ImportError
            ? error.fault
            : { file: file.name, message: sayError(error) },
        ),
    });
  return (
    <>
      <Button icon="upload" disabled={isPending} onClick={() => input.current?.click()}>
        {isPending ? "Importing…" : "Import"}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Workflow to import"
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
  const { file, message, place, line = "", subject } = fault;
  return (
    <Dialog title={`${file} was not imported`} isOpen onClose={onClose}>
      <div className="stack">
        {subject === undefined ? null : <strong>{subject}</strong>}
        <p>
          <Message text={message} />
        </p>
        {place === undefined ? null : (
          <div className="stack-tight">
            <p className="small muted">
              Line {place.line}, column {place.column}
            </p>
            {line === "" ? null : <pre className="workflows-line">{line}</pre>}
          </div>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" icon="upload" onClick={onAgain}>
            Choose a file
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
