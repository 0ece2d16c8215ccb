import { Message } from "../../components/diagnostic-list.tsx";
import { Icon } from "../../components/icon.tsx";
import type { FileWay } from "./data.ts";
import { type StageState, stagesOf, type Step } from "./stages.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import type { TextKey } from "../../texts/en.ts";

const WORDS: { readonly [Name in StageState]: TextKey } = {
  passed: "common.ok",
  failed: "common.stoppedHere",
  free: "common.notApplicable",
  unreached: "studio.notReached",
};

/** The way of one file from left to right, to where it ends. */
export function WayPicture({ way }: { readonly way: FileWay }) {
  const say = useTexts();
  return (
    <ol className="way" aria-label={say("explain.theWayOfThe")}>
      {stagesOf(way).map(({ title, state, steps, asks }) => {
        return (
          <li key={title} className={`way-stop way-${state}`}>
            <div className="way-node">
              <span className="way-dot" aria-hidden="true">
                <Icon
                  name={state === "failed" ? "close" : state === "passed" ? "check" : "right"}
                />
              </span>
              <span className="way-line" aria-hidden="true" />
            </div>
            <h3>{say(title)}</h3>
            <p className="way-state">{say(WORDS[state])}</p>
            {steps.length === 0 ? (
              <p className="way-asks">{state === "unreached" ? "" : say(asks)}</p>
            ) : (
              <ul className="way-steps">
                {steps.map((step, at) => (
                  <StepLine key={`${step.check}-${at}`} step={step} />
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function StepLine({ step }: { readonly step: Step }) {
  const { check, host, wanted, found, isPassed: isFine } = step;
  return (
    <li className={isFine ? "way-step" : "way-step way-step-failed"}>
      <span className="way-check">
        {check}
        {host === undefined ? "" : ` on ${host}`}
      </span>
      {wanted.length === 0 ? null : <code>{wanted.join(", ")}</code>}
      <span className="muted">
        <Message text={found} />
      </span>
    </li>
  );
}
