/** Limits that a report has to keep: `recall<0.8, lift<0`. */
import { didYouMean } from "../../skill/index.ts";

export interface Limit {
  readonly metric: string;
  readonly operator: "<" | "<=" | ">" | ">=";
  readonly value: number;
}

export interface BrokenLimit {
  readonly limit: string;
  readonly metric: string;
  /** Absent: nothing was measured that the limit could look at. */
  readonly value?: number;
}

const LIMIT = /^([a-z][a-z0-9_@^-]*)\s{0,9}(<=|>=|<|>)\s{0,9}(-?\d+(?:\.\d+)?)\s{0,9}(%?)$/iu;

export type LimitProblem = { readonly message: string; readonly hint: string };

/** What the text says, or why it cannot be read; `known`: the metrics of the report. */
export function parseLimits(
  text: string,
  known: readonly string[],
): readonly Limit[] | LimitProblem {
  const limits: Limit[] = [];
  for (const part of text.split(",").filter((one) => one.trim() !== "")) {
    const match = LIMIT.exec(part.trim());
    if (match === null)
      return {
        message: `The limit \`${part.trim()}\` cannot be read.`,
        hint: "Write a metric, a comparison and a number, such as `recall<0.8`.",
      };
    const [, metric = "", operator = "", number = "", percent = ""] = match;
    const name = known.find((one) => one.toLowerCase() === metric.toLowerCase());
    if (name === undefined)
      return {
        message: `There is no metric \`${metric}\`.`,
        hint: didYouMean(metric, known) ?? `Known metrics: ${known.join(", ")}.`,
      };
    const value = Number(number) / (percent === "%" ? 100 : 1);
    // The pattern takes these alone.
    limits.push({ metric: name, operator: operator as Limit["operator"], value });
  }
  return limits;
}

/** The limits that the metrics break. One without a value is broken too: the gate would stand open without anybody knowing. */
export function checkLimits(
  limits: readonly Limit[],
  metrics: { readonly [name: string]: number | undefined },
): readonly BrokenLimit[] {
  return limits.flatMap((limit) => {
    const { metric } = limit;
    const value = metrics[metric];
    const broken = { limit: formatLimit(limit), metric };
    if (value === undefined) return [broken];
    return isBroken(value, limit.operator, limit.value) ? [{ ...broken, value }] : [];
  });
}

export function formatLimit({ metric, operator, value }: Limit): string {
  return `${metric}${operator}${value}`;
}

function isBroken(value: number, operator: Limit["operator"], limit: number): boolean {
  switch (operator) {
    case "<":
      return value < limit;
    case "<=":
      return value <= limit;
    case ">":
      return value > limit;
    case ">=":
      return value >= limit;
  }
}
