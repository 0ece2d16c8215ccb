import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/states.tsx";
import { Connections } from "./connections.tsx";
import { type Problem, useSkills } from "./data.ts";
import { useCost } from "../../runs/figures.tsx";
import { type NodeRun, sayNodeFigures, sayOutput } from "./execution.ts";
import { type Graph, type GraphNode, remove, setField } from "./graph.ts";
import { rename } from "./rename.ts";
import { formOf, type FieldSpec, policyFields } from "./kinds.ts";
import { NodeField } from "./node-field.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import type { RunControl } from "./use-run.ts";
import { variablesBefore } from "./variable-text.tsx";

export interface NodePanelProps {
  readonly node: GraphNode;
  readonly graph: Graph;
  readonly problems: readonly Problem[];
  /** What it did in the run that is shown. */
  readonly run: NodeRun | undefined;
  readonly onRun: RunControl["startAt"];
  readonly onChange: (to: (graph: Graph) => Graph, about?: string) => void;
  readonly onSelect: (id: string | undefined) => void;
}

/** What the chosen node is, what it holds, and where it leads. */
export function NodePanel(props: NodePanelProps) {
  const say = useTexts();
  const { node, graph, problems, run, onRun, onChange, onSelect } = props;
  const { id, type } = node;
  const { title, about } = formOf(type);
  const mine = problems.filter(({ node_id: at }) => at === id);
  return (
    <section className="stack" aria-label={say("workflow.node", { id })}>
      <div className="stack-tight">
        <div className="row row-between row-wrap">
          <h2>{title}</h2>
          <RunButtons id={id} onRun={onRun} />
        </div>
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
          <summary className="small muted">{say("workflow.orderAttemptsAndErrors")}</summary>
          <Fields node={node} graph={graph} fields={policyFields} onChange={onChange} />
        </details>
      )}
      <Connections node={node} graph={graph} onChange={onChange} />
      {run === undefined ? null : <NodeOutput run={run} />}
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
          {say("workflow.deleteNode")}
        </Button>
      </div>
    </section>
  );
}

function RunButtons({ id, onRun }: { readonly id: string } & Pick<NodePanelProps, "onRun">) {
  const say = useTexts();
  if (onRun === undefined) return null;
  return (
    <div className="row">
      <Button size="small" title={say("flow.onlyWhy")} onClick={() => onRun(id, true)}>
        {say("flow.only")}
      </Button>
      <Button size="small" icon="play" title={say("flow.hereWhy")} onClick={() => onRun(id, false)}>
        {say("flow.here")}
      </Button>
    </div>
  );
}

/** What it gave, from its beginning, and what that took. */
function NodeOutput({ run }: { readonly run: NodeRun }) {
  const say = useTexts();
  const words = run.error || run.text || sayOutput(run.output);
  return (
    <section className="stack-tight" aria-label={say("flow.output")}>
      <div className="row row-between">
        <h3>{say("flow.output")}</h3>
        <span className="small muted">{sayNodeFigures(run, useCost())}</span>
      </div>
      <pre className={run.error === "" ? "flow-result" : "flow-result flow-result-bad"}>
        {words === "" ? say("flow.noOutput") : words}
      </pre>
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
  const say = useTexts();
  const [text, setText] = useState(id);
  const name = text.trim();
  const isTaken = name !== id && taken.includes(name);
  const commit = (): void => {
    if (name === id || name === "" || isTaken) setText(id);
    else onRename(name);
  };
  return (
    <Field
      label={say("workflow.id")}
      help={say("workflow.templatesNameTheNode")}
      error={isTaken ? say("workflow.anotherNodeHasThis") : undefined}
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
