/** Who answers in an evaluation: a model, a cassette, a script. */
import {
  Cassette,
  eachWithLimit,
  type EvalModel,
  languageModel,
  type RecordMode,
  type AskRecorded,
  recordWith,
  scriptedModel,
} from "../../run/eval/index.ts";
import { failure } from "../../platform/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import { count } from "../text.ts";

export const runnerFields = {
  model: {
    kind: "text",
    short: "m",
    placeholder: "MODEL",
    only: "local",
    doc: "Model as `provider:model`. Default: the one of the settings.",
  },
  settings: { kind: "file", doc: "Settings with the models, the same as those of `serve`." },
  cassette: {
    kind: "file",
    doc: "File with recorded answers, which are played instead of asking the model.",
  },
  record: {
    kind: "choice",
    choices: ["none", "once", "all"],
    only: "local",
    doc: "With `--cassette`: what to ask the model for: nothing, what is missing, or all. Default: none where the file exists or `CI` is set, else once.",
  },
  script: {
    kind: "file",
    doc: "Answer by the rules of this file instead of a model, to try an evaluation out.",
  },
  trials: {
    kind: "number",
    only: "local",
    doc: "Runs of each case. Default: what the suite says, else 1.",
  },
  jobs: { kind: "number", short: "j", only: "local", doc: "Runs at the same time. Default: 4." },
  failOn: {
    kind: "text",
    placeholder: "LIMITS",
    only: "local",
    doc: 'Exit with 1 when a metric breaks a limit, such as "recall<0.8, f1<0.7".',
  },
} as const;

export interface RunnerInput {
  readonly model?: string;
  readonly cassette?: string;
  readonly record?: RecordMode;
  readonly script?: string;
  readonly jobs?: number;
}

export interface Runner {
  readonly kind: "model" | "replay" | "fake" | "agent";
  readonly model: EvalModel;
  /** Asks others than the model, such as the sandbox, by way of the cassette. */
  readonly recorded: AskRecorded;
  /** Keeps what was recorded. */
  readonly finish: () => { readonly replayed: number; readonly recorded: number } | undefined;
}

export async function openRunner(
  context: Context,
  { model, cassette: file, record, script }: RunnerInput,
): Promise<Runner> {
  const { files } = context;
  if (files === undefined) throw fail("app/inline-only", { ref: file ?? "" });
  if (script !== undefined && model !== undefined)
    throw failure("cli/usage", "`--script` answers instead of a model, and `--model` names one.", {
      hint: "Leave one of them out.",
    });
  const open = async (): Promise<EvalModel> => {
    if (script !== undefined)
      return scriptedModel(files.readText(script) ?? missing(script), script);
    if (context.models === undefined) throw fail("app/no-models", undefined);
    const models = await context.models();
    try {
      return languageModel(models, model);
    } catch (error) {
      const isNone = error instanceof SkillError && error.diagnostic.code === "run/no-model";
      throw isNone ? fail("app/no-models", undefined) : error;
    }
  };
  if (file === undefined) {
    const opened = await open();
    return {
      kind: script === undefined ? "model" : "fake",
      model: opened,
      recorded: async (_request, ask) => await (ask ?? missing(""))(),
      finish: () => undefined,
    };
  }
  const text = files.readText(file);
  const mode = record ?? (text === undefined && !isCi(context) ? "once" : "none");
  if (text === undefined && mode === "none") throw noCassette(file);
  const cassette = new Cassette(file, text ?? "");
  const inner = mode === "none" ? undefined : await open();
  const askRecorded = recordWith(cassette, mode);
  return {
    kind: "replay",
    model: {
      id: inner?.id ?? model ?? cassette.model ?? "",
      ask: async (request, signal) =>
        await askRecorded(request, inner && (async () => await inner.ask(request, signal))),
    },
    recorded: askRecorded,
    finish: () => {
      const { replayed, recorded } = cassette;
      if (recorded > 0) files.writeText(file, cassette.toText());
      return { replayed, recorded };
    },
  };
}

/** Works through all jobs, in front of whoever waits; what was recorded until a failure is kept. */
export async function runAll<Job, Result>(
  { person, progress }: Pick<Context, "person" | "progress">,
  { finish }: Runner,
  jobs: readonly Job[],
  { jobs: limit = 4, cassette = "" }: Pick<RunnerInput, "jobs" | "cassette">,
  work: (job: Job) => Promise<Result>,
): Promise<{
  readonly results: readonly Result[];
  readonly cassette: ReturnType<Runner["finish"]>;
}> {
  const bar = person?.startProgress("Evaluating");
  try {
    const results = await eachWithLimit(jobs, limit, work, bar?.onProgress);
    return { results, cassette: finish() };
  } catch (error) {
    const { recorded = 0 } = finish() ?? {};
    if (recorded > 0)
      progress?.(
        `${count(recorded, "answer")} kept in ${cassette}: with \`--record once\` only the others are asked for.`,
      );
    throw error;
  } finally {
    bar?.end();
  }
}

/** As the services set it; `false` and `0` are how people turn it off. */
function isCi({ computer }: Context): boolean {
  return !["", "0", "false"].includes(computer?.environment["CI"]?.toLowerCase() ?? "");
}

function noCassette(file: string): Error {
  return failure("cli/unreadable", "There is no such cassette.", {
    file,
    hint: "Record it with `--record once` and a model, and commit it.",
  });
}

function missing(file: string): never {
  throw fail("cli/unreadable", { reason: "no such file" }, { file });
}
