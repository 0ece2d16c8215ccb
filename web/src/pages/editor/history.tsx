import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { DiffView } from "../../editor/diff-view.tsx";
import { useVersions, useVersionText } from "./data.ts";
import type { Draft } from "./use-draft.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface HistoryProps {
  readonly name: string;
  readonly draft: Draft;
}

/** What was changed since it was saved, and former texts, each beside the one of now with the way back to it. */
export function History({ name, draft }: HistoryProps) {
  const say = useTexts();
  const versions = useVersions(name);
  const [chosen, choose] = useState<string>();
  const text = useVersionText(name, chosen);
  if (versions.isPending) return <Loading what={say("editor.readingTheHistory")} />;
  if (versions.isError) return <Failure error={versions.error} />;
  if (versions.data.length === 0 && !draft.isChanged)
    return <EmptyState icon="history" title={say("editor.noVersionHasBeen")} />;
  return (
    <div className="dock-run">
      <ul className="dock-runs" aria-label={say("versions.title")}>
        {draft.isChanged ? (
          <li>
            <button
              type="button"
              className="dock-row"
              aria-pressed={chosen === undefined}
              onClick={() => choose(undefined)}
            >
              {say("editor.changesOfNow")}
            </button>
          </li>
        ) : null}
        {versions.data.map(({ id, saved_at: moment }) => (
          <li key={id}>
            <button
              type="button"
              className="dock-row"
              aria-pressed={id === chosen}
              onClick={() => choose(id)}
            >
              {new Date(moment).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" })}
            </button>
          </li>
        ))}
      </ul>
      <div className="dock-result dock-flush">
        {chosen === undefined ? (
          <Changes draft={draft} />
        ) : text.data === undefined ? (
          <Loading what={say("editor.readingTheVersion")} />
        ) : (
          <>
            <p className="dock-foot">
              <Button
                size="small"
                look="primary"
                disabled={!draft.mayChange || text.data === draft.text}
                onClick={() => draft.setText(text.data)}
              >
                {say("editor.restoreThisVersion")}
              </Button>
            </p>
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
    </div>
  );
}

function Changes({ draft }: { readonly draft: Draft }) {
  const say = useTexts();
  if (!draft.isChanged)
    return (
      <EmptyState icon="history" title={say("editor.noUnsavedChanges")}>
        {say("editor.chooseAVersionTo")}
      </EmptyState>
    );
  return (
    <div className="editor-changes">
      <DiffView
        before={draft.base.text}
        after={draft.text}
        beforeLabel="As it was saved"
        afterLabel="As it is now"
      />
    </div>
  );
}
