/** Whether a skill helps: its cases with it, and without it or with another version. */
import {
  type Benchmark,
  type BrokenLimit,
  checkLimits,
  cohenKappa,
  type Configuration,
  type EvalCase,
  type EvalRun,
  expectsAnswer,
  gradeChecks,
  JUDGE_PROMPT,
  judgedStatements,
  judgeRequest,
  readJudgement,
  summarize,
} from "../../check/eval/index.ts";
import { instructionsPrompt } from "../../run/execute/index.ts";
import { eachWithLimit, type EvalModel, type RecordMode } from "../../run/eval/index.ts";
import { sha256Of } from "../../platform/index.ts";
import { runWithin } from "../../platform/machine/index.ts";
import { bodyOf, readDocument } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import type { SkillRef } from "../fields.ts";
import { requireLimits } from "./limits.ts";
import { openRunner, type Runner } from "./runner.ts";
import { type FoundSuite, findSuites } from "./suites.ts";

export interface RunReport extends Benchmark {
  readonly skill: string;
  readonly runner: Runner["kind"];
  readonly model: string;
  /** Where statements in words were judged. */
  readonly judge?: {
    readonly model: string;
    /** Hash of the prompt of the judge. */
    readonly prompt: string;
    /** Of the second judge with the first. */
    readonly second?: {
      readonly model: string;
      readonly kappa: number;
      readonly agreed: number;
      readonly of: number;
    };
  };
  readonly runs: readonly EvalRun[];
  readonly prompts: { readonly [id: string]: string };
  readonly cassette?: { readonly replayed: number; readonly recorded: number };
  readonly broken: readonly BrokenLimit[];
  /** Where the files of the report were written. */
  readonly folder?: string;
}

export interface RunInput {
  readonly suites: readonly SkillRef[];
  readonly against?: string;
  readonly alone: boolean;
  readonly judge?: string;
  readonly secondJudge?: string;
  readonly model?: string;
  readonly cassette?: string;
  readonly record?: RecordMode;
  readonly script?: string;
  readonly trials?: number;
  readonly jobs?: number;
  readonly failOn?: string;
}

/** For one pattern of an author and one answer. */
const MOST_CHECK_MS = 2000;

const METRICS: readonly string[] = ["lift", "pass_rate", "worse", "cost", "tokens", "seconds"];

interface Version {
  readonly configuration: Configuration;
  readonly system: string;
}

interface Job {
  readonly item: EvalCase;
  readonly version: Version;
  readonly trial: number;
}

export async function evaluateRuns(context: Context, input: RunInput): Promise<RunReport> {
  const limits = requireLimits(input.failOn, METRICS);
  const { suites, problems } = findSuites(context, input.suites);
  for (const problem of [...problems, ...suites.flatMap((suite) => suite.problems)])
    context.warn(problem);
  const found = suites.filter(({ suite }) => suite.cases.some(expectsAnswer));
  const skills = [...new Set(found.map(({ suite }) => suite.skill ?? ""))];
  const [skill] = skills;
  if (skill === undefined) throw fail("app/no-evals", undefined);
  if (skills.length > 1) throw fail("app/several-suites", { skills });
  const versions = await readVersions(context, found, input);
  const jobs = toJobs(found, versions, input.trials);
  const runner = await openRunner(context, input);
  const ports: Ports = {
    model: runner.model,
    signal: context.signal,
    judges: [input.judge, input.secondJudge].map((name) => name ?? runner.model.id),
    hasSecond: input.secondJudge !== undefined,
    pairs: [],
  };
  const runs = await eachWithLimit(jobs, input.jobs ?? 4, (job) => runJob(job, ports));
  const cassette = runner.finish();
  const benchmark = summarize(runs);
  return {
    skill,
    runner: runner.kind,
    model: runner.model.id,
    ...judgeOf(runs, ports),
    ...benchmark,
    runs,
    prompts: Object.fromEntries(jobs.map(({ item }) => [item.id, item.prompt])),
    ...(cassette === undefined ? {} : { cassette }),
    broken: checkLimits(limits, metricsOf(benchmark)),
  };
}

function metricsOf({ lift, configurations, worse }: Benchmark): {
  readonly [name: string]: number | undefined;
} {
  const [first] = configurations;
  return {
    lift: lift?.value,
    pass_rate: first?.passRate.mean,
    worse: worse.length,
    cost: configurations.reduce((sum, { cost }) => sum + cost, 0),
    tokens: first?.tokens.mean,
    seconds: first?.seconds.mean,
  };
}

async function readVersions(
  context: Context,
  found: readonly FoundSuite[],
  { against, alone }: RunInput,
): Promise<readonly Version[]> {
  const file = found.find(({ skillFile }) => skillFile !== undefined)?.skillFile;
  if (file === undefined) throw fail("app/no-skill-beside", { file: found[0]?.path ?? "" });
  const own: Version = { configuration: "with_skill", system: systemOf(file.text) };
  if (alone) return [own];
  if (against === undefined)
    return [own, { configuration: "without_skill", system: instructionsPrompt() }];
  const other = await readOther(context, file.location, against);
  return [own, { configuration: "other_version", system: systemOf(other) }];
}

/** Another version of the skill: a commit of its repository, or a path. */
async function readOther({ files }: Context, location: string, against: string): Promise<string> {
  const committed = await files?.readRevision(location, against);
  if (committed !== undefined) return committed;
  const content = files?.readSkill(against).content ?? "";
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

function systemOf(text: string): string {
  return instructionsPrompt(bodyOf(readDocument(text)));
}

function toJobs(
  found: readonly FoundSuite[],
  versions: readonly Version[],
  trials: number | undefined,
): readonly Job[] {
  return found.flatMap(({ suite }) => {
    const count = Math.max(1, trials ?? suite.defaults.trials ?? 1);
    return suite.cases
      .filter(expectsAnswer)
      .flatMap((item) =>
        versions.flatMap((version) =>
          Array.from({ length: count }, (_none, index) => ({ item, version, trial: index + 1 })),
        ),
      );
  });
}

interface Ports {
  readonly model: EvalModel;
  readonly signal: AbortSignal;
  /** Ids of the models that judge. */
  readonly judges: readonly string[];
  readonly hasSecond: boolean;
  /** What both judges said of the same statement. */
  readonly pairs: (readonly [boolean, boolean])[];
}

async function runJob({ item, version, trial }: Job, ports: Ports): Promise<EvalRun> {
  const { model, signal } = ports;
  const messages: { role: "system" | "user" | "assistant"; content: string }[] = [
    { role: "system", content: version.system },
  ];
  const spent = { tokens: 0, cost: 0, seconds: 0 };
  const { context, prompt, turns } = item;
  let output = "";
  for (const said of [context === undefined ? prompt : `${context}\n\n${prompt}`, ...turns]) {
    messages.push({ role: "user", content: said });
    const request = { model: model.id, messages: [...messages], tools: [], turns: [], trial };
    const answer = await model.ask(request, signal);
    output = answer.text;
    messages.push({ role: "assistant", content: output });
    spent.tokens += (answer.usage.inputTokens ?? 0) + (answer.usage.outputTokens ?? 0);
    spent.cost += answer.cost ?? 0;
    spent.seconds += answer.seconds;
  }
  const facts = { output, toolCalls: [], ...spent };
  const checks = gradeChecks(item.checks, facts, (work) => runWithin(MOST_CHECK_MS, work));
  const judged = await judge(item, output, trial, ports);
  return {
    case: item.id,
    configuration: version.configuration,
    trial,
    statements: [...checks, ...judged],
    output,
    ...spent,
  };
}

async function judge(
  item: EvalCase,
  output: string,
  trial: number,
  { model, judges, hasSecond, pairs, signal }: Ports,
): Promise<EvalRun["statements"]> {
  const texts = judgedStatements(item);
  if (texts.length === 0) return [];
  const said = await Promise.all(
    judges.slice(0, hasSecond ? 2 : 1).map(async (id) => {
      const messages = [
        { role: "system" as const, content: JUDGE_PROMPT },
        { role: "user" as const, content: judgeRequest(item.prompt, output, texts) },
      ];
      const reply = await model.ask({ model: id, messages, tools: [], turns: [], trial }, signal);
      return readJudgement(reply.text, output, texts);
    }),
  );
  const [first = [], second = []] = said;
  for (const [index, { passed }] of first.entries()) {
    const other = second[index]?.passed;
    if (typeof passed === "boolean" && typeof other === "boolean") pairs.push([passed, other]);
  }
  return first;
}

function judgeOf(
  runs: readonly EvalRun[],
  { judges, hasSecond, pairs }: Ports,
): Pick<RunReport, "judge"> {
  const isJudged = runs.some(({ statements }) =>
    statements.some(({ kind }) => kind === "assertion"),
  );
  const [model = "", second = ""] = judges;
  if (!isJudged) return {};
  return {
    judge: {
      model,
      prompt: sha256Of(JUDGE_PROMPT).slice(0, 16),
      ...(hasSecond ? { second: { model: second, ...cohenKappa(pairs) } } : {}),
    },
  };
}
