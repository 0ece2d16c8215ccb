import { useCallback, useEffect, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { useUser } from "../../data/workbench.ts";
import { Board } from "./board.tsx";
import { ConflictDialog } from "./conflict.tsx";
import type { Loaded } from "./data.ts";
import { EditorHead } from "./head.tsx";
import { Notices } from "./notices.tsx";
import { NOTHING, only, type Selection } from "./selection.ts";
import { type PanelName, SidePanel } from "./side-panel.tsx";
import { useDraft } from "./use-draft.ts";
import { useFocus } from "./use-focus.ts";
import { useKeys } from "./use-keys.ts";
import { useRun } from "./use-run.ts";

/** A workflow as a picture, with what is known of its nodes and runs beside it. */
export function WorkflowEditor({ loaded }: { readonly loaded: Loaded }) {
  const { workflow } = loaded;
  const { id: me, role } = useUser();
  const mayChange = workflow.user_id === me || role === "admin";
  const draft = useDraft(loaded);
  const [named, setNamed] = useQueryValue("node");
  const [selection, setSelection] = useState<Selection>(() =>
    draft.graph.nodes.some(({ id }) => id === named) ? only(named) : NOTHING,
  );
  const [panel, setPanel] = useState<PanelName>("node");
  const [root, focus] = useFocus();
  const showRun = useCallback(() => setPanel("run"), []);
  const run = useRun(draft, workflow.id, mayChange, showRun);
  const chosen = selection.nodes.size === 1 ? [...selection.nodes][0] : undefined;
  useEffect(() => setNamed(chosen ?? ""), [chosen, setNamed]);
  const select = useCallback((id: string | undefined) => {
    setSelection(id === undefined ? NOTHING : only(id));
    if (id !== undefined) setPanel("node");
  }, []);
  const goToRun = (): void => {
    showRun();
    focus.toFields();
  };
  useKeys({
    undo: draft.undo,
    redo: draft.redo,
    save: () => void (mayChange && draft.save()),
    run: goToRun,
  });
  return (
    <>
      <EditorHead workflow={workflow} draft={draft} mayChange={mayChange} onRun={goToRun} />
      <Notices draft={draft} mayChange={mayChange} />
      <div className="flow" ref={root}>
        <Board
          draft={draft}
          isReadOnly={!mayChange}
          selection={selection}
          chosen={chosen}
          runs={run.execution?.nodes ?? NO_RUNS}
          runState={run.execution?.state}
          focus={focus}
          onSelection={(next) => {
            setSelection(next);
            setPanel((last) => (last === "runs" || last === "triggers" ? "node" : last));
          }}
          onOpen={() => setPanel("node")}
          onSelect={select}
        />
        <SidePanel
          panel={panel}
          onPanel={setPanel}
          workflow={workflow.id}
          node={draft.graph.nodes.find(({ id }) => id === chosen)}
          draft={draft}
          isReadOnly={!mayChange}
          isOwn={workflow.user_id === me}
          run={run}
          focus={focus}
          onSelect={select}
        />
      </div>
      <ConflictDialog draft={draft} />
    </>
  );
}

const NO_RUNS: readonly never[] = [];
