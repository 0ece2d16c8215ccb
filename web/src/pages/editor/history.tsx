import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { DiffView } from "../../editor/diff-view.tsx";
import { useVersions, useVersionText } from "./data.ts";
import type { Draft } from "./use-draft.ts";

export interface HistoryProps {
  readonly name: string;
  readonly draft: Draft;
}

/** Former texts of the skill, each beside the one of now, and the way back to it. */
export function History({ name, draft }: HistoryProps) {
  const versions = useVersions(name);
  const [chosen, choose] = useState<string>();
  const text = useVersionText(name, chosen);
  if (versions.isPending) return <Loading what="Reading the history" />;
  if (versions.isError) return <Failure error={versions.error} />;
  if (versions.data.length === 0)
    return <EmptyState icon="history" title="No version has been kept yet" />;
  return (
    <div>
      <ul className="editor-versions" aria-label="Versions">
        {versions.data.map(({ id, saved_at: moment }) => (
          <li key={id}>
            <Button size="small" aria-pressed={id === chosen} onClick={() => choose(id)}>
              {new Date(moment).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" })}
            </Button>
          </li>
        ))}
      </ul>
      {text.data === undefined ? (
        <p className="muted small editor-versions">
          Choose a version to see it beside the text of now.
        </p>
      ) : (
        <>
          <div className="editor-versions">
            <Button
              size="small"
              look="primary"
              disabled={!draft.mayChange || text.data === draft.text}
              onClick={() => draft.setText(text.data)}
            >
              Take this version back
            </Button>
          </div>
          <div className="editor-changes">
            <DiffView
              before={text.data}
              after={draft.text}
              beforeLabel="As it was then"
              afterLabel="As it is now"
            />
          </div>
        </>
      )}
    </div>
  );
}
