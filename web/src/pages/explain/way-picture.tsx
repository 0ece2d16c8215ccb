import { Message } from "../../components/diagnostic-list.tsx";
import { Icon } from "../../components/icon.tsx";
import type { FileWay } from "./data.ts";

type Step = FileWay["steps"][number];

/** Each with what is told where nothing was recorded; a stage that only records refusals is passed then. */
const STAGES: readonly (readonly [stage: string, title: string, asks: string])[] = [
  ["find", "Roots", "It was found."],
  ["read", "Reading", "It was read."],
  ["names", "Names", "No other takes its name."],
  ["switches", "Switches", "No switch speaks of it."],
  ["requirements", "Hosts", "It asks nothing of hosts."],
  ["agent", "Agent", "No list for one agent."],
  ["prompt", "Budget", "There is no list for the model."],
];

const RECORDS_REFUSALS: ReadonlySet<string> = new Set(["find", "read", "names"]);

type State = "passed" | "failed" | "free" | "unreached";

const WORDS: { readonly [Name in State]: string } = {
  passed: "passed",
  failed: "stopped here",
  free: "nothing asked",
  unreached: "not reached",
};

/** The way of one file from left to right, to where it ends. */
export function WayPicture({ way }: { readonly way: FileWay }) {
  const stops = stopsOf(way);
  return (
    <ol className="way" aria-label="The way of the skill">
      {STAGES.map(([stage, title, asks], index) => {
        const state = stops[index] ?? "free";
        const steps = way.steps.filter((step) => step.stage === stage);
        return (
          <li key={stage} className={`way-stop way-${state}`}>
            <div className="way-node">
              <span className="way-dot" aria-hidden="true">
                <Icon
                  name={state === "failed" ? "close" : state === "passed" ? "check" : "right"}
                />
              </span>
              <span className="way-line" aria-hidden="true" />
            </div>
            <h3>{title}</h3>
            <p className="way-state">{WORDS[state]}</p>
            {steps.length === 0 ? (
              <p className="way-asks">{state === "unreached" ? "" : asks}</p>
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

/** Every stage after the one that stopped it was not reached, unless it was looked at all the same. */
function stopsOf({ steps, isEligible, isOfferedToModel, reasons }: FileWay): readonly State[] {
  const known = STAGES.map(([stage]): State => {
    const own = steps.filter((step) => step.stage === stage);
    if (own.length === 0) return RECORDS_REFUSALS.has(stage) ? "passed" : "free";
    return isPassed(own) ? "passed" : "failed";
  });
  const isUntold = (index: number): boolean =>
    steps.every(({ stage }) => stage !== STAGES[index]?.[0]);
  const isOut = !isEligible || (!isOfferedToModel && reasons.length > 0);
  const end = isOut ? known.indexOf("failed") : -1;
  if (end === -1) return known;
  return known.map((state, index) => (index > end && isUntold(index) ? "unreached" : state));
}

/** Where hosts are asked one by one, it is enough that one has everything. */
function isPassed(steps: readonly Step[]): boolean {
  const byHost = Map.groupBy(steps, ({ host = "" }) => host);
  const own = byHost.get("") ?? [];
  const hosts = [...byHost].filter(([host]) => host !== "");
  return (
    own.every((step) => step.isPassed) &&
    (hosts.length === 0 || hosts.some(([, asked]) => asked.every((step) => step.isPassed)))
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
