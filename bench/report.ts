import type { Outcome, Target } from "./measure.ts";
import { median } from "./reported.ts";

/** One line of the result. Figures are absent where the task failed. */
export interface Row {
  readonly task: string;
  readonly title: string;
  readonly medianSeconds?: number;
  readonly minimumSeconds?: number;
  readonly cpuSeconds?: number;
  readonly megabytes?: number;
  /** Median divided by the median of the base task in the same pass. */
  readonly ratio?: number;
  /** The same of the fastest rounds: what a busy machine disturbs least. */
  readonly minimumRatio?: number;
  readonly base: string;
  readonly target?: Target;
  readonly verdict: "ok" | "over" | "failed" | "-";
  readonly reason?: string;
}

export interface Pass {
  readonly title: string;
  readonly rows: readonly Row[];
}

export function summarise(title: string, outcomes: readonly Outcome[]): Pass {
  return { title, rows: outcomes.map((outcome) => toRow(outcome, outcomes)) };
}

/** Whether a task with a target missed it or could not be measured. */
export function isMissed(row: Row): boolean {
  return row.target !== undefined && row.verdict !== "ok";
}

export function renderPass(pass: Pass): string {
  const head = ["task", "median s", "min s", "CPU s", "RSS MB", "ratio", "of min", "target", ""];
  const body = pass.rows.map((row) => [
    row.title,
    figure(row.medianSeconds, digitsOf(row) + 1),
    figure(row.minimumSeconds, digitsOf(row) + 1),
    figure(row.cpuSeconds, 2),
    figure(row.megabytes, 0),
    figure(row.ratio, digitsOf(row)),
    figure(row.minimumRatio, digitsOf(row)),
    renderTarget(row.target),
    row.verdict === "failed" ? `failed: ${row.reason ?? ""}` : row.verdict,
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...body].map((cells) => cells[column]?.length ?? 0)),
  );
  const lines = [head, ...body].map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 || column >= 7
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  const note = isUnsteady(pass)
    ? "\nThe machine was busy: measure again before you trust these.\n"
    : "";
  return `${pass.title}\n\n${lines.join("\n")}\n${note}`;
}

/** The base task does the same each time, so what it varies by is the machine. */
function isUnsteady(pass: Pass): boolean {
  return pass.rows.some(
    ({ task, base, medianSeconds = 0, minimumSeconds = 0 }) =>
      task === base && medianSeconds > minimumSeconds * 1.3,
  );
}

function toRow(outcome: Outcome, all: readonly Outcome[]): Row {
  const { task } = outcome;
  const common = {
    task: task.id,
    title: task.title,
    base: task.base,
    ...(task.target && { target: task.target }),
  };
  if (outcome.kind === "failed") return { ...common, verdict: "failed", reason: outcome.reason };
  const base = all.find((other) => other.task.id === task.base);
  const baseSeconds = base?.kind === "measured" ? base.seconds : [Number.NaN];
  const { seconds, usages } = outcome;
  const ratio = median(seconds) / median(baseSeconds);
  const megabytes = Math.max(...usages.map((usage) => usage.megabytes));
  return {
    ...common,
    medianSeconds: median(seconds),
    minimumSeconds: Math.min(...seconds),
    cpuSeconds: median(usages.map((usage) => usage.cpuSeconds)),
    megabytes,
    ratio,
    minimumRatio: Math.min(...seconds) / Math.min(...baseSeconds),
    verdict: judge(task.target, ratio, megabytes),
  };
}

function judge(target: Target | undefined, ratio: number, megabytes: number): Row["verdict"] {
  if (target === undefined) return "-";
  return ratio <= target.ratio && megabytes <= (target.megabytes ?? Number.POSITIVE_INFINITY)
    ? "ok"
    : "over";
}

/** A target of hundredths needs thousandths to be told apart. */
function digitsOf({ target }: Row): number {
  return target !== undefined && target.ratio < 0.1 ? 4 : 2;
}

function figure(value: number | undefined, digits: number): string {
  return value === undefined ? "" : value.toFixed(digits);
}

function renderTarget(target: Target | undefined): string {
  if (target === undefined) return "";
  return `≤ ${target.ratio} ×${target.megabytes === undefined ? "" : `, ${target.megabytes} MB`}`;
}
