import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { Answer } from "../../runs/answer.tsx";
import type { Course } from "../../runs/course.ts";
import { RunFigures, sayDuration } from "../../runs/figures.tsx";
import { Timeline } from "../../runs/timeline.tsx";
import { toCourse, useHistory, useWholeRun } from "../run/data.ts";
import { STATES } from "../run/words.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface DockTraceProps {
  readonly name: string;
  /** The run that goes on, which the history does not have yet. */
  readonly course: Course | undefined;
}

/** Runs of the skill, and every step of the chosen one: what went to tools and what came back. */
export function DockTrace({ name, course }: DockTraceProps) {
  const say = useTexts();
  const history = useHistory({ skill: name, words: "", status: "", kind: "", ofAll: false });
  const [chosen, choose] = useState("");
  const isGoingOn = course?.state === "running";
  const shown = chosen === "" && !isGoingOn ? (history.rows[0]?.id ?? "") : chosen;
  if (history.isPending) return <Loading what={say("common.loadingRuns")} />;
  if (history.error !== null) return <Failure error={history.error} retry={history.retry} />;
  if (history.rows.length === 0 && course === undefined)
    return (
      <EmptyState icon="route" title={say("editor.noRunsYet")}>
        {say("editor.eachRunLeavesIts")}
      </EmptyState>
    );
  return (
    <div className="dock-run">
      <ul className="dock-runs" aria-label={say("nav.runs")}>
        {isGoingOn ? (
          <li>
            <button
              type="button"
              className="dock-row"
              aria-pressed={shown === ""}
              onClick={() => choose("")}
            >
              {say("editor.runningNow")}
            </button>
          </li>
        ) : null}
        {history.rows.map((run) => (
          <li key={run.id}>
            <button
              type="button"
              className="dock-row"
              aria-pressed={run.id === shown}
              onClick={() => choose(run.id)}
            >
              <span className={`badge badge-${STATES[run.status][0]}`}>
                {say(STATES[run.status][1])}
              </span>
              <span className="grow">
                {new Date(run.started_at).toLocaleString("en", {
                  month: "short",
                  day: "numeric",
                  hour: "2-digit",
                  minute: "2-digit",
                  hourCycle: "h23",
                })}
              </span>
              <span className="muted">{sayDuration(run.duration_ms)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="dock-result">
        {shown === "" && course !== undefined ? (
          <div className="dock-course">
            <Timeline steps={course.steps} />
            <Answer course={course} />
          </div>
        ) : (
          <PastTrace id={shown} />
        )}
      </div>
    </div>
  );
}

function PastTrace({ id }: { readonly id: string }) {
  const say = useTexts();
  const run = useWholeRun(id);
  if (run.isPending) return <Loading what={say("common.openingTheRun")} />;
  if (run.isError) return <Failure error={run.error} />;
  const course = toCourse(run.data);
  return (
    <div className="stack">
      <div className="dock-course">
        <Timeline steps={course.steps} />
        <Answer course={course} />
      </div>
      <RunFigures run={run.data} />
      <p>
        <Link to="/playground/runs/$id" params={{ id }}>
          {say("common.openTheRun")}
        </Link>
      </p>
    </div>
  );
}
