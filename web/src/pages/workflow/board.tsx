import type { NodeType } from "./kinds.ts";
import { type Dispatch, lazy, type SetStateAction, Suspense, useMemo } from "react";
import { Loading } from "../../components/states.tsx";
import type { Problem } from "./data.ts";
import type { Execution, NodeRun } from "./execution.ts";
import { addNode, connect, looseEnd, move, nodeBefore, remove, tidy } from "./graph.ts";
import { Palette } from "./palette.tsx";
import { NOTHING, type Selection } from "./selection.ts";
import type { NodeProblem } from "./step-node.tsx";
import type { Draft } from "./use-draft.ts";
import type { FocusWays } from "./use-focus.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const Canvas = lazy(async () => ({ default: (await import("./canvas.tsx")).Canvas }));

export interface BoardProps {
  readonly draft: Draft;
  readonly isReadOnly: boolean;
  readonly selection: Selection;
  /** The one node that is chosen. */
  readonly chosen: string | undefined;
  readonly runs: readonly NodeRun[];
  /** Of the run that is shown. */
  readonly runState: Execution["state"] | undefined;
  readonly focus: FocusWays;
  readonly onSelection: Dispatch<SetStateAction<Selection>>;
  /** Somebody clicked a node, to see what it holds and gave. */
  readonly onOpen: () => void;
  readonly onSelect: (id: string | undefined) => void;
}

/** The picture, with the kinds of nodes in a bar over it. */
export function Board(props: BoardProps) {
  const say = useTexts();
  const { draft, isReadOnly, selection, chosen, runs, runState, focus, onSelection, onSelect } =
    props;
  const { graph, change } = draft;
  const problems = useMemo(() => worstOf(draft.problems), [draft.problems]);
  const add = (type: NodeType): void => {
    const { graph: grown, id } = addNode(graph, type, chosen ?? looseEnd(graph));
    change(() => grown);
    onSelect(id);
  };
  const takeAway = (nodes: ReadonlySet<string>, edges: ReadonlySet<string>): void => {
    const [first] = nodes;
    change((now) => remove(now, nodes, edges));
    onSelection(NOTHING);
    // Whoever uses the keyboard goes on beside what is gone.
    focus.toNode(first === undefined ? undefined : nodeBefore(graph, first, nodes));
  };
  return (
    <div className="flow-board">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the nodes in it */}
      <div className="flow-canvas" onKeyDown={focus.onBoardKey}>
        <Suspense fallback={<Loading what={say("workflow.loadingTheCanvas")} />}>
          <Canvas
            graph={graph}
            isReadOnly={isReadOnly}
            selection={selection}
            problems={problems}
            runs={runs}
            runState={runState}
            onSelect={onSelection}
            onOpen={props.onOpen}
            onMove={(places, about) => change((now) => move(now, places), about)}
            onConnect={(source, target, branch) =>
              change((now) => connect(now, source, target, branch))
            }
            onRemove={takeAway}
          />
        </Suspense>
      </div>
      {isReadOnly ? null : (
        <Palette onAdd={add} onLayout={() => change(tidy)} after={chosen ?? looseEnd(graph)} />
      )}
    </div>
  );
}

/** The first fault of each node; what only warns where there is none. */
function worstOf(problems: readonly Problem[]): ReadonlyMap<string, NodeProblem> {
  const worst = new Map<string, NodeProblem>();
  for (const { node_id: id, message, severity } of problems) {
    const isError = severity === "error";
    const known = worst.get(id ?? "");
    if (known === undefined || (isError && !known.isError))
      worst.set(id ?? "", { message, isError });
  }
  return worst;
}
