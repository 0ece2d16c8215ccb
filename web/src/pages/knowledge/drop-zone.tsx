import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { toMegabytes } from "./use-uploads.ts";

const KINDS =
  ".txt,.md,.markdown,.html,.htm,.pdf,.docx,.xlsx,.pptx,.epub,.csv,.tsv,.json,.jsonl,.yaml,.yml,.xml,.py,.js,.ts,.go,.rs,.java,.sql,.sh";

export interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly isSmall: boolean;
  /** Of one file. */
  readonly maxBytes: number;
}

/** Takes files that are dropped anywhere on the page, or chosen by the button. */
export function DropZone({ onFiles, isSmall, maxBytes }: DropZoneProps) {
  const say = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDrop(onFiles);
  return (
    <div
      role="group"
      aria-label={say("knowledge.upload")}
      className={isSmall ? "knowledge-drop knowledge-drop-small" : "knowledge-drop"}
      data-over={isOver ? "" : undefined}
    >
      <Icon name="upload" />
      <p className="grow">
        {isOver ? say("knowledge.letGoToUpload") : say("knowledge.dropFilesHere")}{" "}
        <span className="muted small">
          {say("knowledge.textHtmlPdfOffice", { a: toMegabytes(maxBytes) })}
        </span>
      </p>
      <Button onClick={() => input.current?.click()}>{say("home.choose")}</Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={say("knowledge.files")}
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
