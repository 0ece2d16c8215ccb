import { useState } from "react";
import { Notice } from "../../../components/states.tsx";
import { formatError } from "../../../data/workbench.ts";
import { type StoredFile, useMarkProgram, useStoredFiles } from "./data.ts";
import { useTexts } from "../../../texts/use-texts.tsx";

export interface ProgramListProps {
  readonly name: string;
  /** What was checked before is no longer what would be published. */
  readonly onChange: () => void;
}

/** Which files of a skill are programs: whoever installs it may start those. */
export function ProgramList({ name, onChange }: ProgramListProps) {
  const say = useTexts();
  const files = useStoredFiles(name);
  const mark = useMarkProgram(name);
  // What was clicked shows at once, and until the files are read anew; where the server refuses, it goes back.
  const [clicked, setClicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const click = (file: StoredFile): void => {
    const isProgram = clicked.get(file.path) ?? file.is_executable;
    setClicked(new Map([...clicked, [file.path, !isProgram]]));
    mark.mutate(
      { ...file, is_executable: isProgram },
      { onSuccess: onChange, onError: () => setClicked(clicked) },
    );
  };
  const others = (files.data ?? []).filter(({ path }) => path !== "SKILL.md");
  if (others.length === 0) return null;
  return (
    <fieldset className="stack-tight">
      <legend className="field-label">{say("publish.filesThatArePrograms")}</legend>
      {mark.error === null ? null : <Notice tone="bad">{formatError(mark.error)}</Notice>}
      {others.map((file) => (
        <label key={file.path} className="row small">
          <input
            type="checkbox"
            checked={clicked.get(file.path) ?? file.is_executable}
            disabled={mark.isPending}
            onChange={() => click(file)}
          />
          <span className="mono">{file.path}</span>
        </label>
      ))}
    </fieldset>
  );
}
