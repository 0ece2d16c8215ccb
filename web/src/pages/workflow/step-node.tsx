import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { Status, type StatusShape } from "../../components/status.tsx";
import { Icon } from "../../components/icon.tsx";
import { useCost } from "../../runs/figures.tsx";
import { formatReason } from "../../runs/model-reason.tsx";
import { type NodeRun, type Progress, PROGRESS, sayNodeFigures, sayOutput } from "./execution.ts";
import { formOf, type NodeBranch, type NodeType } from "./kinds.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** What the server finds wrong with a node. */
export interface NodeProblem {
  readonly message: string;
  /** It keeps the workflow from running. */
  readonly isError: boolean;
}

export type StepData = {
  readonly type: NodeType;
  /** The ways out, where there are several. */
  readonly ways: readonly NodeBranch[];
  /** What its most telling field says. */
  readonly about: string;
  readonly problem: NodeProblem | undefined;
  readonly run: NodeRun | undefined;
  readonly progress: Progress;
};
export type Step = Node<StepData, "step">;

/** A node on the canvas, with what it does at this moment. */
export function StepNode({ id, data }: NodeProps<Step>) {
  const { type, ways, about, problem, run, progress } = data;
  const say = useTexts();
  const formatCost = useCost();
  const { title, icon, isFirst, isLast } = formOf(type);
  const error = formatReason(say, run?.reason ?? "") || run?.error || (problem?.message ?? "");
  const isMild = !run?.error && problem?.isError === false;
  return (
    <div className="flow-node" data-type={type} data-branches={ways.length} data-state={progress}>
      {isFirst ? null : <Handle type="target" position={Position.Left} />}
      <div className="flow-node-head">
        <span className="flow-node-icon">
          <Icon name={icon} />
        </span>
        <span className="grow">
          <span className="flow-node-name clip">{id}</span>
          <span className="flow-node-kind">{title}</span>
        </span>
        <StateMark run={run} problem={problem} />
      </div>
      {error === "" ? (
        <Detail about={about} run={run} />
      ) : (
        <p className={isMild ? "flow-node-error flow-node-warning" : "flow-node-error"}>{error}</p>
      )}
      {progress === "idle" ? null : (
        <p className="flow-node-state">
          <Status shape={SHAPES[progress]} />
          <span className="grow">
            {run?.note === undefined || run.note === "" ? say(PROGRESS[progress]) : run.note}
          </span>
          <span>{sayNodeFigures(run, formatCost)}</span>
        </p>
      )}
      {isLast ? null : ways.length > 0 ? (
        ways.map((way, index) => (
          <Handle
            key={way.id}
            id={way.id === "" ? null : way.id}
            type="source"
            position={Position.Right}
            style={{ top: placeOf(index, ways.length) }}
          >
            <span className="flow-branch">{way.label}</span>
          </Handle>
        ))
      ) : (
        <Handle type="source" position={Position.Right} />
      )}
    </div>
  );
}

/** From the head of the node down to its edge. */
function placeOf(index: number, count: number): string {
  const part = index / (count - 1);
  return `calc(${part * 100}% + ${25 - part * 38}px)`;
}

const LONGEST = 160;

const SHAPES: { readonly [State in Exclude<Progress, "idle">]: StatusShape } = {
  busy: "running",
  done: "works",
  failed: "rejected",
  unreached: "waiting",
  skipped: "skipped",
};

function Detail({ about, run }: Pick<StepData, "about" | "run">) {
  // From its beginning, as it is read.
  const words = run?.text.slice(0, LONGEST) || sayOutput(run?.output).slice(0, LONGEST) || about;
  if (words === "") return null;
  return <p className={run?.state === "busy" ? "flow-node-live" : "flow-node-about"}>{words}</p>;
}

interface StateMarkProps {
  readonly run: NodeRun | undefined;
  readonly problem: NodeProblem | undefined;
}

/** What is wrong with it; how far it is stands below. */
function StateMark({ run, problem }: StateMarkProps) {
  if (run?.state === "busy" || run?.state === "done") return null;
  if (run?.state === "failed" || problem !== undefined)
    return (
      <span
        className={
          run?.state !== "failed" && problem?.isError === false
            ? "flow-mark flow-mark-warn"
            : "flow-mark flow-mark-bad"
        }
      >
        <Icon name="warning" />
      </span>
    );
  return null;
}
