import { useCallback, useEffect, useRef, useState } from "react";
import {
  type AnswerInfo,
  ApiError,
  type Client,
  type StreamEvent,
} from "../../../../src/client/index.ts";
import { formatError, useClient } from "../../data/workbench.ts";
import { advance, type Execution, newExecution, type Usage } from "./execution.ts";

type Open = (options: {
  readonly signal: AbortSignal;
  readonly onAnswer: (answer: AnswerInfo) => void;
}) => AsyncIterable<StreamEvent>;

export interface Begin {
  readonly node: string;
  readonly execution: string;
  /** Nothing comes after the node. */
  readonly only: boolean;
}

export interface ExecutionControl {
  readonly execution: Execution | undefined;
  readonly start: (workflow: string, input: string, model: string) => void;
  /** Begins at a node with what the others gave in an earlier run. */
  readonly startAt: (workflow: string, begin: Begin) => void;
  /** Shows a run from its beginning, and goes on with it while it works. */
  readonly show: (id: string) => void;
  readonly resume: () => void;
  readonly cancel: () => Promise<void>;
  /** Answers what a node of the run asks. */
  readonly answer: (node: string, approved: boolean, comment: string) => Promise<void>;
}

/** The run that is looked at. It goes on at the server when nobody looks. */
export function useExecution(onChange: (id: string) => void): ExecutionControl {
  const client = useClient();
  const [execution, setExecution] = useState<Execution | undefined>();
  const current = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const watch = useCallback(
    (from: Execution, open: Open) => {
      current.current?.abort();
      const control = new AbortController();
      current.current = control;
      let id = from.id;
      void follow(client, from, open, control.signal, (next) => {
        if (current.current !== control) return;
        setExecution(next);
        if (next.id !== id || next.isOver) onChange(next.id);
        id = next.id;
      });
    },
    [client, onChange],
  );
  const show = useCallback(
    (id: string) => {
      watch(newExecution(id), (options) => client.followExecution({ params: { id }, ...options }));
    },
    [client, watch],
  );
  return {
    execution,
    show,
    start: (workflow, input, model) =>
      watch(newExecution(""), (options) =>
        client.executeWorkflow({
          params: { id: workflow },
          body: { input, ...(model === "" ? {} : { model }) },
          ...options,
        }),
      ),
    startAt: (workflow, from) =>
      watch(newExecution(""), (options) =>
        client.executeWorkflow({ params: { id: workflow }, body: { from }, ...options }),
      ),
    resume: () => {
      if (execution === undefined) return;
      const { id } = execution;
      watch({ ...execution, state: "running", error: "", isOver: false }, (options) =>
        client.resumeExecution({ params: { id }, ...options }),
      );
    },
    answer: async (node, approved, comment) => {
      if (execution === undefined) return;
      const params = { id: execution.id, node };
      await client.decideApproval({ params, body: { approved, comment } });
    },
    cancel: async () => {
      if (execution !== undefined) await client.cancelExecution({ params: { id: execution.id } });
    },
  };
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;

/** Follows a run to its end, also over a connection that breaks and a server that starts again. */
async function follow(
  client: Client,
  from: Execution,
  first: Open,
  signal: AbortSignal,
  onChange: (execution: Execution) => void,
): Promise<void> {
  let now = from;
  let open = first;
  let wait = FIRST_WAIT_MS;
  // What is known stays in sight until the server tells all of it again.
  let isToldAgain = false;
  const change = (next: Execution): void => {
    now = next;
    onChange(now);
  };
  const onAnswer = ({ headers }: AnswerInfo): void =>
    change({ ...now, id: headers.get("x-execution-id") ?? now.id, isLost: false });
  change(now);
  while (!signal.aborted) {
    try {
      for await (const event of open({ signal, onAnswer })) {
        change(advance(isToldAgain ? newExecution(now.id) : now, event));
        isToldAgain = false;
        wait = FIRST_WAIT_MS;
      }
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500;
      if (signal.aborted) return;
      if (isRefused || now.id === "") {
        change({ ...now, state: "failed", error: formatError(error) });
        return;
      }
    }
    if (now.isOver) return await settle(client, now, change);
    change({ ...now, isLost: true });
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    const { id } = now;
    isToldAgain = true;
    open = (options) => client.followExecution({ params: { id }, ...options });
  }
}

/** Events do not tell a run that was cancelled from one that failed. */
async function settle(
  client: Client,
  execution: Execution,
  onChange: (execution: Execution) => void,
): Promise<void> {
  const { id } = execution;
  const now = await client.readExecution({ params: { id } }).catch(() => undefined);
  if (now === undefined) return;
  const begun = { input: now.input, at: now.created_at };
  const nodes = execution.nodes.map((node) => {
    const usage = usageOf(now.nodes.filter(({ node_id: at }) => at === node.id));
    return usage === undefined ? node : { ...node, usage };
  });
  onChange({ ...execution, nodes, state: now.status, usage: usageOf(now.nodes), begun });
}

type FinishedNodes = Awaited<ReturnType<Client["readExecution"]>>["nodes"];

function usageOf(nodes: FinishedNodes): Usage | undefined {
  const all = nodes.flatMap(({ usage }) => (usage === null ? [] : [usage]));
  if (all.length === 0) return undefined;
  const costs = all.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return {
    input: all.reduce((sum, usage) => sum + (usage.input_tokens ?? 0), 0),
    output: all.reduce((sum, usage) => sum + (usage.output_tokens ?? 0), 0),
    cost: costs.length < all.length ? null : costs.reduce((sum, cost) => sum + cost, 0),
  };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resume) => {
    const timer = setTimeout(resume, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resume();
    });
  });
}
