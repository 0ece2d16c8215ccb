import { Button } from "../../components/button.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { useExecutions } from "./data.ts";
import { PAUSED, PauseReason, sayMoment } from "./pause-reason.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

const STATES = {
  running: ["badge-info", "common.running"],
  completed: ["badge-good", "common.done"],
  failed: ["badge-bad", "common.failed"],
  cancelled: ["badge-warn", "common.stopped"],
} as const;

export interface RunsListProps {
  readonly workflow: string;
  readonly current: string;
  readonly onShow: (id: string) => void;
}

/** Runs of the workflow, newest first. */
export function RunsList({ workflow, current, onShow }: RunsListProps) {
  const say = useTexts();
  const { data, isPending, error, refetch } = useExecutions(workflow);
  if (isPending) return <Loading what={say("common.loadingRuns")} />;
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  if (data.length === 0) return <p className="small muted">{say("workflow.itHasNotBeen")}</p>;
  return (
    <ul className="stack-tight" aria-label={say("nav.runs")}>
      {data.map((run) => {
        const isPaused = run.paused_until !== null;
        const [tone, title] = isPaused ? PAUSED : STATES[run.status];
        return (
          <li
            key={run.id}
            className="flow-course"
            data-current={run.id === current ? "" : undefined}
          >
            <div className="row">
              <span className={`badge ${tone}`}>{say(title)}</span>
              <span className="grow small muted">{sayMoment(run.created_at)}</span>
              <Button
                size="small"
                aria-label={say("workflow.showTheRunOf", { a: run.input.slice(0, 60) })}
                onClick={() => onShow(run.id)}
              >
                {say("workflow.show")}
              </Button>
            </div>
            <p className="small clip">{run.input}</p>
            <PauseReason run={run} />
            {run.error === null ? null : (
              <p className="flow-course-error">
                {run.failed_node === null ? "" : `${run.failed_node}: `}
                {run.error}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
