import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { EmptyState, Notice } from "../../components/states.tsx";
import { useModels } from "../../data/models.ts";
import { Answer } from "../../runs/answer.tsx";
import { Figures } from "../../runs/figures.tsx";
import { Timeline } from "../../runs/timeline.tsx";
import { InputForm } from "../run/input-form.tsx";
import { ModelField } from "../run/model-field.tsx";
import { DryRunState } from "../run/result.tsx";
import { STATES } from "../run/words.ts";
import type { StudioRun } from "./use-studio-run.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface DockRunProps {
  readonly studio: StudioRun;
  /** The key or the button above was pressed; told once that it is taken up. */
  readonly isAsked: boolean;
  readonly onTaken: () => void;
}

/** Inputs at the left, what comes of them at the right. */
export function DockRun({ studio, isAsked, onTaken }: DockRunProps) {
  const models = useModels();
  const form = useRef<HTMLFormElement>(null);
  const { inputs, values, setValue, model, setModel, course, dryRun } = studio;
  useEffect(() => {
    if (!isAsked) return;
    onTaken();
    form.current?.requestSubmit();
  }, [isAsked, onTaken]);
  const hasModel = models === undefined || models.total > 0;
  const undeclared = inputs.filter(({ isDeclared }) => !isDeclared);
  return (
    <div className="dock-run">
      <div className="dock-form">
        <InputForm
          form={form}
          inputs={inputs}
          values={values}
          onChange={setValue}
          onRun={studio.run}
          onDryRun={studio.showPrompt}
          isRunning={course?.state === "running" || dryRun.isBusy}
          hasModel={hasModel}
        >
          {undeclared.length === 0 ? null : (
            <p className="muted small">
              <Message
                text={`Not declared yet: ${undeclared.map(({ name }) => `\`${name}\``).join(", ")}. A run declares ${undeclared.length === 1 ? "it" : "them"} in the frontmatter.`}
              />
            </p>
          )}
          <ModelField model={model} onChange={setModel} />
        </InputForm>
      </div>
      <div className="dock-result">
        {studio.shown === "dry-run" ? (
          <DryRunState {...dryRun} />
        ) : (
          <RunResult studio={studio} hasModel={hasModel} />
        )}
      </div>
    </div>
  );
}

function RunResult({
  studio,
  hasModel,
}: {
  readonly studio: StudioRun;
  readonly hasModel: boolean;
}) {
  const say = useTexts();
  const { course, former, stop } = studio;
  if (course === undefined)
    return hasModel ? (
      <EmptyState icon="play" title={say("common.notRunYet")}>
        {say("editor.aRunSavesThe")}
      </EmptyState>
    ) : (
      <EmptyState
        icon="play"
        title={say("models.noneTitle")}
        actions={
          <Link className="button button-primary" to="/settings" search={{ tab: "models" }}>
            {say("models.connect")}
          </Link>
        }
      >
        {say("editor.checksConversionScansAnd")}
      </EmptyState>
    );
  const isRunning = course.state === "running";
  const shown = course.requestId === "" ? (former ?? course) : course;
  const [tone, title] = isRunning ? (["info", "common.running"] as const) : STATES[course.state];
  return (
    <section aria-label={say("common.result")} aria-busy={isRunning} className="stack">
      <div className="row row-between">
        <span className={`badge badge-${tone}`} role="status">
          {say(title)}
        </span>
        {isRunning ? (
          <Button size="small" icon="close" onClick={stop}>
            {say("chat.stop")}
          </Button>
        ) : null}
      </div>
      {shown !== course && course.state === "error" ? (
        <Notice tone="bad">
          It was not run again: <Message text={course.error} />
        </Notice>
      ) : null}
      <div className="dock-course">
        <Timeline steps={shown.steps} />
        <Answer course={shown} />
      </div>
      {isRunning ? null : <Figures requestId={shown.requestId} />}
    </section>
  );
}
