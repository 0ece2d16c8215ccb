import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { Loading, Notice } from "../../components/states.tsx";
import { useUser } from "../../data/workbench.ts";
import { ConflictDialog } from "./conflict.tsx";
import type { Loaded } from "./data.ts";
import { addNode, connect, move, remove } from "./graph.ts";
import { EditorHead } from "./head.tsx";
import type { NodeType } from "./kinds.ts";
import { Palette } from "./palette.tsx";
import { NOTHING, only, type Selection } from "./selection.ts";
import { type PanelName, SidePanel } from "./side-panel.tsx";
import { useDraft } from "./use-draft.ts";
import { useKeys } from "./use-keys.ts";
import { useRun } from "./use-run.ts";

const Canvas = lazy(async () => ({ default: (await import("./canvas.tsx")).Canvas }));

export function WorkflowEditor({ loaded }: { readonly loaded: Loaded }) {
  const { workflow } = loaded;
  const { id: me, role } = useUser();
  const mayChange = workflow.user_id === me || role === "admin";
  const draft = useDraft(loaded);
  const { graph, change } = draft;
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [panel, setPanel] = useState<PanelName>("node");
  const showRun = useCallback(() => setPanel("run"), []);
  const run = useRun(draft, workflow.id, mayChange, showRun);
  const chosen = selection.nodes.size === 1 ? [...selection.nodes][0] : undefined;
  const select = useCallback((id: string | undefined) => {
    setSelection(id === undefined ? NOTHING : only(id));
    if (id !== undefined) setPanel("node");
  }, []);
  const add = (type: NodeType): void => {
    const { graph: grown, id } = addNode(graph, type, chosen);
    change(() => grown);
    select(id);
  };
  useKeys({ undo: draft.undo, redo: draft.redo, save: () => void draft.save() });
  const problems = useMemo(
    () => new Map(draft.problems.map(({ node_id: id, message }) => [id ?? "", message])),
    [draft.problems],
  );
  const general = draft.problems.filter(({ node_id: id }) => id === null);
  return (
    <>
      <EditorHead workflow={workflow} draft={draft} mayChange={mayChange} />
      {draft.error === "" ? null : <Notice tone="bad">{draft.error}</Notice>}
      {general.map(({ message }) => (
        <Notice key={message} tone="warn">
          {message}
        </Notice>
      ))}
      <div className="flow">
        <div className="flow-board">
          <Palette onAdd={add} after={chosen} />
          <div className="flow-canvas">
            <Suspense fallback={<Loading what="Loading the canvas" />}>
              <Canvas
                graph={graph}
                selection={selection}
                problems={problems}
                runs={run.execution?.nodes ?? NO_RUNS}
                onSelect={(next) => {
                  setSelection(next);
                  setPanel((last) => (last === "runs" ? "node" : last));
                }}
                onMove={(places, about) => change((now) => move(now, places), about)}
                onConnect={(source, target, branch) =>
                  change((now) => connect(now, source, target, branch))
                }
                onRemove={(nodes, edges) => {
                  change((now) => remove(now, nodes, edges));
                  setSelection(NOTHING);
                }}
              />
            </Suspense>
          </div>
        </div>
        <SidePanel
          panel={panel}
          onPanel={setPanel}
          workflow={workflow.id}
          node={graph.nodes.find(({ id }) => id === chosen)}
          draft={draft}
          run={run}
          onSelect={select}
        />
      </div>
      <ConflictDialog draft={draft} />
    </>
  );
}

const NO_RUNS: readonly never[] = [];
