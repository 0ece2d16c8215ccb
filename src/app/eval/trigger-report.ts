/** Whether the right skills load, case by case and in all. */
import {
  type BrokenLimit,
  checkLimits,
  confusionMatrix,
  type ConfusionRow,
  type EvalCase,
  judgeTrigger,
  type Proportion,
  scoreTriggers,
  type TriggerScores,
} from "../../check/eval/index.ts";
import { type RecordMode, runTrigger } from "../../run/eval/index.ts";
import type { Context } from "../context.ts";
import type { SkillRef } from "../fields.ts";
import { requireCounts, requireLimits } from "./limits.ts";
import { type ListingInput, readListing, type ReadListing } from "./listing.ts";
import { openRunner, runAll, type Runner } from "./runner.ts";
import { readThroughAgent } from "./through-agent.ts";
import { type FoundSuite, findSuites, noEvals, warnOfProblems } from "./suites.ts";

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
  /** In the evaluation files; what they left out was not run. */
  readonly errors: number;
  readonly broken: readonly BrokenLimit[];
  /** Limits of what the other action measures. */
  readonly unmeasured: readonly string[];
  /** Where the files are. */
  readonly folder?: string;
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
  readonly through?: string;
  readonly failOn?: string;
}

interface Job {
  readonly found: FoundSuite;
  readonly item: EvalCase;
  readonly trial: number;
}

export async function evaluateTriggers(
  context: Context,
  input: TriggerInput,
): Promise<TriggerReport> {
  requireCounts({ trials: input.trials, jobs: input.jobs, turns: input.turns });
  const { limits, unmeasured } = requireLimits(input.failOn, "triggers");
  const all = findSuites(context, input.suites);
  const { suites, roots } = all;
  const errors = warnOfProblems(context, all);
  const jobs = suites.flatMap((found) => toJobs(found, input.trials));
  if (jobs.length === 0) throw noEvals(all, "triggers");
  const runner = await openRunner(context, input);
  const { through } = input;
  const listing =
    through === undefined
      ? await readListing(context, input, roots)
      : readThroughAgent(context, through, input.root.length > 0 ? input.root : roots, runner);
  const { signal } = context;
  const options = { maxTurns: input.turns ?? 4, signal };
  const { results, cassette } = await runAll(context, runner, jobs, input, async (job) => {
    const { item, trial } = job;
    const { trigger = { fires: [], acceptable: [], silent: [], none: true } } = item;
    const request = { ...item, trial, wanted: trigger.fires };
    const run = await runTrigger(request, listing, runner.model, options);
    const outcome = judgeTrigger(trigger, run.loaded);
    return { job, run, outcome: { ...outcome, case: `${job.found.path}\n${item.id}` } };
  });
  const outcomes = results.map(({ outcome }) => outcome);
  const scores = scoreTriggers(outcomes);
  const tokens = results.reduce((sum, { run }) => sum + run.tokens, 0);
  const cost = results.reduce((sum, { run }) => sum + run.cost, 0);
  const { f1, precision, recall, accuracy } = scores;
  return {
    system: listing.system,
    runner: through === undefined ? runner.kind : "agent",
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
    unmeasured,
    errors,
    broken: checkLimits(limits, {
      precision: measured(precision),
      recall: measured(recall),
      accuracy: measured(accuracy),
      f1,
      cost,
      tokens,
    }),
  };
}

function measured({ value, trials }: Proportion): number | undefined {
  return trials === 0 ? undefined : value;
}

function toJobs(found: FoundSuite, trials: number | undefined): readonly Job[] {
  const count = trials ?? Math.max(1, found.suite.defaults.trials ?? 1);
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

function toCases(
  results: readonly Result[],
  { names, ownName = (name) => name }: ReadListing,
): readonly TriggerCaseResult[] {
  const listed = new Set(names.map(ownName));
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
      isHidden: fires.length > 0 && !fires.some((name) => listed.has(name)),
    };
  });
}

function describeExpected({ trigger }: EvalCase): string {
  if (trigger === undefined || trigger.none) return "no skill";
  if (trigger.fires.length > 0) return trigger.fires.join(" or ");
  return `not ${trigger.silent.join(", ")}`;
}
