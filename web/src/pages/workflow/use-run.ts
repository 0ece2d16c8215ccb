import { useEffect } from "react";
import { useQueryValue } from "../../app/address.ts";
import { useSay } from "../../components/toasts.tsx";
import { formatError } from "../../data/workbench.ts";
import { useExecutions, useExecutionsChanged } from "./data.ts";
import type { Execution } from "./execution.ts";
import type { Draft } from "./use-draft.ts";
import { type ExecutionControl, useExecution } from "./use-execution.ts";

export interface RunControl {
  readonly execution: Execution | undefined;
  readonly start: (input: string, model: string) => void;
  /** Runs one node, or all from it on, with what the others gave last; undefined: it has never been run. */
  readonly startAt: ((node: string, only: boolean) => void) | undefined;
  readonly show: (id: string) => void;
  readonly resume: () => void;
  /** Runs the same input once more, where the workflow was changed since it began. */
  readonly runChanged: (() => void) | undefined;
  readonly cancel: () => void;
  readonly answer: ExecutionControl["answer"];
}

/** The run that the address names; a new one is of what was drawn, which is saved first. */
export function useRun(
  draft: Draft,
  workflow: string,
  mayChange: boolean,
  onRun: () => void,
): RunControl {
  const say = useSay();
  const [named, setNamed] = useQueryValue("run");
  const changed = useExecutionsChanged(workflow);
  const runs = useExecutions(workflow);
  const { execution, show, start, startAt, resume, cancel, answer } = useExecution((id) => {
    setNamed(id);
    changed();
  });
  useEffect(() => {
    if (named !== "" && execution === undefined) {
      show(named);
      onRun();
    }
  }, [named, execution, show, onRun]);
  const begin = async (input: string, model: string): Promise<void> => {
    const isReady = !draft.isChanged || !mayChange || (await draft.save());
    if (isReady) start(workflow, input, model);
  };
  const last = execution?.id || runs.data?.[0]?.id;
  const beginAt = async (node: string, only: boolean): Promise<void> => {
    const isReady = !draft.isChanged || !mayChange || (await draft.save());
    if (!isReady || last === undefined) return;
    startAt(workflow, { node, execution: last, only });
    onRun();
  };
  const begun = execution?.begun;
  const isOld = begun !== undefined && (draft.isChanged || begun.at < draft.savedAt);
  return {
    execution,
    resume,
    runChanged: isOld ? () => void begin(begun.input, "") : undefined,
    start: (input, model) => void begin(input, model),
    startAt: last === undefined ? undefined : (node, only) => void beginAt(node, only),
    show: (id) => {
      show(id);
      onRun();
    },
    answer,
    cancel: () => void cancel().catch((error: unknown) => say.bad(formatError(error))),
  };
}
