import { Message } from "../components/diagnostic-list.tsx";
import type { Step } from "./course.ts";
import "./runs.css";

const STATES = { busy: "going on", done: "done", failed: "failed", stopped: "stopped" } as const;

/** What was done on the way to an answer, one quiet line each. */
export function Timeline({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className="timeline" aria-label="Steps">
      {steps.map((step, index) => (
        <li key={index} className={`timeline-step timeline-${step.state}`}>
          <span className="timeline-dot" aria-hidden="true" />
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
                <summary>{step.type === "tool" ? "What it was sent and gave" : "More"}</summary>
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
