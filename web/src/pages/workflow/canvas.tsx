import {
  Background,
  Controls,
  type Edge,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type Dispatch, type SetStateAction, useMemo, useState } from "react";
import { type Base, useBases } from "../../data/knowledge.ts";
import "./canvas.css";
import { formatReason } from "../../runs/model-reason.tsx";
import { type Execution, type NodeRun, type Progress, PROGRESS, progressOf } from "./execution.ts";
import type { Graph, GraphNode } from "./graph.ts";
import { KeepInSight } from "./keep-in-sight.tsx";
import { formOf, waysOut } from "./kinds.ts";
import type { Point } from "./layout.ts";
import type { Selection } from "./selection.ts";
import { type NodeProblem, type Step, StepNode } from "./step-node.tsx";
import type { Say } from "../../texts/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface CanvasProps {
  readonly graph: Graph;
  /** It can be looked at and run, and nothing of it changed. */
  readonly isReadOnly: boolean;
  readonly selection: Selection;
  /** By the id of the node. */
  readonly problems: ReadonlyMap<string, NodeProblem>;
  readonly runs: readonly NodeRun[];
  /** Of the run that is shown. */
  readonly runState: Execution["state"] | undefined;
  readonly onSelect: Dispatch<SetStateAction<Selection>>;
  readonly onOpen: () => void;
  readonly onMove: (places: ReadonlyMap<string, Point>, about: string) => void;
  readonly onConnect: (source: string, target: string, branch?: string) => void;
  readonly onRemove: (nodes: ReadonlySet<string>, edges: ReadonlySet<string>) => void;
}

const DELETE_KEYS = ["Backspace", "Delete"];
const nodeTypes = { step: StepNode };
/** For those who want to see all of it, however small. */
const FIT = { padding: 0.06, minZoom: 0.2, maxZoom: 1 };
const NO_BASES: readonly Base[] = [];
type Size = { readonly width: number; readonly height: number };

/** The picture of a workflow. */
export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Picture {...props} />
    </ReactFlowProvider>
  );
}

function Picture(props: CanvasProps) {
  const say = useTexts();
  const { graph, isReadOnly, selection, onSelect, onConnect, onRemove } = props;
  const { nodes, changeNodes } = useSteps(props);
  const edges = useMemo(
    () => drawnEdges(graph, selection, props.runs),
    [graph, selection, props.runs],
  );
  const changeEdges = (changes: readonly EdgeChange[]): void => {
    for (const change of changes)
      if (change.type === "select") onSelect(withChosen("edges", change.id, change.selected));
  };
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      onNodesChange={changeNodes}
      onNodeClick={props.onOpen}
      onEdgesChange={changeEdges}
      onConnect={({ source, target, sourceHandle }) =>
        onConnect(source, target, sourceHandle ?? undefined)
      }
      onDelete={({ nodes: gone, edges: cut }) =>
        onRemove(new Set(gone.map(({ id }) => id)), new Set(cut.map(({ id }) => id)))
      }
      nodesDraggable={!isReadOnly}
      nodesConnectable={!isReadOnly}
      deleteKeyCode={isReadOnly ? null : DELETE_KEYS}
      minZoom={0.2}
      maxZoom={1.5}
      proOptions={{ hideAttribution: false }}
      aria-label={say("workflow.canvas")}
    >
      <Background gap={20} />
      <Controls showInteractive={false} fitViewOptions={FIT} />
      <KeepInSight middle={middleOf(graph, selection)} />
    </ReactFlow>
  );
}

/** The node that somebody works on, or where the workflow begins. */
function middleOf({ nodes }: Graph, selection: Selection): string {
  const [chosen] = selection.nodes;
  return chosen ?? (nodes.find(({ type }) => formOf(type).isFirst) ?? nodes[0])?.id ?? "";
}

/** The nodes as they are drawn; what is held by the mouse is where the mouse has it. */
function useSteps(props: CanvasProps) {
  const say = useTexts();
  const { graph, selection, problems, runs, runState, onSelect, onMove } = props;
  const [dragged, setDragged] = useState<ReadonlyMap<string, Point>>(new Map());
  const [sizes, setSizes] = useState<ReadonlyMap<string, Size>>(new Map());
  const { data: bases = NO_BASES } = useBases();
  const changeNodes = (changes: readonly NodeChange<Step>[]): void => {
    const held = new Map<string, Point>();
    const left = new Map<string, Point>();
    for (const change of changes) {
      if (change.type === "position" && change.position !== undefined)
        (change.dragging === true ? held : left).set(change.id, change.position);
      if (change.type === "dimensions" && change.dimensions !== undefined) {
        const { id, dimensions } = change;
        setSizes((last) => new Map([...last, [id, dimensions]]));
      }
      if (change.type === "select") onSelect(withChosen("nodes", change.id, change.selected));
    }
    if (held.size > 0) setDragged((last) => new Map([...last, ...held]));
    if (left.size > 0) {
      setDragged(new Map());
      // Presses of an arrow are one move; each drag is one of its own.
      onMove(left, dragged.size > 0 ? "" : `move ${[...left.keys()].join(" ")}`);
    }
  };
  const nodes = useMemo(
    () =>
      graph.nodes.map((node): Step => {
        const { id, type, position } = node;
        const run = runs.find((one) => one.id === id);
        const problem = problems.get(id);
        const progress = progressOf(run, runState);
        const measured = sizes.get(id);
        return {
          id,
          type: "step",
          position: dragged.get(id) ?? position,
          selected: selection.nodes.has(id),
          data: {
            type,
            ways: waysOut(type, node.data),
            about: summaryOf(node, bases),
            problem,
            run,
            progress,
          },
          ariaLabel: sayNode(say, id, formOf(type).title, run, progress, problem?.message ?? ""),
          ...(measured === undefined ? {} : { measured }),
        };
      }),
    [say, graph, selection, problems, runs, runState, dragged, sizes, bases],
  );
  return { nodes, changeNodes };
}

function sayNode(
  say: Say,
  id: string,
  title: string,
  run: NodeRun | undefined,
  progress: Progress,
  problem: string,
): string {
  const state = progress === "idle" ? "" : `, ${say(PROGRESS[progress]).toLowerCase()}`;
  const fault = formatReason(say, run?.reason ?? "") || run?.error || problem;
  return `${title} ${id}${state}${fault === "" ? "" : `: ${fault}`}`;
}

function summaryOf({ type, data }: GraphNode, bases: readonly Base[]): string {
  const { summary, fields } = formOf(type);
  const value = data[summary ?? ""];
  if (typeof value !== "string") return "";
  // Knowledge bases are kept by an id that tells a person nothing.
  const isBase = fields.some(({ key, options }) => key === summary && options === "bases");
  return isBase ? (bases.find(({ id }) => id === value)?.name ?? value) : value;
}

function drawnEdges(graph: Graph, selection: Selection, runs: readonly NodeRun[]): Edge[] {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const state = new Map(runs.map((run) => [run.id, run.state]));
  return graph.edges.map(({ id, source, target, sourceHandle }) => {
    const isTaken = state.get(source) === "done" && state.has(target);
    const handle = handleOf(byId.get(source), sourceHandle);
    return {
      id,
      source,
      target,
      sourceHandle: handle,
      selected: selection.edges.has(id),
      className: isTaken ? "flow-edge-taken" : runs.length > 0 ? "flow-edge-open" : "",
      // It leaves a condition on no branch of its own.
      ...(handle !== null && typeof sourceHandle !== "string" ? { label: "always" } : {}),
      animated: runs.some((run) => run.id === target && run.state === "busy"),
      ariaLabel: `From ${source} to ${target}`,
    };
  });
}

/** Where a line leaves its node; one that names no branch of several is drawn at the first. */
function handleOf(node: GraphNode | undefined, handle: string | null | undefined): string | null {
  const ways = node === undefined ? [] : waysOut(node.type, node.data);
  const drawn = ways.find(({ id }) => id === handle) ?? ways[0];
  return drawn === undefined || drawn.id === "" ? null : drawn.id;
}

function withChosen(
  kind: keyof Selection,
  id: string,
  isChosen: boolean,
): SetStateAction<Selection> {
  return (last) => {
    const ids = new Set(last[kind]);
    if (isChosen) ids.add(id);
    else ids.delete(id);
    return { ...last, [kind]: ids };
  };
}
