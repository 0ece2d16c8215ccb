import { Message } from "../../components/diagnostic-list.tsx";
import { Status } from "../../components/status.tsx";
import { Tabs } from "../../components/tabs.tsx";
import type { GraphNode } from "./graph.ts";
import { NodePanel } from "./node-panel.tsx";
import { RunPanel } from "./run-panel.tsx";
import { RunsList } from "./runs-list.tsx";
import { TriggersPanel } from "./triggers-panel.tsx";
import type { Draft } from "./use-draft.ts";
import type { FocusWays } from "./use-focus.ts";
import type { RunControl } from "./use-run.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export type PanelName = "node" | "run" | "runs" | "triggers";

const TABS = [
  { name: "node", title: "common.node" },
  { name: "run", title: "common.run" },
  { name: "runs", title: "run.history" },
  { name: "triggers", title: "workflow.triggers" },
] as const;

/** Only who owns a workflow can have it started by itself. */
const FOREIGN_TABS = TABS.filter(({ name }) => name !== "triggers");

export interface SidePanelProps {
  readonly panel: PanelName;
  readonly onPanel: (name: PanelName) => void;
  readonly workflow: string;
  readonly node: GraphNode | undefined;
  readonly draft: Draft;
  readonly isReadOnly: boolean;
  readonly isOwn: boolean;
  readonly run: RunControl;
  readonly focus: FocusWays;
  readonly onSelect: (id: string | undefined) => void;
}

export function SidePanel(props: SidePanelProps) {
  const say = useTexts();
  const { panel, onPanel, workflow, node, draft, isReadOnly, isOwn, run, focus, onSelect } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leads back to the picture
    <aside className="card flow-side" aria-label={say("audit.detail")} onKeyDown={focus.onSideKey}>
      <Tabs<PanelName>
        label={say("audit.detail")}
        value={panel}
        onChange={onPanel}
        tabs={(isOwn ? TABS : FOREIGN_TABS).map(({ name, title }) => ({ name, title: say(title) }))}
      >
        {panel === "node" ? (
          node === undefined ? (
            <Help isReadOnly={isReadOnly} problems={draft.problems} onSelect={onSelect} />
          ) : (
            <fieldset disabled={isReadOnly}>
              <legend className="visually-hidden">{say("workflow.node", { id: node.id })}</legend>
              <NodePanel
                key={node.id}
                node={node}
                graph={draft.graph}
                problems={draft.problems}
                run={run.execution?.nodes.find(({ id }) => id === node.id)}
                onRun={run.execution?.state === "running" ? undefined : run.startAt}
                onChange={draft.change}
                onSelect={(id) => {
                  onSelect(id);
                  if (id === undefined) focus.toNode();
                }}
              />
            </fieldset>
          )
        ) : panel === "run" ? (
          <RunPanel
            workflow={workflow}
            execution={run.execution}
            isBusy={draft.isSaving}
            onRun={run.start}
            onCancel={run.cancel}
            onAnswer={run.answer}
            onResume={run.resume}
            onRunChanged={run.runChanged}
            onOpen={onSelect}
          />
        ) : panel === "triggers" ? (
          <TriggersPanel workflow={workflow} />
        ) : (
          <RunsList workflow={workflow} current={run.execution?.id ?? ""} onShow={run.show} />
        )}
      </Tabs>
    </aside>
  );
}

interface HelpProps extends Pick<SidePanelProps, "isReadOnly" | "onSelect"> {
  readonly problems: Draft["problems"];
}

function Help({ isReadOnly, problems, onSelect }: HelpProps) {
  const say = useTexts();
  if (isReadOnly)
    return (
      <div className="stack small muted">
        <p>{say("workflow.chooseANodeTo")}</p>
        <p>
          <kbd>Ctrl Enter</kbd> goes to the input of a run.
        </p>
      </div>
    );
  return (
    <div className="stack small">
      <p className="muted">{say("workflow.chooseANodeTo2")}</p>
      {problems.length === 0 ? null : (
        <ul className="stack-tight" aria-label={say("common.problems")}>
          {problems.map(({ node_id: id, message, severity }) => (
            <li key={`${id} ${message}`} className="flow-problem">
              <Status shape={severity === "error" ? "error" : "warning"} />
              <span>
                {id === null || id === undefined ? null : (
                  <button type="button" className="flow-course-name" onClick={() => onSelect(id)}>
                    {id}
                  </button>
                )}
                <Message text={message} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="muted">{say("palette.keys")}</summary>
        <dl className="flow-keys">
          {KEYS.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

const KEYS = [
  ["Tab", "Next node"],
  ["Enter", "Choose the node; again: go to its fields"],
  ["Escape", "Back from the fields to the node"],
  ["Arrows", "Move the chosen nodes; with Shift further"],
  ["Delete", "Delete what is chosen"],
  ["Ctrl Z", "Undo; with Shift redo"],
  ["Ctrl Enter", "Go to the input of a run; there: run"],
  ["Ctrl S", "Save"],
] as const;
