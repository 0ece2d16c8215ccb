import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { useUser } from "../../data/workbench.ts";
import { type RunRow, sayCount, sayDuration, useCost } from "../../runs/figures.tsx";
import { type HistoryFilter, useHistory } from "./data.ts";
import { HistoryFilters } from "./history-filters.tsx";
import { KINDS, STATES } from "./words.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** Runs that are over, with what they cost; of one skill where it is named. */
export function RunHistory({ skill = "" }: { readonly skill?: string }) {
  const say = useTexts();
  const [filter, setFilter] = useState<HistoryFilter>({
    skill,
    words: "",
    status: "",
    kind: "",
    ofAll: false,
  });
  const history = useHistory(filter);
  const { rows, isPending, isOld, error, retry, more, isMoreComing } = history;
  const isFiltered = filter.words !== "" || filter.status !== "" || filter.kind !== "";
  return (
    <section className="stack" aria-label={say("run.history")}>
      <div className="row row-wrap row-between">
        <h2>{say("run.history")}</h2>
        <HistoryFilters
          filter={filter}
          onChange={setFilter}
          isHidden={rows.length === 0 && !isFiltered && !filter.ofAll && !isPending}
        />
      </div>
      {isPending ? <Loading what={say("common.loadingRuns")} /> : null}
      {error === null ? null : <Failure error={error} retry={retry} />}
      {isPending || error !== null ? null : rows.length === 0 ? (
        <p className="card muted small" role="status">
          {isFiltered ? say("run.noMatchingRuns") : say("run.noRunsYet")}
        </p>
      ) : (
        <Rows runs={rows} isOld={isOld} />
      )}
      {more === undefined ? null : (
        <div>
          <Button onClick={more} disabled={isMoreComing}>
            {isMoreComing ? say("common.loading") : say("run.loadOlderRuns")}
          </Button>
        </div>
      )}
    </section>
  );
}

interface RowsProps {
  readonly runs: readonly RunRow[];
  readonly isOld: boolean;
}

function Rows({ runs, isOld }: RowsProps) {
  const say = useTexts();
  return (
    <div className="card card-flush" aria-busy={isOld}>
      <table className="table run-table">
        <thead>
          <tr>
            <th scope="col">{say("skills.skill")}</th>
            <th scope="col">{say("common.result")}</th>
            <th scope="col">{say("audit.when")}</th>
            <th scope="col" className="run-wide">
              {say("models.model")}
            </th>
            <th scope="col" className="run-number" title={say("run.inOut")}>
              {say("skills.tokens")}
            </th>
            <th scope="col" className="run-number run-wide">
              {say("run.cost")}
            </th>
            <th scope="col" className="run-number run-wide">
              {say("run.time")}
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <HistoryRow key={run.id} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HistoryRow({ run }: { readonly run: RunRow }) {
  const say = useTexts();
  const [tone, title] = STATES[run.status];
  const began = new Date(run.started_at);
  const formatCost = useCost();
  return (
    <tr>
      <td className="run-subject">
        <Subject run={run} />
      </td>
      <td>
        <span className={`badge badge-${tone}`} title={run.message}>
          {say(title)}
        </span>
        {run.status === "error" ? <div className="run-message">{run.message}</div> : null}
      </td>
      <td>
        <time dateTime={run.started_at} title={began.toLocaleString("en")}>
          {sayMoment(began)}
        </time>
      </td>
      <td className="run-wide">{run.model ?? "–"}</td>
      <td className="run-number">
        {sayCount(run.input_tokens)} / {sayCount(run.output_tokens)}
      </td>
      <td className="run-number run-wide">{formatCost(run.cost)}</td>
      <td className="run-number run-wide">{sayDuration(run.duration_ms)}</td>
    </tr>
  );
}

/** Leads to the run, or to where it was run. */
function Subject({ run }: { readonly run: RunRow }) {
  const say = useTexts();
  const { kind, skill, session_id: session } = run;
  const { id } = useUser();
  if (skill !== null && kind === "skill" && run.user_id === id)
    return (
      <Link to="/playground/runs/$id" params={{ id: run.id }} title={say("common.openTheRun")}>
        {skill}
      </Link>
    );
  return (
    <>
      {skill === null ? (
        <Place kind={kind} session={session} />
      ) : (
        <Link to="/skills/$name/run" params={{ name: skill }}>
          {skill}
        </Link>
      )}
      {skill !== null && kind === "chat" && session !== null ? (
        <>
          {" "}
          <Link className="muted small" to="/playground/chat" search={{ session }}>
            {say("run.inChat")}
          </Link>
        </>
      ) : null}
    </>
  );
}

function Place({
  kind,
  session,
}: {
  readonly kind: RunRow["kind"];
  readonly session: string | null;
}) {
  const say = useTexts();
  if (kind !== "chat" || session === null) return say(KINDS[kind]);
  return (
    <Link to="/playground/chat" search={{ session }}>
      {say(KINDS.chat)}
    </Link>
  );
}

function sayMoment(moment: Date): string {
  const isToday = moment.toDateString() === new Date().toDateString();
  return moment.toLocaleString("en", {
    ...(isToday ? {} : { month: "short", day: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}
