import { Button } from "../../components/button.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { useExecutions } from "./data.ts";
import { PAUSED, PauseReason, sayMoment } from "./pause-reason.tsx";

const STATES = {
  running: ["badge-info", "Running"],
  completed: ["badge-good", "Done"],
  failed: ["badge-bad", "Failed"],
  cancelled: ["badge-warn", "Stopped"],
} as const;

export interface RunsListProps {
  readonly workflow: string;
  readonly current: string;
  readonly onShow: (id: string) => void;
}

/** Runs of the workflow, newest first. */
export function RunsList({ workflow, current, onShow }: RunsListProps) {
  const { data, isPending, error, refetch } = useExecutions(workflow);
  if (isPending) return <Loading what="Loading runs" />;
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  if (data.length === 0) return <p className="small muted">It has not been run yet.</p>;
  return (
    <ul className="stack-tight" aria-label="Runs">
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
              <span className={`badge ${tone}`}>{title}</span>
              <span className="grow small muted">{sayMoment(run.created_at)}</span>
              <Button
                size="small"
                aria-label={`Show the run of ${run.input.slice(0, 60)}`}
                onClick={() => onShow(run.id)}
              >
                Show
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
