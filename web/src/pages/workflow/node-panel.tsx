import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/states.tsx";
import { Connections } from "./connections.tsx";
import { type Problem, useSkills } from "./data.ts";
import { type Graph, type GraphNode, remove, setField } from "./graph.ts";
import { rename } from "./rename.ts";
import { formOf, type FieldSpec, policyFields } from "./kinds.ts";
import { NodeField } from "./node-field.tsx";
import { variablesBefore } from "./variable-text.tsx";

export interface NodePanelProps {
  readonly node: GraphNode;
  readonly graph: Graph;
  readonly problems: readonly Problem[];
  readonly onChange: (to: (graph: Graph) => Graph, about?: string) => void;
  readonly onSelect: (id: string | undefined) => void;
}

/** What the chosen node is, what it holds, and where it leads. */
export function NodePanel({ node, graph, problems, onChange, onSelect }: NodePanelProps) {
  const { id, type } = node;
  const { title, about } = formOf(type);
  const mine = problems.filter(({ node_id: at }) => at === id);
  return (
    <section className="stack" aria-label={`Node ${id}`}>
      <div className="stack-tight">
        <h2>{title}</h2>
        <p className="small muted">{about}</p>
      </div>
      {mine.map(({ message, severity }) => (
        <Notice key={message} tone={severity === "error" ? "bad" : "warn"}>
          <Message text={message} />
        </Notice>
      ))}
      <IdField
        key={id}
        id={id}
        taken={graph.nodes.map((one) => one.id)}
        onRename={(next) => {
          onChange((now) => rename(now, id, next));
          onSelect(next);
        }}
      />
      <Fields node={node} graph={graph} fields={formOf(type).fields} onChange={onChange} />
      {formOf(type).isFirst ? null : (
        <details className="stack-tight">
          <summary className="small muted">Order, attempts and errors</summary>
          <Fields node={node} graph={graph} fields={policyFields} onChange={onChange} />
        </details>
      )}
      <Connections node={node} graph={graph} onChange={onChange} />
      <div>
        <Button
          look="danger"
          size="small"
          icon="trash"
          onClick={() => {
            onChange((now) => remove(now, new Set([id]), new Set()));
            onSelect(undefined);
          }}
        >
          Delete node
        </Button>
      </div>
    </section>
  );
}

type FieldsProps = Pick<NodePanelProps, "node" | "graph" | "onChange"> & {
  readonly fields: readonly FieldSpec[];
};

function Fields({ node, graph, fields, onChange }: FieldsProps) {
  const { id, data } = node;
  const { data: skills = [] } = useSkills();
  const variables = variablesBefore(graph, id);
  const inputs = skills.find(({ name }) => name === data["skillName"])?.inputs ?? [];
  return (
    <>
      {fields.map((spec) => (
        <NodeField
          // Other inputs belong to another skill.
          key={`${id} ${spec.key} ${spec.kind === "pairs" ? inputs.length : ""}`}
          spec={spec}
          value={data[spec.key]}
          variables={variables}
          keys={spec.names === "mapping" ? inputs.map(({ name }) => name) : NO_KEYS}
          onChange={(value) =>
            onChange((now) => setField(now, id, spec.key, value), `${id} ${spec.key}`)
          }
        />
      ))}
    </>
  );
}

const NO_KEYS: readonly string[] = [];

interface IdFieldProps {
  readonly id: string;
  readonly taken: readonly string[];
  readonly onRename: (id: string) => void;
}

function IdField({ id, taken, onRename }: IdFieldProps) {
  const [text, setText] = useState(id);
  const name = text.trim();
  const isTaken = name !== id && taken.includes(name);
  const commit = (): void => {
    if (name === id || name === "" || isTaken) setText(id);
    else onRename(name);
  };
  return (
    <Field
      label="Id"
      help="Templates name the node by it."
      error={isTaken ? "Another node has this id." : undefined}
    >
      {(control) => (
        <input
          {...control}
          className="input mono"
          value={text}
          maxLength={256}
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === "Enter") commit();
          }}
        />
      )}
    </Field>
  );
}
