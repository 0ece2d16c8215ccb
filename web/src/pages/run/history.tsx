import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { useUser } from "../../data/workbench.ts";
import { type RunRow, sayCost, sayCount, sayDuration } from "../../runs/figures.tsx";
import { useHistory } from "./data.ts";

const STATES = {
  success: ["good", "Done"],
  error: ["bad", "Failed"],
  cancelled: ["warn", "Stopped"],
} as const;
const KINDS = { skill: "Run", chat: "Chat", workflow: "Workflow" } as const;

interface Filter {
  readonly words: string;
  readonly state: string;
  readonly kind: string;
}

/** Runs that are over, with what they cost; of one skill where it is named. */
export function RunHistory({ skill = "" }: { readonly skill?: string }) {
  const { role } = useUser();
  const [ofAll, setOfAll] = useState(false);
  const [filter, setFilter] = useState<Filter>({ words: "", state: "", kind: "" });
  const { rows, isPending, error, retry, more } = useHistory(skill, ofAll);
  const found = rows.filter((run) => fits(run, filter));
  return (
    <section className="stack" aria-label="History">
      <div className="row row-wrap row-between">
        <h2>History</h2>
        <div
          className="row row-wrap run-filters"
          hidden={rows.length === 0 && !ofAll && role !== "admin"}
        >
          {skill === "" ? (
            <input
              className="input run-filter"
              type="search"
              aria-label="Filter by skill or message"
              placeholder="Skill or message"
              value={filter.words}
              onChange={(event) => setFilter({ ...filter, words: event.target.value })}
            />
          ) : null}
          <Choice
            label="How it ended"
            all="Every end"
            options={Object.entries(STATES).map(([id, [, title]]) => [id, title])}
            value={filter.state}
            onChange={(state) => setFilter({ ...filter, state })}
          />
          <Choice
            label="Where it was run"
            all="Everywhere"
            options={Object.entries(KINDS)}
            value={filter.kind}
            onChange={(kind) => setFilter({ ...filter, kind })}
          />
          {role === "admin" ? (
            <label className="row small">
              <input
                type="checkbox"
                checked={ofAll}
                onChange={(event) => setOfAll(event.target.checked)}
              />
              Of everybody
            </label>
          ) : null}
        </div>
      </div>
      {isPending ? <Loading what="Loading runs" /> : null}
      {error === null ? null : <Failure error={error} retry={retry} />}
      {isPending || error !== null ? null : found.length === 0 ? (
        <p className="card muted small">
          {rows.length === 0 ? "Nothing was run yet." : "No run is like that."}
        </p>
      ) : (
        <Rows runs={found} />
      )}
      {more === undefined ? null : (
        <div>
          <Button onClick={more}>Show older runs</Button>
        </div>
      )}
    </section>
  );
}

function fits(run: RunRow, { words, state, kind }: Filter): boolean {
  const text = `${run.skill ?? ""}\n${run.message}\n${run.model ?? ""}`.toLowerCase();
  return (
    (state === "" || run.status === state) &&
    (kind === "" || run.kind === kind) &&
    text.includes(words.toLowerCase())
  );
}

function Rows({ runs }: { readonly runs: readonly RunRow[] }) {
  return (
    <div className="card card-flush">
      <table className="table run-table">
        <thead>
          <tr>
            <th scope="col">Skill</th>
            <th scope="col">End</th>
            <th scope="col">When</th>
            <th scope="col" className="run-wide">
              Model
            </th>
            <th scope="col" className="run-number">
              Tokens
            </th>
            <th scope="col" className="run-number run-wide">
              Cost
            </th>
            <th scope="col" className="run-number run-wide">
              Time
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
  const [tone, title] = STATES[run.status];
  const began = new Date(run.started_at);
  return (
    <tr>
      <td className="run-subject">
        <Subject run={run} />
      </td>
      <td>
        <span className={`badge badge-${tone}`} title={run.message}>
          {title}
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
      <td className="run-number run-wide">{sayCost(run.cost)}</td>
      <td className="run-number run-wide">{sayDuration(run.duration_ms)}</td>
    </tr>
  );
}

/** Leads to where it was run. */
function Subject({ run }: { readonly run: RunRow }) {
  const { kind, skill, session_id: session } = run;
  return (
    <>
      {skill === null ? (
        KINDS[kind]
      ) : (
        <Link to="/run/$name" params={{ name: skill }}>
          {skill}
        </Link>
      )}
      {kind === "chat" && session !== null ? (
        <>
          {" "}
          <Link className="muted small" to="/chat" search={{ session }}>
            in chat
          </Link>
        </>
      ) : null}
    </>
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

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly options: readonly (readonly [id: string, title: string])[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, all, options, value, onChange }: ChoiceProps) {
  return (
    <select
      className="input run-choice"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {options.map(([id, title]) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
