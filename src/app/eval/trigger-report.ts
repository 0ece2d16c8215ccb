/** Whether the right skills load, case by case and in all. */
import {
  type BrokenLimit,
  checkLimits,
  confusionMatrix,
  type ConfusionRow,
  type EvalCase,
  judgeTrigger,
  scoreTriggers,
  type TriggerScores,
} from "../../check/eval/index.ts";
import { eachWithLimit, type RecordMode, runTrigger } from "../../run/eval/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import type { SkillRef } from "../fields.ts";
import { requireLimits } from "./limits.ts";
import { type ListingInput, readListing, type ReadListing } from "./listing.ts";
import { openRunner, type Runner } from "./runner.ts";
import { type FoundSuite, findSuites } from "./suites.ts";

export interface TriggerCaseResult {
  readonly suite: string;
  readonly id: string;
  readonly prompt: string;
  /** What should load, in words. */
  readonly expected: string;
  readonly runs: readonly {
    readonly loaded: readonly string[];
    readonly isRight: boolean;
    readonly turns: number;
    readonly seconds: number;
  }[];
  readonly passed: number;
  /** Right in some runs and wrong in others. */
  readonly isFlaky: boolean;
  /** The list for the model does not have the skill that should load. */
  readonly isHidden: boolean;
}

export interface TriggerReport {
  readonly system: string;
  readonly runner: Runner["kind"];
  readonly model: string;
  readonly listed: number;
  readonly listCharacters: number;
  readonly trials: number;
  readonly cases: readonly TriggerCaseResult[];
  readonly scores: TriggerScores;
  readonly confusion: readonly ConfusionRow[];
  readonly tokens: number;
  readonly cost: number;
  readonly cassette?: { readonly replayed: number; readonly recorded: number };
  readonly broken: readonly BrokenLimit[];
}

export interface TriggerInput extends ListingInput {
  readonly suites: readonly SkillRef[];
  readonly model?: string;
  readonly cassette?: string;
  readonly record?: RecordMode;
  readonly script?: string;
  readonly trials?: number;
  readonly jobs?: number;
  readonly turns?: number;
  readonly failOn?: string;
}

const METRICS: readonly string[] = ["precision", "recall", "f1", "accuracy", "cost", "tokens"];

interface Job {
  readonly found: FoundSuite;
  readonly item: EvalCase;
  readonly trial: number;
}

export async function evaluateTriggers(
  context: Context,
  input: TriggerInput,
): Promise<TriggerReport> {
  const limits = requireLimits(input.failOn, METRICS);
  const { suites, problems, roots } = findSuites(context, input.suites);
  for (const problem of [...problems, ...suites.flatMap((suite) => suite.problems)])
    context.warn(problem);
  const jobs = suites.flatMap((found) => toJobs(found, input.trials));
  if (jobs.length === 0) throw fail("app/no-evals", undefined);
  const listing = await readListing(context, input, roots);
  const runner = await openRunner(context, input);
  const { signal } = context;
  const results = await eachWithLimit(jobs, input.jobs ?? 4, async (job) => {
    const { item, trial } = job;
    const { trigger = { fires: [], acceptable: [], silent: [], none: true } } = item;
    const run = await runTrigger({ ...item, trial, wanted: trigger.fires }, listing, runner.model, {
      maxTurns: input.turns ?? 4,
      signal,
    });
    return { job, run, outcome: judgeTrigger(trigger, run.loaded) };
  });
  const cassette = runner.finish();
  const outcomes = results.map(({ outcome }) => outcome);
  const scores = scoreTriggers(outcomes);
  const tokens = results.reduce((sum, { run }) => sum + run.tokens, 0);
  const cost = results.reduce((sum, { run }) => sum + run.cost, 0);
  const { f1, precision, recall, accuracy } = scores;
  return {
    system: listing.system,
    runner: runner.kind,
    model: runner.model.id,
    listed: listing.names.length,
    listCharacters: listing.prompt.length,
    trials: Math.max(...jobs.map(({ trial }) => trial)),
    cases: toCases(results, listing),
    scores,
    confusion: confusionMatrix(outcomes),
    tokens,
    cost,
    ...(cassette === undefined ? {} : { cassette }),
    broken: checkLimits(limits, {
      precision: precision.value,
      recall: recall.value,
      accuracy: accuracy.value,
      f1,
      cost,
      tokens,
    }),
  };
}

function toJobs(found: FoundSuite, trials: number | undefined): readonly Job[] {
  const count = Math.max(1, trials ?? found.suite.defaults.trials ?? 1);
  return found.suite.cases
    .filter(({ trigger }) => trigger !== undefined)
    .flatMap((item) =>
      Array.from({ length: count }, (_none, index) => ({ found, item, trial: index + 1 })),
    );
}

type Result = {
  readonly job: Job;
  readonly run: Awaited<ReturnType<typeof runTrigger>>;
  readonly outcome: ReturnType<typeof judgeTrigger>;
};

function toCases(results: readonly Result[], { names }: ReadListing): readonly TriggerCaseResult[] {
  const groups = Map.groupBy(results, ({ job }) => job.item);
  return [...groups].map(([item, group]) => {
    const passed = group.filter(({ outcome }) => outcome.isRight).length;
    const fires = item.trigger?.fires ?? [];
    return {
      suite: group[0]?.job.found.path ?? "",
      id: item.id,
      prompt: item.prompt,
      expected: describeExpected(item),
      runs: group.map(({ run, outcome }) => ({
        loaded: run.loaded,
        isRight: outcome.isRight,
        turns: run.turns,
        seconds: run.seconds,
      })),
      passed,
      isFlaky: passed > 0 && passed < group.length,
      isHidden: fires.length > 0 && !fires.some((name) => names.includes(name)),
    };
  });
}

function describeExpected({ trigger }: EvalCase): string {
  if (trigger === undefined || trigger.none) return "no skill";
  if (trigger.fires.length > 0) return trigger.fires.join(" or ");
  return `not ${trigger.silent.join(", ")}`;
}
