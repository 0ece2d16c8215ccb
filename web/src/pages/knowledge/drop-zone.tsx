import { type DragEvent, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";

const KINDS = ".txt,.md,.markdown,.html,.htm,.pdf,.docx";

export interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly isSmall: boolean;
}

/** Takes files that are dropped on it, or chosen by the button. */
export function DropZone({ onFiles, isSmall }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button inside does the same
    <div
      role="group"
      aria-label="Upload documents"
      className={isSmall ? "knowledge-drop knowledge-drop-small" : "knowledge-drop"}
      data-over={isOver ? "" : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" />
      <p className="grow">
        {isOver ? "Let go to upload" : "Drop files here"}{" "}
        <span className="muted small">text, Markdown, HTML, PDF or Word, up to 5 MB each</span>
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
