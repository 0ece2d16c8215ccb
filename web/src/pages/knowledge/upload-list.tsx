import { Button } from "../../components/button.tsx";
import type { Upload } from "./use-uploads.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface UploadListProps {
  readonly uploads: readonly Upload[];
  readonly onRetry: (id: number) => void;
  readonly onRemove: (id: number) => void;
}

/** Files on their way, and those that were refused. */
export function UploadList({ uploads, onRetry, onRemove }: UploadListProps) {
  const say = useTexts();
  if (uploads.length === 0) return null;
  return (
    <ul className="card card-flush" aria-label={say("knowledge.uploads")}>
      {uploads.map((upload) => (
        <li key={upload.id} className="knowledge-upload">
          <span className="grow clip">{upload.name}</span>
          {upload.state === "failed" ? (
            <span className="knowledge-refusal" role="alert">
              {upload.error}
            </span>
          ) : (
            <progress
              max={1}
              value={upload.part}
              aria-label={say("knowledge.uploadOf", { name: upload.name })}
            />
          )}
          {upload.canRetry ? (
            <Button
              size="small"
              aria-label={say("knowledge.uploadAgain", { name: upload.name })}
              onClick={() => onRetry(upload.id)}
            >
              {say("knowledge.uploadAgain2")}
            </Button>
          ) : null}
          <Button
            size="small"
            look="quiet"
            icon="close"
            aria-label={
              upload.state === "failed"
                ? say("knowledge.dismiss", { name: upload.name })
                : say("knowledge.stopUploadOf", { name: upload.name })
            }
            onClick={() => onRemove(upload.id)}
          />
        </li>
      ))}
    </ul>
  );
}
