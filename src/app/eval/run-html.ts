/** A report as one page, without scripts and without anything from elsewhere. */
import type { CaseSummary, Configuration, EvalRun } from "../../check/eval/index.ts";
import { percent, points } from "./format-numbers.ts";
import { escape } from "./junit.ts";
import { writeNotes } from "./run-artifacts.ts";
import type { RunReport } from "./run-report.ts";

const STYLE = `
:root{color-scheme:light dark;--text:#1c2127;--quiet:#5b6570;--line:#d8dde3;--paper:#fff;--panel:#f5f7f9;--with:#1f7a4d;--other:#7a8794;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--text:#e8eaed;--quiet:#a3adb8;--line:#3a424b;--paper:#14181c;--panel:#1d2329;--with:#5cc493;--other:#9aa5b1;--bad:#ff8a80}}
*{box-sizing:border-box}body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:62rem;padding:2rem 1rem;color:var(--text);background:var(--paper)}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}p{margin:.25rem 0}.quiet{color:var(--quiet)}
.verdict{display:inline-block;padding:.1rem .6rem;border-radius:1rem;border:1px solid currentColor;font-weight:600}
.helps,.pass{color:var(--with)}.hurts,.fail{color:var(--bad)}.open{color:var(--quiet)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:1rem 0}
.tile{background:var(--panel);border-radius:.5rem;padding:.6rem .8rem}.tile b{display:block;font-size:1.35rem}
svg{display:block;width:100%;height:auto}svg text{font:13px system-ui,sans-serif;fill:var(--text)}svg .quiet{fill:var(--quiet)}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);padding:.3rem .6rem .3rem 0;text-align:left;vertical-align:top}
details{border-bottom:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer}pre{white-space:pre-wrap;background:var(--panel);padding:.6rem;border-radius:.4rem;overflow-wrap:anywhere}
`;

const NAMES: { readonly [C in Configuration]: string } = {
  with_skill: "with the skill",
  without_skill: "without it",
  other_version: "other version",
};

export function reportHtml(report: RunReport): string {
  const { skill, model, trials, judge, cases } = report;
  const by = judge === undefined ? "" : `, judged by ${judge.model} (prompt ${judge.prompt})`;
  const notes = writeNotes(report);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Evaluation of ${escape(skill)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escape(skill)} ${verdictMark(report)}</h1>`,
    `<p class="quiet">${escape(`${model}, ${cases.length} cases, ${trials} ${trials === 1 ? "trial" : "trials"} each${by}`)}</p>`,
    tiles(report),
    ...liftChart(report),
    `<h2>Cases</h2><p class="quiet">Share of the statements that hold: <span class="pass">●</span> with the skill, ○ ${escape(otherName(report))}. The largest difference comes first.</p>`,
    caseChart(cases),
    "<h2>Configurations</h2>",
    configurationTable(report),
    ...(notes.length === 0
      ? []
      : [
          `<h2>To look at</h2><ul>${notes.map((note) => `<li>${escape(note)}</li>`).join("")}</ul>`,
        ]),
    "<h2>Statements</h2>",
    ...[...Map.groupBy(report.runs, (run) => run.case)].map(([id, own]) =>
      caseDetails(id, own, report),
    ),
    "</body></html>",
    "",
  ].join("\n");
}

function otherName({ configurations }: RunReport): string {
  const other = configurations.find(({ configuration }) => configuration !== "with_skill");
  return other === undefined ? "" : NAMES[other.configuration];
}

function verdictMark({ verdict }: RunReport): string {
  if (verdict === undefined) return "";
  const kind = ["helps", "hurts"].includes(verdict.verdict) ? verdict.verdict : "open";
  const more = verdict.needed === undefined ? "" : `: about ${verdict.needed} cases are needed`;
  return `<span class="verdict ${kind}">${escape(verdict.verdict)}${more}</span>`;
}

function tiles({ lift, mcnemar, configurations }: RunReport): string {
  const shown = [
    ...configurations.map(
      ({ configuration, passRate }) =>
        [percent(passRate.mean), `of the statements hold ${NAMES[configuration]}`] as const,
    ),
    ...(lift === undefined
      ? []
      : [
          [points(lift.value), "points of lift"] as const,
          [`${lift.better} / ${lift.worse}`, "cases better / worse"] as const,
        ]),
    ...(mcnemar === undefined ? [] : [[mcnemar.p.toFixed(3), "McNemar p"] as const]),
  ];
  return `<div class="tiles">${shown.map(([value, name]) => `<div class="tile"><b>${value}</b>${name}</div>`).join("")}</div>`;
}

const WIDTH = 900;
const LABEL = 240;
const RIGHT = 60;

/** The lift with its interval, on a line from -100 to +100 points. */
function liftChart({ lift }: RunReport): readonly string[] {
  if (lift === undefined) return [];
  const at = (value: number): number => Math.round(30 + ((value + 1) / 2) * (WIDTH - 60));
  const ticks = [-1, -0.5, 0, 0.5, 1].map(
    (tick) =>
      `<line x1="${at(tick)}" x2="${at(tick)}" y1="8" y2="44" stroke="var(--line)" stroke-width="${tick === 0 ? 2 : 1}"/>` +
      `<text class="quiet" x="${at(tick)}" y="62" text-anchor="middle">${tick === 0 ? "0" : points(tick).replace(".0", "")}</text>`,
  );
  const color = lift.low > 0 ? "var(--with)" : lift.high < 0 ? "var(--bad)" : "var(--other)";
  const label = `Lift ${points(lift.value)} points, 95 % interval ${points(lift.low)} to ${points(lift.high)}`;
  return [
    `<h2>Lift</h2><p class="quiet">${label}, over ${lift.cases} cases.</p>`,
    `<svg role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} 70">${ticks.join("")}`,
    `<rect x="${at(lift.low)}" y="20" width="${Math.max(2, at(lift.high) - at(lift.low))}" height="12" rx="6" fill="${color}" opacity=".35"/>`,
    `<circle cx="${at(lift.value)}" cy="26" r="7" fill="${color}"/></svg>`,
  ];
}

/** A row for each case: where it stands with the skill and otherwise, joined by a line. */
function caseChart(cases: readonly CaseSummary[]): string {
  const height = 26;
  const at = (rate: number): number => Math.round(LABEL + rate * (WIDTH - LABEL - RIGHT));
  const rows = cases
    .toSorted((a, b) => Math.abs(computeDifference(b)) - Math.abs(computeDifference(a)))
    .map((item, index) => {
      const y = 14 + index * height;
      const { first, second } = item;
      const difference = computeDifference(item);
      const color = difference < 0 ? "var(--bad)" : "var(--with)";
      const mark = item.isFlaky ? " (flaky)" : "";
      return [
        `<text x="0" y="${y + 4}">${escape(shorten(item.case, 30))}${mark}</text>`,
        `<line x1="${at(0)}" x2="${at(1)}" y1="${y}" y2="${y}" stroke="var(--line)"/>`,
        ...(second === undefined
          ? []
          : [
              `<line x1="${at(second)}" x2="${at(first)}" y1="${y}" y2="${y}" stroke="${color}" stroke-width="3"/>`,
              `<circle cx="${at(second)}" cy="${y}" r="6" fill="var(--paper)" stroke="var(--other)" stroke-width="2"/>`,
            ]),
        `<circle cx="${at(first)}" cy="${y}" r="5" fill="${color}"/>`,
        `<text class="quiet" x="${WIDTH}" y="${y + 4}" text-anchor="end">${second === undefined ? percent(first) : points(difference)}</text>`,
      ].join("");
    });
  const top = cases.length * height + 10;
  const axis = [0, 0.5, 1].map(
    (rate) =>
      `<text class="quiet" x="${at(rate)}" y="${top + 14}" text-anchor="middle">${percent(rate)}</text>`,
  );
  return `<svg role="img" aria-label="Share of the statements that hold in each case" viewBox="0 0 ${WIDTH} ${top + 20}">${rows.join("")}${axis.join("")}</svg>`;
}

function computeDifference({ first, second }: CaseSummary): number {
  return second === undefined ? 0 : first - second;
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function configurationTable({ configurations }: RunReport): string {
  const rows = configurations.map(
    (one) =>
      `<tr><td>${NAMES[one.configuration]}</td><td>${one.runs}</td><td>${percent(one.passRate.mean)} ± ${percent(one.passRate.stddev)}</td><td>${percent(one.passAtK)}</td><td>${percent(one.passHatK)}</td><td>${one.seconds.mean.toFixed(1)}</td><td>${Math.round(one.tokens.mean)}</td><td>${one.cost.toFixed(4)}</td></tr>`,
  );
  return `<table><thead><tr><th></th><th>runs</th><th>statements that hold</th><th>pass@k</th><th>pass^k</th><th>seconds a run</th><th>tokens a run</th><th>cost</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function caseDetails(id: string, own: readonly EvalRun[], { cases, prompts }: RunReport): string {
  const item = cases.find((one) => one.case === id);
  return [
    `<details${item !== undefined && computeDifference(item) < 0 ? " open" : ""}><summary>${escape(id)}: ${formatRates(item)}</summary>`,
    `<p class="quiet">${escape(prompts[id] ?? "")}</p>`,
    "<table><thead><tr><th>run</th><th>result</th><th>statement</th><th>evidence</th></tr></thead><tbody>",
    ...own.flatMap(statementRows),
    "</tbody></table>",
    ...own.map(
      ({ configuration, trial, output }) =>
        `<details><summary>Answer ${NAMES[configuration]}, trial ${trial}</summary><pre>${escape(output)}</pre></details>`,
    ),
    "</details>",
  ].join("");
}

function formatRates(item: CaseSummary | undefined): string {
  if (item === undefined) return "not decided";
  if (item.second === undefined) return percent(item.first);
  return `${percent(item.first)}, otherwise ${percent(item.second)}`;
}

const RESULTS = { true: "pass", false: "fail", null: "open" } as const;

function statementRows({ configuration, trial, statements }: EvalRun): readonly string[] {
  return statements.map(({ text, passed, evidence }) => {
    const result = RESULTS[`${passed}`];
    return `<tr><td>${NAMES[configuration]}, ${trial}</td><td class="${result}">${result}</td><td>${escape(text)}</td><td>${escape(evidence)}</td></tr>`;
  });
}
