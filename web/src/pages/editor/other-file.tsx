import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Markdown } from "../../components/markdown.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { useSay } from "../../components/toasts.tsx";
import { formatError } from "../../data/workbench.ts";
import { CodeEditor } from "../../editor/code-editor.tsx";
import { useSaveKey } from "../../editor/save-key.ts";
import { type FolderPlace, useFileChange, useFileText } from "./data.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface OtherFileProps {
  readonly name: string;
  readonly path: string;
  readonly folder: FolderPlace | undefined;
  readonly mayChange: boolean;
  readonly onGone: () => void;
}

/** A file beside the SKILL.md. */
export function OtherFile({ name, path, folder, mayChange, onGone }: OtherFileProps) {
  const texts = useTexts();
  const kept = useFileText(name, path, folder);
  const [written, setWritten] = useState<string>();
  const say = useSay();
  const change = useFileChange(name, () => {
    setWritten(undefined);
    say.good(`Saved ${path}.`);
  });
  const removal = useFileChange(name, onGone);
  const isChanged = written !== undefined && written !== kept.data;
  const save = (): void => {
    if (written === undefined) return;
    change.mutate({ path, text: written }, { onError: (error) => say.bad(formatError(error)) });
  };
  useSaveKey(save, isChanged && !change.isPending);
  if (kept.isPending) return <Loading />;
  if (kept.isError) return <Failure error={kept.error} />;
  if (kept.data === null) return <Notice>{texts("editor.thisFileIsNo")}</Notice>;
  const text = written ?? kept.data;
  return (
    <div className="editor-other">
      <div className="row row-between editor-bar">
        <h2 className="mono small clip">{path}</h2>
        <div className="row" hidden={!mayChange}>
          <Button
            size="small"
            look="danger"
            onClick={() =>
              removal.mutate({ path }, { onError: (error) => say.bad(formatError(error)) })
            }
          >
            {texts("editor.deleteFile")}
          </Button>
          <Button size="small" look="primary" disabled={!isChanged} onClick={save}>
            {texts("editor.saveFile")}
          </Button>
        </div>
      </div>
      <div className="editor-pane">
        <CodeEditor
          label={texts("editor.textOf", { name: path })}
          value={text}
          {...(mayChange ? { onChange: setWritten } : {})}
        />
      </div>
      {path.endsWith(".md") ? (
        <div className="editor-side">
          <Markdown text={text} />
        </div>
      ) : null}
    </div>
  );
}
