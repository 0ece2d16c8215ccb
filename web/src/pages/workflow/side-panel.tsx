import { Tabs } from "../../components/tabs.tsx";
import type { GraphNode } from "./graph.ts";
import { NodePanel } from "./node-panel.tsx";
import { RunPanel } from "./run-panel.tsx";
import { RunsList } from "./runs-list.tsx";
import type { Draft } from "./use-draft.ts";
import type { RunControl } from "./use-run.ts";

export type PanelName = "node" | "run" | "runs";

const TABS = [
  { name: "node", title: "Node" },
  { name: "run", title: "Run" },
  { name: "runs", title: "History" },
] as const;

export interface SidePanelProps {
  readonly panel: PanelName;
  readonly onPanel: (name: PanelName) => void;
  readonly workflow: string;
  readonly node: GraphNode | undefined;
  readonly draft: Draft;
  readonly run: RunControl;
  readonly onSelect: (id: string | undefined) => void;
}

export function SidePanel(props: SidePanelProps) {
  const { panel, onPanel, workflow, node, draft, run, onSelect } = props;
  return (
    <aside className="card flow-side" aria-label="Details">
      <Tabs<PanelName> label="Details" value={panel} onChange={onPanel} tabs={TABS}>
        {panel === "node" ? (
          node === undefined ? (
            <Help />
          ) : (
            <NodePanel
              key={node.id}
              node={node}
              graph={draft.graph}
              problems={draft.problems}
              onChange={draft.change}
              onSelect={onSelect}
            />
          )
        ) : panel === "run" ? (
          <RunPanel
            execution={run.execution}
            isBusy={draft.isSaving}
            onRun={run.start}
            onCancel={run.cancel}
            onResume={run.resume}
            onOpen={onSelect}
          />
        ) : (
          <RunsList workflow={workflow} current={run.execution?.id ?? ""} onShow={run.show} />
        )}
      </Tabs>
    </aside>
  );
}

function Help() {
  return (
    <div className="stack small muted">
      <p>Choose a node to see what it holds. A new node is put after the chosen one.</p>
      <ul className="stack-tight">
        <li>
          <kbd>Tab</kbd> goes from node to node, <kbd>Enter</kbd> chooses, arrows move.
        </li>
        <li>
          <kbd>Delete</kbd> takes away what is chosen.
        </li>
        <li>
          <kbd>Ctrl Z</kbd> undoes, <kbd>Ctrl Shift Z</kbd> does it again, <kbd>Ctrl S</kbd> saves.
        </li>
      </ul>
    </div>
  );
}
