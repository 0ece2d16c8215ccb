import { type FormEvent, lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { ModelChoice } from "../../components/model-choice.tsx";
import { Status } from "../../components/status.tsx";
import { EmptyState, Notice } from "../../components/states.tsx";
import { useModels } from "../../data/models.ts";
import { sayCount, useCost } from "../../runs/figures.tsx";
import { ModelReason } from "../../runs/model-reason.tsx";
import { type Execution, type NodeRun, PROGRESS, sayNodeFigures, sayOutput } from "./execution.ts";
import { type ExecutionRow, useExecutions } from "./data.ts";
import { PAUSED, PauseReason } from "./pause-reason.tsx";
import { Question } from "./question.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

const Markdown = lazy(async () => ({
  default: (await import("../../components/markdown.tsx")).Markdown,
}));

export interface RunPanelProps {
  readonly workflow: string;
  readonly execution: Execution | undefined;
  readonly isBusy: boolean;
  readonly onRun: (input: string, model: string) => void;
  readonly onCancel: () => void;
  readonly onResume: () => void;
  /** Runs the input of the shown run once more; undefined where nothing has changed since it began. */
  readonly onRunChanged: (() => void) | undefined;
  readonly onOpen: (node: string) => void;
  readonly onAnswer: (node: string, approved: boolean, comment: string) => Promise<void>;
}

const STATES = {
  running: ["badge-info", "common.running"],
  completed: ["badge-good", "common.done"],
  failed: ["badge-bad", "common.failed"],
  cancelled: ["badge-warn", "common.stopped"],
} as const;

/** Starts a run and shows it, node by node. */
export function RunPanel(props: RunPanelProps) {
  const say = useTexts();
  const { execution, isBusy, onRun, onCancel, onResume, onRunChanged, onOpen, onAnswer } = props;
  const runs = useExecutions(props.workflow).data ?? [];
  return (
    <div className="stack">
      <RunForm
        isRunning={execution?.state === "running"}
        isBusy={isBusy}
        onRun={onRun}
        onCancel={onCancel}
      />
      {execution === undefined ? (
        <EmptyState icon="flow" title={say("common.notRunYet")}>
          {say("workflow.whatEachNodeDoes")}
        </EmptyState>
      ) : (
        <Course
          execution={execution}
          row={runs.find(({ id }) => id === execution.id)}
          onResume={onResume}
          onRunChanged={onRunChanged}
          onOpen={onOpen}
          onAnswer={onAnswer}
        />
      )}
    </div>
  );
}

type RunFormProps = Pick<RunPanelProps, "isBusy" | "onRun" | "onCancel"> & {
  readonly isRunning: boolean;
};

function RunForm({ isRunning, isBusy, onRun, onCancel }: RunFormProps) {
  const say = useTexts();
  const [input, setInput] = useState("");
  const [model, setModel] = useState("");
  const models = useModels();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (input !== "" && !isRunning && !isBusy) onRun(input, model);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field label={say("workflow.inputOfTheRun")} help={say("workflow.theStartNodeGets")}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={3}
            value={input}
            onChange={(event) => setInput(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
            }}
          />
        )}
      </Field>
      <div className="row">
        <span className="grow">
          <ModelChoice
            models={models?.items ?? []}
            preset={models?.default_model ?? null}
            value={model}
            onChange={setModel}
          />
        </span>
        {isRunning ? (
          <Button icon="close" onClick={onCancel}>
            {say("common.cancel")}
          </Button>
        ) : (
          <Button type="submit" look="primary" icon="play" disabled={isBusy || input === ""}>
            {say("common.run")}
          </Button>
        )}
      </div>
    </form>
  );
}

function ResumeHelp({ onRunChanged }: Pick<RunPanelProps, "onRunChanged">) {
  const say = useTexts();
  if (onRunChanged === undefined)
    return <p className="small muted">{say("workflow.resumeGoesOnAt")}</p>;
  return (
    <Notice tone="warn">
      <p>{say("workflow.theWorkflowWasChanged")}</p>
      <p>
        <Button size="small" icon="play" onClick={onRunChanged}>
          {say("workflow.runAgainWithThe")}
        </Button>
      </p>
    </Notice>
  );
}

type CourseProps = Pick<RunPanelProps, "onResume" | "onRunChanged" | "onOpen" | "onAnswer"> & {
  readonly execution: Execution;
  /** As the list has it, which knows whether it is paused. */
  readonly row: ExecutionRow | undefined;
};

function Course({ execution, row, onResume, onRunChanged, onOpen, onAnswer }: CourseProps) {
  const say = useTexts();
  const { state, nodes, error, output, usage, isLost } = execution;
  const isPaused = state === "running" && row !== undefined && row.paused_until !== null;
  const formatCost = useCost();
  const [tone, title] = isPaused ? PAUSED : STATES[state];
  const canResume = execution.isOver && (state === "failed" || state === "cancelled");
  // At its node, or by the word above.
  const isTold =
    error === "" || state === "cancelled" || nodes.some((node) => node.error === error);
  return (
    <section className="stack" aria-label={say("workflow.courseOfTheRun")}>
      <div className="row row-between" role="status">
        <span className={`badge ${tone}`}>{say(title)}</span>
        {canResume ? (
          <Button size="small" icon="play" onClick={onResume}>
            {say("workflow.resume")}
          </Button>
        ) : null}
      </div>
      {canResume ? <ResumeHelp onRunChanged={onRunChanged} /> : null}
      {isPaused ? <PauseReason run={row} /> : null}
      {isLost ? <Notice tone="warn">{say("workflow.theConnectionIsGone")}</Notice> : null}
      {isTold ? null : <Notice tone="bad">{error}</Notice>}
      <ol className="stack-tight">
        {nodes.map((node) => (
          <NodeCourse
            key={node.id}
            node={node}
            onOpen={onOpen}
            onAnswer={state === "running" ? onAnswer : undefined}
          />
        ))}
      </ol>
      {output === undefined ? null : (
        <section className="stack-tight" aria-label={say("workflow.output")}>
          <h3>{say("workflow.output")}</h3>
          <Output text={sayOutput(output)} />
        </section>
      )}
      {usage === undefined ? null : (
        <p className="small muted">
          {sayCount(usage.input)} tokens in, {sayCount(usage.output)} out
          {usage.cost === null ? "" : `, cost ${formatCost(usage.cost)}`}
        </p>
      )}
    </section>
  );
}

const SHAPES = { busy: "running", done: "tick", failed: "rejected" } as const;

interface NodeCourseProps {
  readonly node: NodeRun;
  readonly onOpen: (node: string) => void;
  readonly onAnswer: RunPanelProps["onAnswer"] | undefined;
}

function NodeCourse({ node, onOpen, onAnswer }: NodeCourseProps) {
  const say = useTexts();
  const formatCost = useCost();
  const { id, state, text, output, error, reason, note, question } = node;
  const words = text || sayOutput(output);
  return (
    <li className="flow-course">
      <div className="row">
        <Status shape={SHAPES[state]} />
        <button type="button" className="flow-course-name clip" onClick={() => onOpen(id)}>
          {id}
        </button>
        <span className="small muted">
          {note === "" ? say(PROGRESS[state]).toLowerCase() : note}
        </span>
        <span className="small muted flow-course-figures">{sayNodeFigures(node, formatCost)}</span>
      </div>
      {error === "" ? null : (
        <p className="flow-course-error">
          {error}
          {reason === "" ? null : (
            <>
              {". "}
              <ModelReason reason={reason} />
            </>
          )}
        </p>
      )}
      {question === "" || onAnswer === undefined ? null : (
        <Question question={question} onAnswer={(...answer) => onAnswer(id, ...answer)} />
      )}
      {words === "" ? null : state === "busy" ? (
        <p className="flow-course-words">{words}</p>
      ) : (
        <details>
          <summary className="small muted">{say("workflow.output")}</summary>
          <p className="flow-course-words">{words}</p>
        </details>
      )}
    </li>
  );
}

function Output({ text }: { readonly text: string }) {
  const say = useTexts();
  if (text === "") return <p className="small muted">{say("flow.noOutput")}</p>;
  return (
    <div className="card flow-output">
      <Suspense fallback={<p>{text}</p>}>
        <Markdown text={text} />
      </Suspense>
    </div>
  );
}
