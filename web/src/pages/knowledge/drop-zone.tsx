import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";

const KINDS =
  ".txt,.md,.markdown,.html,.htm,.pdf,.docx,.xlsx,.pptx,.epub,.csv,.tsv,.json,.jsonl,.yaml,.yml,.xml,.py,.js,.ts,.go,.rs,.java,.sql,.sh";

export interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly isSmall: boolean;
}

/** Takes files that are dropped anywhere on the page, or chosen by the button. */
export function DropZone({ onFiles, isSmall }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDrop(onFiles);
  return (
    <div
      role="group"
      aria-label="Upload documents"
      className={isSmall ? "knowledge-drop knowledge-drop-small" : "knowledge-drop"}
      data-over={isOver ? "" : undefined}
    >
      <Icon name="upload" />
      <p className="grow">
        {isOver ? "Let go to upload" : "Drop files here"}{" "}
        <span className="muted small">
          text, HTML, PDF, Office, EPUB, tables or code, up to 5 MB each
        </span>
      </p>
      <Button onClick={() => input.current?.click()}>Choose files</Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        accept={KINDS}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen once more.
          event.target.value = "";
        }}
      />
    </div>
  );
}

/** Listens on the whole page: a file that misses the zone would else take the place of the workbench. */
function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      // Out of the window, and not from one element to another.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}
