import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { useSay } from "../../components/toasts.tsx";
import type { Document } from "../../data/knowledge.ts";
import { formatError } from "../../data/workbench.ts";
import { useDocumentActions } from "./data.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const STATES = {
  pending: ["", "common.waiting"],
  processing: ["badge-info", "common.beingIndexed"],
  completed: ["badge-good", "common.ready"],
  failed: ["badge-bad", "common.failed"],
} as const;

export interface DocumentTableProps {
  readonly base: string;
  readonly documents: readonly Document[];
  readonly mayChange: boolean;
}

export function DocumentTable({ base, documents, mayChange }: DocumentTableProps) {
  const text = useTexts();
  const say = useSay();
  const { remove, retry, vectors } = useDocumentActions(base);
  const onError = (error: Error): void => say.bad(formatError(error));
  return (
    <ScrollBox label={text("knowledge.documentsOfTheBase")} className="card card-flush">
      <table className="table knowledge-documents">
        <thead>
          <tr>
            <th>{text("common.document")}</th>
            <th>{text("workflows.state")}</th>
            <th>{text("knowledge.passages")}</th>
            <th>{text("knowledge.byMeaning")}</th>
            <th>{text("versions.size")}</th>
            {mayChange ? (
              <th>
                <span className="visually-hidden">{text("models.actions")}</span>
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
  const say = useTexts();
  const [tone, title] = STATES[status];
  return (
    <span className={`badge ${tone}`}>
      {status === "processing" ? (
        <span className="spinner knowledge-spinner" aria-hidden="true" />
      ) : null}
      {say(title)}
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
  const say = useTexts();
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
          aria-label={say("knowledge.passagesOfThatAre", { filename: document.filename })}
        />
      ) : null}
      <span className="small" title={error ?? undefined}>
        {status === "completed" ? say("knowledge.all") : say("common.of", { done, total })}
        {status === "failed" ? ", failed" : status === "cancelled" ? ", stopped" : ""}
      </span>
      {mayChange && status !== "completed" ? (
        <Button size="small" look="quiet" onClick={() => onVectors(action)}>
          {isAtWork ? say("chat.stop") : say("factors.goOn")}
        </Button>
      ) : null}
    </div>
  );
}

function DocumentRow(props: DocumentRowProps) {
  const say = useTexts();
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
                aria-label={say("knowledge.tryAgainWith", { filename: document.filename })}
              >
                {say("common.again")}
              </Button>
            ) : document.status === "completed" ? (
              <Button
                size="small"
                look="quiet"
                onClick={onRetry}
                aria-label={say("knowledge.indexAgain", { filename: document.filename })}
              >
                {say("knowledge.indexAgain2")}
              </Button>
            ) : null}
            <Button
              size="small"
              look="quiet"
              icon="trash"
              aria-label={say("common.delete2", { title: document.filename })}
              disabled={isBusy}
              onClick={onRemove}
            />
          </div>
        </td>
      ) : null}
    </tr>
  );
}
