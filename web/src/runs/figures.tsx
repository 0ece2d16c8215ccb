import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Client } from "../../../src/client/index.ts";
import { useModels } from "../data/models.ts";
import { useClient } from "../data/workbench.ts";
import "./runs.css";
import type { Say } from "../texts/texts.ts";
import { useTexts } from "../texts/use-texts.tsx";

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
  const say = useTexts();
  const format = useCost();
  return (
    <dl className="figures" aria-label={say("runs.whatItCost")}>
      {figuresOf(say, run, format).map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function figuresOf(
  say: Say,
  run: RunRow,
  format: FormatCost,
): readonly (readonly [title: string, value: string])[] {
  return [
    [say("models.model"), run.model ?? "none"],
    [say("common.tokensIn"), sayCount(run.input_tokens)],
    [say("common.tokensOut"), sayCount(run.output_tokens)],
    [say("run.cost"), format(run.cost)],
    [say("common.timeToFirstToken"), sayDuration(run.first_token_ms)],
    [say("common.total"), sayDuration(run.duration_ms)],
  ];
}

export function sayCount(count: number | null): string {
  return count === null ? "–" : count.toLocaleString("en");
}

export type FormatCost = (cost: number | null) => string;

/** Small runs cost little parts of a currency; a figure without one stands where it is not known yet. */
export function formatCost(cost: number | null, currency: string | undefined): string {
  if (cost === null) return "–";
  return new Intl.NumberFormat("en", {
    ...(currency === undefined ? { minimumFractionDigits: 2 } : { style: "currency", currency }),
    ...(cost > 0 && cost < 0.01 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }),
  }).format(cost);
}

/** Writes costs in the currency of the server's settings. */
export function useCost(): FormatCost {
  const currency = useModels()?.currency;
  return (cost) => formatCost(cost, currency);
}

export function sayDuration(milliseconds: number | null): string {
  // A run that a server left behind has none.
  if (milliseconds === null || milliseconds === 0) return "–";
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
