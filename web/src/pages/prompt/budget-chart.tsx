import type { BudgetPoint } from "../../engine/list.ts";

export interface BudgetChartProps {
  readonly points: readonly BudgetPoint[];
  readonly budget: number;
}

const WIDTH = 720;
const HEIGHT = 180;
const BANDS = [
  ["whole", "full"],
  ["shortened", "truncated"],
  ["cut", "dropped"],
] as const;

/** From left to right more room; from bottom to top what becomes of the skills. */
export function BudgetChart({ points, budget }: BudgetChartProps) {
  const most = points.at(-1)?.budget ?? 1;
  const total = Math.max(1, ...points.map(({ whole, shortened, cut }) => whole + shortened + cut));
  const x = (value: number): number => (Math.min(value, most) / Math.max(1, most)) * WIDTH;
  const y = (value: number): number => HEIGHT - (value / total) * HEIGHT;
  /** What holds under a budget holds until the next one that was tried, so the edge goes in steps. */
  const edge = (
    all: readonly BudgetPoint[],
    height: (point: BudgetPoint) => number,
  ): readonly string[] =>
    all.flatMap((point, index) => [
      `${x(point.budget)},${y(height(point))}`,
      `${x(all[index + 1]?.budget ?? point.budget)},${y(height(point))}`,
    ]);
  const area = (from: (point: BudgetPoint) => number, to: (point: BudgetPoint) => number): string =>
    [...edge(points, to), ...edge(points, from).toReversed()].join(" ");
  return (
    <figure className="prompt-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={sayChart(points)}
      >
        <polygon
          className="prompt-whole"
          points={area(
            () => 0,
            ({ whole }) => whole,
          )}
        />
        <polygon
          className="prompt-shortened"
          points={area(
            ({ whole }) => whole,
            ({ whole, shortened }) => whole + shortened,
          )}
        />
        <polygon
          className="prompt-cut"
          points={area(
            ({ whole, shortened }) => whole + shortened,
            ({ whole, shortened, cut }) => whole + shortened + cut,
          )}
        />
        <line className="prompt-budget" x1={x(budget)} x2={x(budget)} y1={0} y2={HEIGHT} />
      </svg>
      <figcaption className="row row-wrap small">
        <span className="muted">0</span>
        {BANDS.map(([band, words]) => (
          <span key={band} className="row">
            <span className={`prompt-key prompt-${band}`} aria-hidden="true" /> {words}
          </span>
        ))}
        <span className="grow" />
        <span className="muted">{most.toLocaleString("en")} characters</span>
      </figcaption>
    </figure>
  );
}

function sayChart(points: readonly BudgetPoint[]): string {
  const first = points.find(({ cut, shortened }) => cut === 0 && shortened === 0);
  const last = points.at(-1);
  if (last === undefined) return "There is nothing to show.";
  return first === undefined
    ? "Under every budget that was tried, something is cut."
    : `From about ${first.budget.toLocaleString("en")} characters on, nothing is cut.`;
}
