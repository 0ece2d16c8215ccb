/** Numbers about the server, in the text that Prometheus reads, and for whoever collects by OpenTelemetry. */
import { type Instrument, NO_TELEMETRY, type Telemetry } from "../../platform/telemetry/index.ts";
import type { RunRecord } from "../../hub/runs/index.ts";

type Labels = { readonly [name: string]: string };

export interface Metrics {
  /** An answer was given; `seconds` is undefined for streams, whose length says nothing. */
  readonly answered: (route: string, method: string, status: number, seconds?: number) => void;
  readonly streamBegan: () => void;
  readonly streamEnded: () => void;
  readonly activeStreams: () => number;
  readonly ran: (run: RunFigures) => void;
  /** Everything as text. */
  readonly render: () => string;
}

export interface RunFigures {
  readonly kind: string;
  readonly status: string;
  readonly model?: string;
  readonly inputTokens?: number;
  readonly cachedTokens?: number;
  readonly outputTokens?: number;
  readonly cost?: number;
  readonly firstTokenSeconds?: number;
}

/** What a record of a run adds to the figures. */
export function figuresOf({ firstTokenMs, ...run }: RunRecord): RunFigures {
  return {
    ...run,
    ...(firstTokenMs === undefined ? {} : { firstTokenSeconds: firstTokenMs / 1000 }),
  };
}

const BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Models are named by callers, and a table of names that grows without end would fill the memory. */
const MOST_SERIES = 1000;

interface Family {
  readonly name: string;
  readonly help: string;
  readonly kind: "counter" | "gauge" | "histogram";
  readonly lines: () => readonly string[];
}

export function createMetrics(version: string, telemetry: Telemetry = NO_TELEMETRY): Metrics {
  const requests = counter(
    telemetry,
    "skillwright_requests_total",
    "Answers given, by route and status.",
  );
  const durations = histogram(
    telemetry,
    "skillwright_request_duration_seconds",
    "Time until an answer.",
  );
  const runs = counter(
    telemetry,
    "skillwright_runs_total",
    "Runs that ended, by kind and outcome.",
  );
  const tokens = counter(
    telemetry,
    "skillwright_tokens_total",
    "Tokens that language models counted.",
  );
  const cost = counter(
    telemetry,
    "skillwright_cost_total",
    "Cost of runs, in the currency of the prices.",
  );
  const firstToken = histogram(
    telemetry,
    "skillwright_first_token_seconds",
    "Time to the first token.",
  );
  let streams = 0;
  const open = "Streams that are open now.";
  telemetry.gauge("skillwright.active.streams", { description: open }, () => streams);
  const families: readonly Family[] = [
    gauge("skillwright_info", "The version that runs.", () => [line({ version }, 1)]),
    requests.family,
    durations.family,
    gauge("skillwright_active_streams", open, () => [line({}, streams)]),
    runs.family,
    tokens.family,
    cost.family,
    firstToken.family,
  ];
  return {
    answered: (route, method, status, seconds) => {
      requests.add({ route, method, status: String(status) }, 1);
      if (seconds !== undefined) durations.observe({ route }, seconds);
    },
    streamBegan: () => {
      streams += 1;
    },
    streamEnded: () => {
      streams -= 1;
    },
    activeStreams: () => streams,
    ran: ({ kind, status, model = "none", ...figures }) => {
      runs.add({ kind, status }, 1);
      tokens.add({ model, direction: "input" }, figures.inputTokens ?? 0);
      if (figures.cachedTokens !== undefined)
        tokens.add({ model, direction: "cached_input" }, figures.cachedTokens);
      tokens.add({ model, direction: "output" }, figures.outputTokens ?? 0);
      cost.add({ model }, figures.cost ?? 0);
      if (figures.firstTokenSeconds !== undefined)
        firstToken.observe({ kind }, figures.firstTokenSeconds);
    },
    render: () => families.map(renderFamily).join(""),
  };
}

function renderFamily({ name, help, kind, lines }: Family): string {
  const values = lines()
    .map((text) => `${name}${text}\n`)
    .join("");
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${values}`;
}

function gauge(name: string, help: string, lines: Family["lines"]): Family {
  return { name, help, kind: "gauge", lines };
}

/** Collectors spell the same names with dots, and make these of them for Prometheus. */
function instrument(telemetry: Telemetry, name: string, description: string): Instrument {
  const [, word = name, ending = ""] = /^(.*)_(total|seconds)$/u.exec(name) ?? [];
  const dotted = word.replaceAll("_", ".");
  return ending === "seconds"
    ? telemetry.histogram(dotted, { description, unit: "s" })
    : telemetry.counter(dotted, { description });
}

function counter(
  telemetry: Telemetry,
  name: string,
  help: string,
): { readonly family: Family; readonly add: (labels: Labels, amount: number) => void } {
  const values = new Map<string, number>();
  const sent = instrument(telemetry, name, help);
  return {
    family: {
      name,
      help,
      kind: "counter",
      lines: () => [...values].map(([labels, value]) => `${labels} ${value}`),
    },
    add: (labels, amount) => {
      sent.note(amount, labels);
      const key = renderLabels(labels);
      if (values.has(key) || values.size < MOST_SERIES)
        values.set(key, (values.get(key) ?? 0) + amount);
    },
  };
}

function histogram(
  telemetry: Telemetry,
  name: string,
  help: string,
): { readonly family: Family; readonly observe: (labels: Labels, value: number) => void } {
  const series = new Map<string, { labels: Labels; counts: number[]; sum: number; all: number }>();
  const sent = instrument(telemetry, name, help);
  return {
    family: {
      name,
      help,
      kind: "histogram",
      lines: () =>
        [...series.values()].flatMap(({ labels, counts, sum, all }) => [
          ...BUCKETS.map(
            (le, at) => `_bucket${line({ ...labels, le: String(le) }, counts[at] ?? 0)}`,
          ),
          `_bucket${line({ ...labels, le: "+Inf" }, all)}`,
          `_sum${line(labels, sum)}`,
          `_count${line(labels, all)}`,
        ]),
    },
    observe: (labels, value) => {
      sent.note(value, labels);
      const key = renderLabels(labels);
      const known = series.get(key) ?? { labels, counts: BUCKETS.map(() => 0), sum: 0, all: 0 };
      series.set(key, known);
      for (const [at, most] of BUCKETS.entries())
        if (value <= most) known.counts[at] = (known.counts[at] ?? 0) + 1;
      known.sum += value;
      known.all += 1;
    },
  };
}

function line(labels: Labels, value: number): string {
  return `${renderLabels(labels)} ${value}`;
}

function renderLabels(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

function escape(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
