import { Link } from "@tanstack/react-router";
import { useParam } from "../../app/address.ts";
import { PageHead } from "../../components/page-head.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { RunFigures } from "../../runs/figures.tsx";
import { toCourse, useWholeRun, type WholeRun } from "../run/data.ts";
import { ResultCard } from "../run/result.tsx";
import "../run/run.css";

/** A run that is over: what went into it, what came of it, and what it cost. */
export function Page() {
  const run = useWholeRun(useParam("id"));
  if (run.data !== undefined) return <PastRun run={run.data} />;
  return (
    <>
      <PageHead title="Run" />
      {run.isError ? (
        <Failure error={run.error} retry={() => void run.refetch()} />
      ) : (
        <Loading what="Opening the run" />
      )}
    </>
  );
}

function PastRun({ run }: { readonly run: WholeRun }) {
  const { skill, inputs, answer } = run;
  const began = new Date(run.started_at).toLocaleString("en", {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  });
  return (
    <>
      <PageHead title={skill ?? "Run"} lead={`Run of ${began}`}>
        {skill === null ? null : (
          <Link
            className="button button-primary"
            to="/skills/$name/run"
            params={{ name: skill }}
            search={inputs === null ? {} : { again: run.id }}
          >
            {inputs === null ? "Run again" : "Run again with these inputs"}
          </Link>
        )}
        <Link className="button" to="/playground/runs">
          All runs
        </Link>
      </PageHead>
      {run.kind === "chat" && run.session_id !== null ? (
        <Notice>
          It belongs to a chat.{" "}
          <Link to="/playground/chat" search={{ session: run.session_id }}>
            Open the chat
          </Link>
        </Notice>
      ) : inputs === null && answer === null ? (
        <Notice>Of this run only its figures are kept.</Notice>
      ) : null}
      <div className="run-columns">
        <section className="card stack" aria-label="Inputs">
          <h2>Inputs</h2>
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
  const given = Object.entries(inputs ?? {});
  if (given.length === 0)
    return (
      <p className="muted small">{inputs === null ? "They are not kept." : "Nothing was given."}</p>
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
