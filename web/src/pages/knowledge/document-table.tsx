import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { useSay } from "../../components/toasts.tsx";
import type { Document } from "../../data/knowledge.ts";
import { sayError } from "../../data/workbench.ts";
import { useDocumentActions } from "./data.ts";

const STATES = {
  pending: ["", "Waiting"],
  processing: ["badge-info", "Being indexed"],
  completed: ["badge-good", "Ready"],
  failed: ["badge-bad", "Failed"],
} as const;

export interface DocumentTableProps {
  readonly base: string;
  readonly documents: readonly Document[];
  readonly mayChange: boolean;
}

export function DocumentTable({ base, documents, mayChange }: DocumentTableProps) {
  const say = useSay();
  const { remove, retry, vectors } = useDocumentActions(base);
  const onError = (error: Error): void => say.bad(sayError(error));
  return (
    <ScrollBox label="Documents of the base" className="card card-flush">
      <table className="table knowledge-documents">
        <thead>
          <tr>
            <th>Document</th>
            <th>State</th>
            <th>Passages</th>
            <th>By meaning</th>
            <th>Size</th>
            {mayChange ? (
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              mayChange={mayChange}
              isBusy={remove.isPending}
              onRemove={() => remove.mutate(document.id, { onError })}
              onRetry={() => retry.mutate(document.id, { onError })}
              onVectors={(action) => vectors.mutate({ doc: document.id, action }, { onError })}
            />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function State({ status }: Pick<Document, "status">) {
  const [tone, title] = STATES[status];
  return (
    <span className={`badge ${tone}`}>
      {status === "processing" ? (
        <span className="spinner knowledge-spinner" aria-hidden="true" />
      ) : null}
      {title}
    </span>
  );
}

function saySize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

interface DocumentRowProps {
  readonly document: Document;
  readonly mayChange: boolean;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
  readonly onVectors: (action: "cancel" | "resume") => void;
}

/** How much of a document is found by meaning, which comes after its words. */
function Meaning({
  document,
  mayChange,
  onVectors,
}: Omit<DocumentRowProps, "onRemove" | "onRetry" | "isBusy">) {
  const { status, done, total, error } = document.vectors;
  if (document.status !== "completed" || status === "none") return <>–</>;
  const isAtWork = status === "pending" || status === "processing";
  const action = isAtWork ? "cancel" : "resume";
  return (
    <div className="row knowledge-row-actions">
      {isAtWork ? (
        <progress
          value={done}
          max={total}
          aria-label={`Passages of ${document.filename} that are found by meaning`}
        />
      ) : null}
      <span className="small" title={error ?? undefined}>
        {status === "completed" ? "All" : `${done} of ${total}`}
        {status === "failed" ? ", failed" : status === "cancelled" ? ", stopped" : ""}
      </span>
      {mayChange && status !== "completed" ? (
        <Button size="small" look="quiet" onClick={() => onVectors(action)}>
          {isAtWork ? "Stop" : "Go on"}
        </Button>
      ) : null}
    </div>
  );
}

function DocumentRow(props: DocumentRowProps) {
  const { document, mayChange, isBusy, onRemove, onRetry } = props;
  return (
    <tr>
      <td className="knowledge-file">
        {document.filename}
        {document.error === null ? null : (
          <p className="knowledge-refusal">
            <Message text={document.error} />
          </p>
        )}
      </td>
      <td>
        <State status={document.status} />
      </td>
      <td>{document.status === "completed" ? document.chunk_count : "–"}</td>
      <td>
        <Meaning {...props} />
      </td>
      <td>{saySize(document.size)}</td>
      {mayChange ? (
        <td>
          <div className="row knowledge-row-actions">
            {document.status === "failed" ? (
              <Button
                size="small"
                onClick={onRetry}
                aria-label={`Try again with ${document.filename}`}
              >
                Try again
              </Button>
            ) : document.status === "completed" ? (
              <Button
                size="small"
                look="quiet"
                onClick={onRetry}
                aria-label={`Index again: ${document.filename}`}
              >
                Index again
              </Button>
            ) : null}
            <Button
              size="small"
              look="quiet"
              icon="trash"
              aria-label={`Delete ${document.filename}`}
              disabled={isBusy}
              onClick={onRemove}
            />
          </div>
        </td>
      ) : null}
    </tr>
  );
}
