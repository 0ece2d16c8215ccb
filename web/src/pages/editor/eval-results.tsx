import { Status, type StatusShape } from "../../components/status.tsx";
import type { Benchmark, EvalRun } from "../../engine/evals.ts";
import type { TextKey } from "../../texts/en.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface EvalResultsProps {
  readonly runs: readonly EvalRun[];
  readonly benchmark: Benchmark | undefined;
}

/** Each case with the skill and without it, what did not hold, and what both say together. */
export function EvalResults({ runs, benchmark }: EvalResultsProps) {
  const say = useTexts();
  const cases = [...Map.groupBy(runs, (run) => run.case)];
  return (
    <section className="stack" aria-label={say("editor.resultsOfTheEvals")}>
      {benchmark === undefined ? null : <Verdict benchmark={benchmark} />}
      <table className="table dock-table">
        <thead>
          <tr>
            <th scope="col">{say("editor.case")}</th>
            <th scope="col">{say("editor.withTheSkill")}</th>
            <th scope="col">{say("editor.withoutIt")}</th>
            <th scope="col">{say("editor.doesNotHold")}</th>
          </tr>
        </thead>
        <tbody>
          {cases.map(([id, own]) => (
            <tr key={id}>
              <td className="mono">{id}</td>
              {(["with_skill", "without_skill"] as const).map((configuration) => (
                <td key={configuration}>
                  <Grade run={own.find((run) => run.configuration === configuration)} />
                </td>
              ))}
              <td className="muted">
                {own
                  .find((run) => run.configuration === "with_skill")
                  ?.statements.filter(({ passed }) => passed === false)
                  .map(({ text }) => text)
                  .join("; ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const VERDICTS: {
  readonly [Kind in NonNullable<Benchmark["verdict"]>["verdict"]]: readonly [
    shape: StatusShape,
    words: TextKey,
  ];
} = {
  helps: ["works", "evals.helps"],
  hurts: ["rejected", "evals.hurts"],
  "no clear effect": ["partial", "evals.noEffect"],
  "too few runs": ["waiting", "evals.tooFew"],
};

function Verdict({ benchmark: { lift, verdict } }: { readonly benchmark: Benchmark }) {
  const say = useTexts();
  if (lift === undefined || verdict === undefined) return null;
  const [shape, words] = VERDICTS[verdict.verdict];
  return (
    <p className="row" role="status">
      <Status shape={shape} />
      <strong>{say(words)}</strong>
      <span className="muted">
        {say("evals.points", {
          value: points(lift.value),
          low: points(lift.low),
          high: points(lift.high),
          cases: say("editor.cases", { count: lift.cases }),
        })}
        {verdict.needed === undefined ? "" : ` ${say("evals.needed", { count: verdict.needed })}`}
      </span>
    </p>
  );
}

function points(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded > 0 ? `+${rounded}` : String(rounded);
}

function Grade({ run }: { readonly run: EvalRun | undefined }) {
  const say = useTexts();
  if (run === undefined) return <Status shape="waiting" label={say("editor.notRun")} />;
  const decided = run.statements.filter(({ passed }) => passed !== null);
  const held = decided.filter(({ passed }) => passed === true).length;
  return (
    <details>
      <summary className="row">
        <Status shape={held === decided.length ? "tick" : held === 0 ? "rejected" : "partial"} />
        {held} of {decided.length}
      </summary>
      <p className="eval-output">{run.output}</p>
    </details>
  );
}
