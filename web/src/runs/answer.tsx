import { useDeferredValue } from "react";
import { Message } from "../components/diagnostic-list.tsx";
import { Markdown } from "../components/markdown.tsx";
import { Notice } from "../components/states.tsx";
import { Citations } from "./citations.tsx";
import type { Course } from "./course.ts";
import { ModelReason } from "./model-reason.tsx";
import "./runs.css";
import { useTexts } from "../texts/use-texts.tsx";

export interface AnswerProps {
  readonly course: Course;
  /** Whether the sources stand below the words, and not beside them. */
  readonly hasSources?: boolean;
}

/** The words of a model as they come, with where they are from and what went wrong. */
export function Answer({ course, hasSources = true }: AnswerProps) {
  const say = useTexts();
  const { state, error, passages, knowledgeBase } = course;
  // Words come faster than a long text can be drawn anew; the newest are drawn as soon as there is time.
  const text = useDeferredValue(course.text);
  return (
    <div className="stack">
      {text === "" ? null : (
        <div className={state === "running" ? "answer answer-running" : "answer"}>
          <Markdown text={text} />
        </div>
      )}
      {text === "" && state === "running" ? (
        <p className="answer-waiting">
          <span className="spinner" aria-hidden="true" />{" "}
          {course.steps.at(-1)?.title ?? say("runs.sendIt")}…
        </p>
      ) : null}
      {state === "error" ? (
        <Notice tone="bad">
          <p>
            <Message text={error} />
          </p>
          {course.reason === "" ? null : (
            <p>
              <ModelReason reason={course.reason} />
            </p>
          )}
          {text === "" ? null : <p className="muted">{say("runs.whatCameBeforeThat")}</p>}
        </Notice>
      ) : null}
      {state === "cancelled" ? <Notice>{say("runs.youStoppedItBefore")}</Notice> : null}
      {passages.length === 0 || !hasSources ? null : (
        <Citations passages={passages} knowledgeBase={knowledgeBase} />
      )}
    </div>
  );
}
