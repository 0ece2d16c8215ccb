import { Notice } from "../../../components/states.tsx";
import { sayError } from "../../../data/workbench.ts";
import { useMarkProgram, useShelfFiles } from "./data.ts";

export interface ProgramListProps {
  readonly name: string;
  /** What was checked before is no longer what would be published. */
  readonly onChange: () => void;
}

/** Which files of a skill are programs: whoever installs it may start those. */
export function ProgramList({ name, onChange }: ProgramListProps) {
  const files = useShelfFiles(name);
  const mark = useMarkProgram(name);
  // What was clicked shows at once; the server has the last word.
  const changed = mark.isPending ? mark.variables.path : undefined;
  const others = (files.data ?? []).filter(({ path }) => path !== "SKILL.md");
  if (others.length === 0) return null;
  return (
    <fieldset className="stack-tight">
      <legend className="field-label">Files that are programs</legend>
      {mark.error === null ? null : <Notice tone="bad">{sayError(mark.error)}</Notice>}
      {others.map((file) => (
        <label key={file.path} className="row small">
          <input
            type="checkbox"
            checked={file.path === changed ? !file.is_executable : file.is_executable}
            disabled={mark.isPending}
            onChange={() => mark.mutate(file, { onSuccess: onChange })}
          />
          <span className="mono">{file.path}</span>
        </label>
      ))}
    </fieldset>
  );
}
