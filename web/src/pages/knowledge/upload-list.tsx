import { Button } from "../../components/button.tsx";
import type { Upload } from "./use-uploads.ts";

export interface UploadListProps {
  readonly uploads: readonly Upload[];
  readonly onRetry: (id: number) => void;
  readonly onRemove: (id: number) => void;
}

/** Files on their way, and those that were refused. */
export function UploadList({ uploads, onRetry, onRemove }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className="card card-flush" aria-label="Uploads">
      {uploads.map((upload) => (
        <li key={upload.id} className="knowledge-upload">
          <span className="grow clip">{upload.name}</span>
          {upload.state === "failed" ? (
            <span className="knowledge-refusal" role="alert">
              {upload.error}
            </span>
          ) : (
            <progress max={1} value={upload.part} aria-label={`Upload of ${upload.name}`} />
          )}
          {upload.canRetry ? (
            <Button
              size="small"
              aria-label={`Upload again: ${upload.name}`}
              onClick={() => onRetry(upload.id)}
            >
              Upload again
            </Button>
          ) : null}
          <Button
            size="small"
            look="quiet"
            icon="close"
            aria-label={
              upload.state === "failed" ? `Dismiss ${upload.name}` : `Stop upload of ${upload.name}`
            }
            onClick={() => onRemove(upload.id)}
          />
        </li>
      ))}
    </ul>
  );
}
