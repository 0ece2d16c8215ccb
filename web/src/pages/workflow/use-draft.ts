import { useBlocker } from "@tanstack/react-router";
import { useCallback, useReducer, useState } from "react";
import { ApiError } from "../../../../src/client/index.ts";
import { formatError, useClient } from "../../data/workbench.ts";
import { type Loaded, type Problem, readWorkflow } from "./data.ts";
import { type Graph, readGraph } from "./graph.ts";
import { begin, step } from "./history.ts";

export interface Draft {
  readonly graph: Graph;
  readonly name: string;
  readonly isChanged: boolean;
  /** When the server was last given something new. */
  readonly savedAt: string;
  readonly isSaving: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What the server said of the version that was saved last. */
  readonly problems: readonly Problem[];
  /** Why it was not saved. */
  readonly error: string;
  /** What somebody else has saved in the meantime. */
  readonly theirs: Loaded | undefined;
  readonly setName: (name: string) => void;
  /** Changes about the same thing, such as one field, are undone at once. */
  readonly change: (to: (graph: Graph) => Graph, about?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Settles with whether it was saved. */
  readonly save: () => Promise<boolean>;
  readonly takeTheirs: () => void;
  readonly overwrite: () => Promise<boolean>;
  readonly closeConflict: () => void;
}

interface Saved {
  readonly graph: Graph;
  readonly name: string;
  readonly version: string;
  readonly at: string;
  readonly problems: readonly Problem[];
}

interface Refusal {
  readonly text: string;
  readonly problems: readonly Problem[];
  /** What was refused. */
  readonly graph: Graph;
}

/** A workflow while it is drawn. */
export function useDraft(loaded: Loaded): Draft {
  const [history, dispatch] = useReducer(step, loaded.workflow.graph_data, (data) =>
    begin(readGraph(data)),
  );
  const graph = history.present;
  const [name, setName] = useState(loaded.workflow.name);
  const kept = useKept(loaded, graph, name);
  const { saved, refusal, theirs } = kept;
  const isChanged = graph !== saved.graph || name !== saved.name;
  useWarning(isChanged);
  const change = useCallback((to: (graph: Graph) => Graph, about = "") => {
    dispatch({ kind: "change", to, about });
  }, []);
  return {
    graph,
    name,
    isChanged,
    savedAt: saved.at,
    isSaving: kept.isSaving,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    problems: [
      ...stillTrue(refusal.problems, refusal.graph, graph),
      ...stillTrue(saved.problems, saved.graph, graph),
    ],
    error: refusal.text,
    theirs,
    setName,
    change,
    undo: () => dispatch({ kind: "undo" }),
    redo: () => dispatch({ kind: "redo" }),
    save: () => kept.put(saved.version),
    takeTheirs: () => {
      if (theirs === undefined) return;
      const next = readGraph(theirs.workflow.graph_data);
      dispatch({ kind: "load", graph: next });
      setName(theirs.workflow.name);
      kept.take(theirs, next);
    },
    overwrite: () => kept.put(theirs?.version ?? saved.version),
    closeConflict: kept.closeConflict,
  };
}

/** What the server has of a workflow, and how what was drawn gets there. */
function useKept(loaded: Loaded, graph: Graph, name: string) {
  const client = useClient();
  const { id, graph_data: first } = loaded.workflow;
  const [saved, setSaved] = useState<Saved>(() => savedOf(loaded, graph));
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>(() => ({ text: "", problems: NONE, graph }));
  const [theirs, setTheirs] = useState<Loaded | undefined>();
  const put = async (version: string): Promise<boolean> => {
    setSaving(true);
    try {
      let now = version;
      const workflow = await client.updateWorkflow({
        params: { id },
        body: { name, graph_data: { ...first, nodes: graph.nodes, edges: graph.edges } },
        ifMatch: version,
        onAnswer: ({ etag = "" }) => {
          now = etag;
        },
      });
      const { problems, updated_at: at } = workflow;
      setSaved({ graph, name, version: now, at, problems });
      setRefusal({ text: "", problems: NONE, graph });
      setTheirs(undefined);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 412)
        setTheirs(await readWorkflow(client, id));
      else setRefusal(refusalOf(error, graph));
      return false;
    } finally {
      setSaving(false);
    }
  };
  const take = (other: Loaded, drawn: Graph): void => {
    setSaved(savedOf(other, drawn));
    setTheirs(undefined);
  };
  return { saved, isSaving, refusal, theirs, put, take, closeConflict: () => setTheirs(undefined) };
}

const NONE: readonly Problem[] = [];

function savedOf({ workflow, version }: Loaded, graph: Graph): Saved {
  const { name, problems, updated_at: at } = workflow;
  return { graph, name, version, at, problems };
}

/** The server tells of what was saved; what was mended since is not shown any more. */
function stillTrue(problems: readonly Problem[], then: Graph, now: Graph): readonly Problem[] {
  if (then === now) return problems;
  return problems.filter(({ node_id: id }) => {
    if (then.edges !== now.edges) return false;
    const [before, after] = [then, now].map(({ nodes }) => nodes.find((node) => node.id === id));
    return before !== undefined && before.data === after?.data;
  });
}

/** A refusal names the field by its place in the list of nodes; it is shown at the node. */
function refusalOf(error: unknown, graph: Graph): Refusal {
  const text = formatError(error);
  const field = error instanceof ApiError ? (error.field ?? "") : "";
  const index = /nodes\D{1,4}(\d+)/u.exec(field)?.[1];
  const node = index === undefined ? undefined : graph.nodes[Number(index)];
  if (node === undefined) return { text, problems: NONE, graph };
  const message = `${field.split(".").at(-1) ?? field}: ${text}`;
  return { text, graph, problems: [{ code: "", severity: "error", node_id: node.id, message }] };
}

/** Asks before somebody leaves a page on which something is not saved. */
function useWarning(isChanged: boolean): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged &&
      current.pathname !== next.pathname &&
      !confirm("Leave without saving? What you drew would be lost."),
    enableBeforeUnload: isChanged,
  });
}
