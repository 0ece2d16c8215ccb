import { useRef } from "react";
import { Button } from "./button.tsx";
import { useTexts } from "../texts/use-texts.tsx";

export interface FileFieldProps {
  /** What ties it to the label of a field. */
  readonly control: { readonly id: string; readonly "aria-describedby"?: string };
  readonly accept: string;
  readonly file: File | undefined;
  readonly onChange: (file: File | undefined) => void;
}

/** One file: a button that opens the dialog of the machine, and the name of what was chosen. */
export function FileField({ control, accept, file, onChange }: FileFieldProps) {
  const say = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="file-field">
      <Button icon="upload" onClick={() => input.current?.click()}>
        {say("common.chooseAFile")}
      </Button>
      <span className="clip muted">
        {file === undefined ? say("components.noFileChosen") : file.name}
      </span>
      <input
        {...control}
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        accept={accept}
        onChange={({ target }) => onChange(target.files?.[0])}
      />
    </div>
  );
}
