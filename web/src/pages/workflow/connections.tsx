import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Select } from "../../components/select.tsx";
import { connect, type Graph, type GraphNode, remove } from "./graph.ts";
import { formOf, type NodeBranch, waysOut } from "./kinds.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface ConnectionsProps {
  readonly node: GraphNode;
  readonly graph: Graph;
  readonly onChange: (to: (graph: Graph) => Graph) => void;
}

/** Where a node leads; the same as drawing lines, for those who use no mouse. */
export function Connections({ node, graph, onChange }: ConnectionsProps) {
  const say = useTexts();
  const { id, type, data } = node;
  if (formOf(type).isLast) return null;
  const branches = waysOut(type, data);
  const wordOf = (handle: string | null | undefined): string | undefined =>
    branches.find((branch) => branch.id === (handle ?? ""))?.label;
  const leading = graph.edges.filter(({ source }) => source === id);
  const others = graph.nodes.filter((other) => other.id !== id && !formOf(other.type).isFirst);
  return (
    <div className="field" role="group" aria-label={say("workflow.next")}>
      <span className="field-label">{say("workflow.next")}</span>
      <ul className="stack-tight">
        {leading.map((edge) => (
          <li key={edge.id} className="row flow-link">
            <span className="grow clip mono">
              {wordOf(edge.sourceHandle) === undefined ? "" : `${wordOf(edge.sourceHandle)} → `}
              {edge.target}
            </span>
            <Button
              size="small"
              look="quiet"
              icon="close"
              aria-label={say("workflow.cutTheLineTo", { target: edge.target })}
              onClick={() => onChange((now) => remove(now, new Set(), new Set([edge.id])))}
            />
          </li>
        ))}
      </ul>
      <NewLine
        key={`${id} ${branches.length}`}
        branches={branches}
        targets={others.map((other) => other.id)}
        onConnect={(target, branch) => onChange((now) => connect(now, id, target, branch))}
      />
    </div>
  );
}

interface NewLineProps {
  readonly branches: readonly NodeBranch[];
  readonly targets: readonly string[];
  readonly onConnect: (target: string, branch?: string) => void;
}

function NewLine({ branches, targets, onConnect }: NewLineProps) {
  const say = useTexts();
  const [branch, setBranch] = useState(branches[0]?.id);
  return (
    <div className="row">
      {branches.length > 0 ? (
        <Select
          className="flow-branch-choice"
          label={say("workflow.branch")}
          value={branch ?? ""}
          onChange={setBranch}
          options={branches.map(({ id, label }) => ({ value: id, title: label }))}
        />
      ) : null}
      <Select
        label={say("workflow.connectTo")}
        value=""
        onChange={(target) => {
          if (target !== "") onConnect(target, branch === "" ? undefined : branch);
        }}
        options={[
          { value: "", title: "Connect to…" },
          ...targets.map((target) => ({ value: target, title: target })),
        ]}
      />
    </div>
  );
}
