import { Link } from "@tanstack/react-router";
import { useParam } from "../../app/address.ts";
import { PageHead } from "../../components/page-head.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { RunFigures } from "../../runs/figures.tsx";
import { toCourse, useWholeRun, type WholeRun } from "../run/data.ts";
import { ResultCard } from "../run/result.tsx";
import "../run/run.css";
import { useTexts } from "../../texts/use-texts.tsx";

/** A run that is over: what went into it, what came of it, and what it cost. */
export function Page() {
  const say = useTexts();
  const run = useWholeRun(useParam("id"));
  if (run.data !== undefined) return <PastRun run={run.data} />;
  return (
    <>
      <PageHead title={say("common.run")} />
      {run.isError ? (
        <Failure error={run.error} retry={() => void run.refetch()} />
      ) : (
        <Loading what={say("common.openingTheRun")} />
      )}
    </>
  );
}

function PastRun({ run }: { readonly run: WholeRun }) {
  const say = useTexts();
  const { skill, inputs, answer } = run;
  const began = new Date(run.started_at).toLocaleString("en", {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  });
  return (
    <>
      <PageHead title={skill ?? say("common.run")} lead={say("run.runOf", { began })}>
        {skill === null ? null : (
          <Link
            className="button button-primary"
            to="/skills/$name/run"
            params={{ name: skill }}
            search={inputs === null ? {} : { again: run.id }}
          >
            {inputs === null ? say("run.runAgain") : say("run.runAgainWithThese")}
          </Link>
        )}
        <Link className="button" to="/playground/runs">
          {say("run.allRuns")}
        </Link>
      </PageHead>
      {run.kind === "chat" && run.session_id !== null ? (
        <Notice>
          It belongs to a chat.{" "}
          <Link to="/playground/chat" search={{ session: run.session_id }}>
            {say("run.openTheChat")}
          </Link>
        </Notice>
      ) : inputs === null && answer === null ? (
        <Notice>{say("run.ofThisRunOnly")}</Notice>
      ) : null}
      <div className="run-columns">
        <section className="card stack" aria-label={say("common.inputs")}>
          <h2>{say("common.inputs")}</h2>
          <Inputs inputs={inputs} />
        </section>
        <ResultCard course={toCourse(run)}>
          <RunFigures run={run} />
        </ResultCard>
      </div>
    </>
  );
}

function Inputs({ inputs }: Pick<WholeRun, "inputs">) {
  const say = useTexts();
  const given = Object.entries(inputs ?? {});
  if (given.length === 0)
    return (
      <p className="muted small">
        {inputs === null ? say("run.theyAreNotKept") : say("run.nothingWasGiven")}
      </p>
    );
  return (
    <dl className="stack">
      {given.map(([name, value]) => (
        <div key={name} className="stack-tight">
          <dt className="small muted mono">{name}</dt>
          <dd>
            <pre className="run-message-text">{value}</pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}
