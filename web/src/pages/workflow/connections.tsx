import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { connect, type Graph, type GraphNode, remove } from "./graph.ts";

export interface ConnectionsProps {
  readonly node: GraphNode;
  readonly graph: Graph;
  readonly onChange: (to: (graph: Graph) => Graph) => void;
}

const BRANCHES = { true: "yes", false: "no" } as const;

/** Where a node leads; the same as drawing lines, for those who use no mouse. */
export function Connections({ node, graph, onChange }: ConnectionsProps) {
  const { id, type } = node;
  if (type === "end") return null;
  const leading = graph.edges.filter(({ source }) => source === id);
  const others = graph.nodes.filter((other) => other.id !== id && other.type !== "start");
  const isCondition = type === "condition";
  return (
    <div className="field" role="group" aria-label="Leads to">
      <span className="field-label">Leads to</span>
      <ul className="stack-tight">
        {leading.map((edge) => (
          <li key={edge.id} className="row flow-link">
            <span className="grow clip mono">
              {edge.sourceHandle === "true" || edge.sourceHandle === "false"
                ? `${BRANCHES[edge.sourceHandle]} → `
                : ""}
              {edge.target}
            </span>
            <Button
              size="small"
              look="quiet"
              icon="close"
              aria-label={`Cut the line to ${edge.target}`}
              onClick={() => onChange((now) => remove(now, new Set(), new Set([edge.id])))}
            />
          </li>
        ))}
      </ul>
      <NewLine
        isCondition={isCondition}
        targets={others.map((other) => other.id)}
        onConnect={(target, branch) => onChange((now) => connect(now, id, target, branch))}
      />
    </div>
  );
}

interface NewLineProps {
  readonly isCondition: boolean;
  readonly targets: readonly string[];
  readonly onConnect: (target: string, branch?: "true" | "false") => void;
}

function NewLine({ isCondition, targets, onConnect }: NewLineProps) {
  const [branch, setBranch] = useState<"true" | "false">("true");
  return (
    <div className="row">
      {isCondition ? (
        <select
          className="input flow-branch-choice"
          aria-label="Branch"
          value={branch}
          onChange={(event) => setBranch(event.target.value === "true" ? "true" : "false")}
        >
          <option value="true">yes</option>
          <option value="false">no</option>
        </select>
      ) : null}
      <select
        className="input"
        aria-label="Connect to"
        value=""
        onChange={(event) => {
          const target = event.target.value;
          if (target !== "") onConnect(target, isCondition ? branch : undefined);
        }}
      >
        <option value="">Connect to…</option>
        {targets.map((target) => (
          <option key={target}>{target}</option>
        ))}
      </select>
    </div>
  );
}
