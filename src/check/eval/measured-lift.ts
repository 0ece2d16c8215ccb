/** What a version of a skill says of its own worth: the benchmarks that lie in its folder, and are signed with it. */
import type { Verdict } from "./stats/index.ts";
import { getKey, isObject, type Json, type JsonObject, parseJson } from "../../skill/index.ts";

/** `evals/benchmark.json`, or one for each model, such as `evals/benchmark-gpt-5.json`. */
const BENCHMARK_FILE = /^evals\/benchmark[\w.-]{0,100}\.json$/u;
const LONGEST_MODEL = 80;

export function isBenchmarkFile(path: string): boolean {
  return BENCHMARK_FILE.test(path);
}

const VERDICTS: readonly Verdict["verdict"][] = [
  "helps",
  "hurts",
  "no clear effect",
  "too few runs",
];

/** Mean pass rates over the cases, from 0 to 1. */
export interface MeasuredLift {
  readonly model: string;
  readonly withSkill: number;
  readonly without: number;
  readonly lift: number;
  readonly cases: number;
  /** What can be said of it, where the benchmark says so. */
  readonly verdict?: Verdict["verdict"];
}

/** Undefined where it is no benchmark of a skill beside none, in the keys of skill-creator. */
export function readMeasuredLift(text: string): MeasuredLift | undefined {
  const value = parseJson(text);
  const summary = objectIn(value, "run_summary");
  const withSkill = rateIn(summary, "with_skill");
  const without = rateIn(summary, "without_skill");
  const named = readNamed(value);
  if (named === undefined || withSkill === undefined || without === undefined) return undefined;
  // The second configuration was another version of the skill.
  if (getKey(objectIn(value, "metadata"), "compared_with") !== undefined) return undefined;
  const said = getKey(objectIn(value, "statistics"), "verdict");
  const verdict = VERDICTS.find((one) => one === said);
  return {
    ...named,
    withSkill,
    without,
    lift: withSkill - without,
    ...(verdict === undefined ? {} : { verdict }),
  };
}

/** How surely it is loaded where it should be. */
export interface MeasuredTriggers {
  readonly model: string;
  readonly f1: number;
  readonly cases: number;
}

/** Undefined where it is no benchmark of triggers. */
export function readMeasuredTriggers(text: string): MeasuredTriggers | undefined {
  const value = parseJson(text);
  const named = readNamed(value);
  const f1 = objectIn(value, "trigger_summary")["f1"];
  if (named === undefined || typeof f1 !== "number" || !(f1 >= 0 && f1 <= 1)) return undefined;
  return { ...named, f1 };
}

/** The model, and on how many cases. */
function readNamed(value: unknown): { readonly model: string; readonly cases: number } | undefined {
  const metadata = objectIn(value, "metadata");
  const model = getKey(metadata, "executor_model");
  if (typeof model !== "string") return undefined;
  const cases = getKey(metadata, "evals_run");
  return {
    model: model.replaceAll(/[`\p{C}]/gu, "").slice(0, LONGEST_MODEL),
    cases: Array.isArray(cases) ? cases.length : 0,
  };
}

function objectIn(value: unknown, key: string): JsonObject {
  const found = isObject(value) ? getKey(value, key) : undefined;
  return isObject(found) ? found : {};
}

function rateIn(summary: JsonObject, configuration: string): number | undefined {
  const rate: Json | undefined = objectIn(objectIn(summary, configuration), "pass_rate")["mean"];
  return typeof rate === "number" && rate >= 0 && rate <= 1 ? rate : undefined;
}

export interface FallenLift {
  readonly model: string;
  readonly before: number;
  readonly after: number;
}

/** Models with which a later version helps less than the earlier one did, as far as both say. */
export function findFallenLifts(
  before: readonly MeasuredLift[],
  after: readonly MeasuredLift[],
): readonly FallenLift[] {
  const known = new Map(before.map((one) => [one.model, one.lift]));
  return after.flatMap(({ model, lift }) => {
    const former = known.get(model);
    return former === undefined || inPoints(lift) >= inPoints(former)
      ? []
      : [{ model, before: inPoints(former), after: inPoints(lift) }];
  });
}

/** In whole points of a hundred, as people are shown it. */
export function inPoints(lift: number): number {
  return Math.round(lift * 100);
}
