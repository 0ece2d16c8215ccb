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
import { useTexts } from "../../texts/use-texts.tsx";

const STATES = { running: ["info", "common.running"], ...ENDS } as const;

export interface ResultProps {
  readonly course: Course | undefined;
  /** What the last one gave, for as long as the server has not answered to this one. */
  readonly former?: Course | undefined;
  readonly onStop: () => void;
}

/** What a run gave, while it gives it. */
export function Result({ course, former, onStop }: ResultProps) {
  const say = useTexts();
  if (course === undefined)
    return (
      <section className="card" aria-label={say("common.result")}>
        <EmptyState icon="play" title={say("common.notRunYet")}>
          {say("run.fillTheFormIn")}
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
  const say = useTexts();
  const [copy, fallback] = useCopy();
  const [tone, title] = STATES[onStop === undefined ? course.state : "running"];
  return (
    <section
      className="card stack"
      aria-label={say("common.result")}
      aria-busy={onStop !== undefined}
    >
      <div className="row row-between run-result-head">
        <h2 className="row">
          Result
          <span className={`badge badge-${tone}`} role="status">
            {say(title)}
          </span>
        </h2>
        {onStop !== undefined ? (
          <Button size="small" icon="close" onClick={onStop}>
            {say("common.cancel")}
          </Button>
        ) : course.text === "" ? null : (
          <Button
            size="small"
            look="quiet"
            icon="copy"
            onClick={() => copy(course.text, "Copied the answer.")}
          >
            {say("factors.copy")}
          </Button>
        )}
      </div>
      <Answer course={course} />
      {course.steps.length === 0 ? null : (
        <details className="run-steps" open>
          <summary>{say("common.steps")}</summary>
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
  const say = useTexts();
  if (error !== null) return <Failure error={error} />;
  return preview === undefined ? (
    <Loading what={say("run.fillingThePrompt")} />
  ) : (
    <DryRun preview={preview} />
  );
}

/** What the model would be sent. */
function DryRun({ preview }: { readonly preview: Preview }) {
  const say = useTexts();
  const settings = [
    ["Model", preview.model ?? "none configured"],
    ["Temperature", preview.temperature?.toString() ?? "the model's own"],
    ["At most", preview.max_tokens === null ? "no limit" : `${preview.max_tokens} tokens`],
    ["Knowledge base", preview.knowledge_base ?? "none"],
  ] as const;
  return (
    <section className="card stack" aria-label={say("run.dryRun")}>
      <h2 className="row">
        Dry run <span className="badge">{say("run.nothingWasSent")}</span>
      </h2>
      {preview.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          <Message text={warning} />
        </Notice>
      ))}
      {preview.messages.map(({ role, content }, index) => (
        <div key={index} className="stack-tight">
          <h3>{role === "system" ? say("run.systemPrompt") : say("run.userPrompt")}</h3>
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
