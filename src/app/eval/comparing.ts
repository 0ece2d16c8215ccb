/** Two evaluations of the same cases. */
import {
  mcnemar,
  type McNemar,
  type PairedDifference,
  pairedDifference,
  computeSpread,
  toVerdict,
  type Verdict,
} from "../../check/eval/index.ts";
import { getKey, isObject, type Json } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import type { SkillRef } from "../fields.ts";

export interface EvalComparison {
  /** Of the second over the first. */
  readonly lift: PairedDifference;
  readonly verdict: Verdict;
  readonly mcnemar: McNemar;
  readonly better: readonly string[];
  readonly worse: readonly string[];
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  readonly strict: boolean;
}

export function compareEvals(
  context: Context,
  refs: readonly SkillRef[],
  strict: boolean,
): EvalComparison {
  const [a, b] = refs;
  if (a === undefined || b === undefined || refs.length > 2)
    throw fail("app/two-results", undefined);
  const [first, second] = [readRates(context, a), readRates(context, b)];
  const both = [...first.keys()].filter((id) => second.has(id));
  const pairs = both.map((id) => [second.get(id) ?? 0, first.get(id) ?? 0] as const);
  const lift = pairedDifference(pairs);
  return {
    lift,
    verdict: toVerdict(lift, computeSpread(pairs)),
    mcnemar: mcnemar(
      pairs.filter(([now, before]) => now === 1 && before < 1).length,
      pairs.filter(([now, before]) => now < 1 && before === 1).length,
    ),
    better: both.filter((id) => (second.get(id) ?? 0) > (first.get(id) ?? 0)),
    worse: both.filter((id) => (second.get(id) ?? 0) < (first.get(id) ?? 0)),
    onlyA: [...first.keys()].filter((id) => !second.has(id)),
    onlyB: [...second.keys()].filter((id) => !first.has(id)),
    strict,
  };
}

/** The mean pass rate of each case with the skill. */
function readRates({ files }: Context, ref: SkillRef): ReadonlyMap<string, number> {
  if (typeof ref === "string" && files === undefined) throw fail("app/inline-only", { ref });
  const path = typeof ref === "string" ? ref : ref.path;
  const text = typeof ref === "string" ? files?.readText(ref) : ref.text;
  if (text === undefined) throw fail("cli/unreadable", { reason: "no such file" }, { file: path });
  const rates = new Map<string, number[]>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const run = readRun(line);
    if (run === undefined) throw fail("app/bad-results", { line: index + 1 }, { file: path });
    if (run.isMeant) rates.set(run.id, [...(rates.get(run.id) ?? []), run.rate]);
  }
  if (rates.size === 0) throw fail("app/bad-results", { line: 1 }, { file: path });
  return new Map(
    [...rates].map(([id, values]) => [
      id,
      values.reduce((sum, value) => sum + value, 0) / values.length,
    ]),
  );
}

function readRun(
  line: string,
): { readonly id: string; readonly rate: number; readonly isMeant: boolean } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const id = getKey(value, "case");
  const statements = getKey(value, "statements");
  if (typeof id !== "string" || !Array.isArray(statements)) return undefined;
  const decided = statements
    .map((one: Json) => (isObject(one) ? getKey(one, "passed") : undefined))
    .filter((passed) => typeof passed === "boolean");
  const rate =
    decided.length === 0 ? 0 : decided.filter((passed) => passed).length / decided.length;
  return { id, rate, isMeant: getKey(value, "configuration") === "with_skill" };
}
