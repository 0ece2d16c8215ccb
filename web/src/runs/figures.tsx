import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Client } from "../../../src/client/index.ts";
import { useClient } from "../data/workbench.ts";
import "./runs.css";

export type RunRow = Awaited<ReturnType<Client["listRuns"]>>["runs"][number];

/** So often it is asked for a record that is written a moment after the end. */
const AGAIN_MS = 400;
const MOST_TRIES = 10;

/** What a run has cost: known when it is over. */
export function Figures({ requestId }: { readonly requestId: string }) {
  const client = useClient();
  const queries = useQueryClient();
  const { data: run } = useQuery({
    queryKey: ["run", requestId],
    queryFn: async ({ signal }) => {
      const { runs } = await client.listRuns({ query: { request_id: requestId }, signal });
      const [own] = runs;
      // A history that was asked for too early learns of it as well.
      if (own !== undefined) void queries.invalidateQueries({ queryKey: ["runs"] });
      return own ?? null;
    },
    enabled: requestId !== "",
    refetchInterval: ({ state }) =>
      state.data === null && state.dataUpdateCount < MOST_TRIES ? AGAIN_MS : false,
  });
  return run === undefined || run === null ? null : <RunFigures run={run} />;
}

export function RunFigures({ run }: { readonly run: RunRow }) {
  return (
    <dl className="figures" aria-label="What it cost">
      {figuresOf(run).map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function figuresOf(run: RunRow): readonly (readonly [title: string, value: string])[] {
  return [
    ["Model", run.model ?? "none"],
    ["Tokens in", sayCount(run.input_tokens)],
    ["Tokens out", sayCount(run.output_tokens)],
    ["Cost", sayCost(run.cost)],
    ["Time to first token", sayDuration(run.first_token_ms)],
    ["Total", sayDuration(run.duration_ms)],
  ];
}

export function sayCount(count: number | null): string {
  return count === null ? "–" : count.toLocaleString("en");
}

/** In the currency of the server's settings; small runs cost little parts of it. */
export function sayCost(cost: number | null): string {
  if (cost === null) return "–";
  return cost > 0 && cost < 0.01 ? cost.toPrecision(2) : cost.toFixed(2);
}

export function sayDuration(milliseconds: number | null): string {
  // A run that a server left behind has none.
  if (milliseconds === null || milliseconds === 0) return "–";
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
