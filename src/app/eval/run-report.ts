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
  JUDGE_PROMPT,
  problem,
  summarize,
} from "../../check/eval/index.ts";
import { instructionsPrompt } from "../../run/execute/index.ts";
import { plainPath, type RecordMode, skillFiles, type WorkFiles } from "../../run/eval/index.ts";
import {
  fileExists,
  isInside,
  joinPath,
  parentOf,
  readBytes,
  realPath,
  computeSha256,
} from "../../platform/index.ts";
import { bodyOf, readDocument } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import type { SkillRef } from "../fields.ts";
import { requireCounts, requireLimits } from "./limits.ts";
import { type Job, type Ports, runJob, type Tools, type Version } from "./run-case.ts";
import { openRunner, runAll, type Runner } from "./runner.ts";
import { type FoundSuite, findSuites, noEvals, warnOfProblems } from "./suites.ts";

export interface RunReport extends Benchmark {
  readonly skill: string;
  readonly runner: Runner["kind"];
  readonly model: string;
  /** The other version, where the skill was compared with one. */
  readonly against?: string;
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
  /** In the evaluation files; what they left out was not run. */
  readonly errors: number;
  readonly broken: readonly BrokenLimit[];
  /** Limits of what the other action measures. */
  readonly unmeasured: readonly string[];
  /** Where the files of the report were written. */
  readonly folder?: string;
}

export interface RunInput {
  readonly suites: readonly SkillRef[];
  readonly against?: string;
  readonly alone: boolean;
  readonly tools: boolean;
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

export async function evaluateRuns(context: Context, input: RunInput): Promise<RunReport> {
  requireCounts({ trials: input.trials, jobs: input.jobs });
  const { limits, unmeasured } = requireLimits(input.failOn, "run");
  const all = findSuites(context, input.suites);
  const errors = warnOfProblems(context, all);
  const found = all.suites.filter(({ suite }) => suite.cases.some(expectsAnswer));
  const skills = [...new Set(found.map(({ suite }) => suite.skill ?? ""))];
  const [skill] = skills;
  if (skill === undefined) throw noEvals(all, "run");
  if (skills.length > 1) throw fail("app/several-suites", { skills });
  const versions = await readVersions(context, found, input);
  const jobs = toJobs(context, found, versions, input.trials);
  const runner = await openRunner(context, input);
  const ports: Ports = {
    model: runner.model,
    signal: context.signal,
    ...(input.tools ? { tools: await openTools(context, runner) } : {}),
    judges: [input.judge, input.secondJudge].map((name) => name ?? runner.model.id),
    hasSecond: input.secondJudge !== undefined,
    pairs: [],
  };
  const { results: runs, cassette } = await runAll(
    context,
    runner,
    jobs,
    input,
    async (job) => await runJob(job, ports),
  );
  const benchmark = summarize(runs);
  return {
    skill,
    runner: runner.kind,
    model: runner.model.id,
    ...(input.against === undefined ? {} : { against: input.against }),
    ...describeJudge(runs, ports),
    ...benchmark,
    runs,
    prompts: Object.fromEntries(jobs.map(({ item }) => [item.id, item.prompt])),
    ...(cassette === undefined ? {} : { cassette }),
    unmeasured,
    errors,
    broken: checkLimits(limits, toMetrics(benchmark, runs)),
  };
}

function toMetrics(
  { lift, configurations, worse }: Benchmark,
  runs: readonly EvalRun[],
): { readonly [name: string]: number | undefined } {
  // Runs of which nothing was decided cost as much, and show nothing.
  const [own] = configurations;
  const first = own === undefined || own.runs === 0 ? undefined : own;
  return {
    lift: lift?.value,
    pass_rate: first?.passRate.mean,
    worse: lift === undefined ? undefined : worse.length,
    cost: runs.reduce((sum, { cost }) => sum + cost, 0),
    tokens: first?.tokens.mean,
    seconds: first?.seconds.mean,
  };
}

async function readVersions(
  context: Context,
  found: readonly FoundSuite[],
  { against, alone, tools }: RunInput,
): Promise<readonly Version[]> {
  const file = found.find(({ skillFile }) => skillFile !== undefined)?.skillFile;
  if (file === undefined) throw fail("app/no-skill-beside", { file: found[0]?.path ?? "" });
  const skill = (configuration: Configuration, text: string, folder?: string): Version => ({
    configuration,
    system: buildSystemPrompt(text, tools),
    files: tools && folder !== undefined ? skillFiles(folder) : new Map(),
  });
  const own = skill("with_skill", file.text, parentOf(file.location));
  if (alone) return [own];
  if (against === undefined) {
    const system = [instructionsPrompt(), ...(tools ? [WORKING] : [])].join("\n\n");
    return [own, { configuration: "without_skill", system, files: new Map() }];
  }
  const other = await readOther(context, file.location, against);
  return [own, skill("other_version", other.text, other.folder)];
}

/** Another version of the skill: a commit of its repository, or a path. */
async function readOther(
  { files }: Context,
  location: string,
  against: string,
): Promise<{ readonly text: string; readonly folder?: string }> {
  const committed = await files?.readRevision(location, against);
  // The other files of the skill are those of today.
  if (committed !== undefined) return { text: committed, folder: parentOf(location) };
  const source = files?.readSkill(against);
  const content = source?.content ?? "";
  return {
    text: typeof content === "string" ? content : new TextDecoder().decode(content),
    ...(source === undefined ? {} : { folder: parentOf(source.path) }),
  };
}

const WORKING = "You work in a folder of your own, with tools for its files.";

function buildSystemPrompt(text: string, hasTools: boolean): string {
  const where = hasTools ? [`${WORKING} The files of the skill lie in \`skill/\`.`] : [];
  return [instructionsPrompt(bodyOf(readDocument(text))), ...where].join("\n\n");
}

function toJobs(
  context: Context,
  found: readonly FoundSuite[],
  versions: readonly Version[],
  trials: number | undefined,
): readonly Job[] {
  return found.flatMap((one) => {
    const { suite } = one;
    const count = trials ?? Math.max(1, suite.defaults.trials ?? 1);
    return suite.cases.filter(expectsAnswer).flatMap((item) => {
      const files = inputFiles(context, one, item);
      return versions.flatMap((version) =>
        Array.from({ length: count }, (_none, index) => ({
          item,
          version,
          files,
          trial: index + 1,
        })),
      );
    });
  });
}

/** Files that a case begins with: they lie beside the suite, or are counted from the folder of the skill. */
function inputFiles(
  { warn }: Context,
  { path: suite, location, skillFile }: FoundSuite,
  { id, files }: EvalCase,
): WorkFiles {
  const folders = [
    parentOf(location),
    ...(skillFile === undefined ? [] : [parentOf(skillFile.location)]),
  ];
  const found = new Map<string, Uint8Array>();
  for (const name of files) {
    const path = plainPath(name);
    const place = folders
      .map((folder) => ({ folder, file: joinPath(folder, name) }))
      .find(({ folder, file }) => fileExists(file) && isInside(realPath(file), realPath(folder)));
    if (path !== undefined && place !== undefined) found.set(path, readBytes(place.file));
    else
      warn(
        problem(
          "eval/missing-file",
          `Case \`${id}\` begins with the file \`${name}\`, which does not lie beside the suite or the skill.`,
          "Add the file, or correct its path in `files`.",
          { file: { path: suite, text: "" } },
        ),
      );
  }
  return found;
}

async function openTools({ files }: Context, { recorded }: Runner): Promise<Tools> {
  if (files === undefined) throw fail("app/inline-only", { ref: "--tools" });
  return { runCommand: await files.commands(), recorded };
}

function describeJudge(
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
      prompt: computeSha256(JUDGE_PROMPT).slice(0, 16),
      ...(hasSecond ? { second: { model: second, ...cohenKappa(pairs) } } : {}),
    },
  };
}
