import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { useCopy } from "../../components/use-copy.tsx";
import { Answer } from "../../runs/answer.tsx";
import type { Course } from "../../runs/course.ts";
import { Figures } from "../../runs/figures.tsx";
import { Timeline } from "../../runs/timeline.tsx";
import type { Preview } from "./data.ts";
import type { Runs } from "./use-runs.ts";
import { STATES as ENDS } from "./words.ts";

const STATES = { running: ["info", "Running"], ...ENDS } as const;

export interface ResultProps {
  readonly course: Course | undefined;
  /** What the last one gave, for as long as the server has not answered to this one. */
  readonly former?: Course | undefined;
  readonly onStop: () => void;
}

/** What a run gave, while it gives it. */
export function Result({ course, former, onStop }: ResultProps) {
  if (course === undefined)
    return (
      <section className="card" aria-label="Result">
        <EmptyState icon="play" title="Not run yet">
          Fill the form in and run the skill. A dry run shows what the model would be sent, and
          sends nothing.
        </EmptyState>
      </section>
    );
  const isRunning = course.state === "running";
  const shown = course.requestId === "" ? (former ?? course) : course;
  return (
    <ResultCard course={shown} {...(isRunning ? { onStop } : {})}>
      {shown !== course && course.state === "error" ? (
        <Notice tone="bad">
          It was not run again: <Message text={course.error} />
        </Notice>
      ) : null}
      {isRunning ? null : <Figures requestId={shown.requestId} />}
    </ResultCard>
  );
}

export interface ResultCardProps {
  readonly course: Course;
  /** Where something goes on that can be stopped. */
  readonly onStop?: () => void;
  /** What it cost. */
  readonly children: ReactNode;
}

export function ResultCard({ course, onStop, children }: ResultCardProps) {
  const [copy, fallback] = useCopy();
  const [tone, title] = STATES[onStop === undefined ? course.state : "running"];
  return (
    <section className="card stack" aria-label="Result" aria-busy={onStop !== undefined}>
      <div className="row row-between run-result-head">
        <h2 className="row">
          Result
          <span className={`badge badge-${tone}`} role="status">
            {title}
          </span>
        </h2>
        {onStop !== undefined ? (
          <Button size="small" icon="close" onClick={onStop}>
            Cancel
          </Button>
        ) : course.text === "" ? null : (
          <Button
            size="small"
            look="quiet"
            icon="copy"
            onClick={() => copy(course.text, "Copied the answer.")}
          >
            Copy
          </Button>
        )}
      </div>
      <Answer course={course} />
      {course.steps.length === 0 ? null : (
        <details className="run-steps" open>
          <summary>Steps</summary>
          <Timeline steps={course.steps} />
        </details>
      )}
      {children}
      {fallback}
    </section>
  );
}

/** A dry run, from when it was asked for. */
export function DryRunState({ preview, error }: Pick<Runs["dryRun"], "preview" | "error">) {
  if (error !== null) return <Failure error={error} />;
  return preview === undefined ? (
    <Loading what="Filling the prompt" />
  ) : (
    <DryRun preview={preview} />
  );
}

/** What the model would be sent. */
function DryRun({ preview }: { readonly preview: Preview }) {
  const settings = [
    ["Model", preview.model ?? "none configured"],
    ["Temperature", preview.temperature?.toString() ?? "the model's own"],
    ["At most", preview.max_tokens === null ? "no limit" : `${preview.max_tokens} tokens`],
    ["Knowledge base", preview.knowledge_base ?? "none"],
  ] as const;
  return (
    <section className="card stack" aria-label="Dry run">
      <h2 className="row">
        Dry run <span className="badge">nothing was sent</span>
      </h2>
      {preview.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          <Message text={warning} />
        </Notice>
      ))}
      {preview.messages.map(({ role, content }, index) => (
        <div key={index} className="stack-tight">
          <h3>{role === "system" ? "System prompt" : "User prompt"}</h3>
          <pre className="run-message-text">{content}</pre>
        </div>
      ))}
      <dl className="figures">
        {settings.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
