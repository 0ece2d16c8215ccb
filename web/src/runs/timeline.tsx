import { Message } from "../components/diagnostic-list.tsx";
import { Status } from "../components/status.tsx";
import type { Step } from "./course.ts";
import "./runs.css";
import { useTexts } from "../texts/use-texts.tsx";

const STATES = { busy: "going on", done: "done", failed: "failed", stopped: "stopped" } as const;
const SHAPES = {
  busy: "running",
  done: "works",
  failed: "rejected",
  stopped: "skipped",
} as const;

/** What was done on the way to an answer, one quiet line each. */
export function Timeline({ steps }: { readonly steps: readonly Step[] }) {
  const say = useTexts();
  return (
    <ol className="timeline" aria-label={say("common.steps")}>
      {steps.map((step, index) => (
        <li key={index} className="timeline-step">
          <span className="timeline-mark">
            <Status shape={SHAPES[step.state]} />
          </span>
          <div className="stack-tight grow">
            <p>
              <span className="timeline-title">{step.title}</span>
              <span className="visually-hidden">, {STATES[step.state]}</span>
              {step.note === "" ? null : <span className="timeline-note"> · {step.note}</span>}
            </p>
            {step.warnings.map((warning) => (
              <p key={warning} className="timeline-warning">
                <Message text={warning} />
              </p>
            ))}
            {step.details.length === 0 ? null : (
              <details>
                <summary>
                  {step.type === "tool" ? say("runs.whatItWasSent") : say("common.more")}
                </summary>
                {step.details.map(({ title, text }) => (
                  <div key={title} className="timeline-detail">
                    <span className="muted">{title}</span>
                    <pre>{text}</pre>
                  </div>
                ))}
              </details>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
