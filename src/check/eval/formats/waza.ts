/** `eval.yaml` of waza, with its tasks in files of their own. */
import { getKey, isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { type Check, type SuiteDefaults, type SuiteFile } from "../model.ts";
import {
  idField,
  readDefaults,
  shouldTriggerField,
  textAt,
  textField,
  textsField,
  toFiles,
  toTexts,
} from "./fields.ts";
import {
  type CaseField,
  type EvalFormat,
  type OpenContext,
  type Row,
  type WrittenRow,
  withExtensions,
} from "./format.ts";
import { gradersField, readGraders } from "./graders.ts";
import { contains, lacks, onlyText, readBehavior, readGrader, writer } from "./waza-graders.ts";

const filesField: CaseField = {
  path: ["inputs", "files"],
  type: "a list of files",
  read: (value) => {
    if (!isList(value)) return undefined;
    const files = value.map((one) => (typeof one === "string" ? one : onlyText(one, "path")));
    return files.every((one) => one !== undefined) ? { files } : undefined;
  },
  write: ({ files }) => (files.length === 0 ? undefined : files.map((path) => ({ path }))),
  // With the text of a file, the list is kept as it is.
  isLoose: true,
};

function outputField(key: string, toCheck: (text: string) => Check): CaseField {
  return {
    path: ["expected", key],
    type: "a list of text",
    read: (value) => {
      const texts = toTexts(value);
      return texts === undefined ? undefined : { checks: texts.map(toCheck) };
    },
  };
}

const triggerFlag: CaseField = {
  ...shouldTriggerField("expected.should_trigger"),
  type: "true or false",
  write: ({ trigger }, { skill }) =>
    trigger?.fires.length === 0 && trigger.silent.includes(skill) ? false : undefined,
};

const BEHAVIOR: ReadonlySet<string> = new Set([
  "max_tool_calls",
  "max_tokens",
  "max_response_time_ms",
  "required_tools",
  "forbidden_tools",
]);

const behaviorField: CaseField = {
  path: ["expected", "behavior"],
  type: "a map of limits",
  read: (value) => {
    const isRead = isObject(value) && Object.keys(value).every((key) => BEHAVIOR.has(key));
    return isRead ? { checks: readBehavior(value) } : undefined;
  },
  isLoose: true,
};

const DEFAULTS = {
  trials: "trials_per_task",
  timeoutSeconds: "timeout_seconds",
  model: "model",
  judgeModel: "judge_model",
} as const;

function isTask(value: Json): boolean {
  if (!isObject(value)) return false;
  const inputs = getKey(value, "inputs");
  return inputs !== undefined && ["prompt", "prompt_file"].some((key) => textAt(inputs, key));
}

function isSuite(value: JsonObject, tasks: Json | undefined): boolean {
  return (
    isList(tasks) &&
    (["config", "graders", "metrics"].some((key) => Object.hasOwn(value, key)) ||
      tasks.some((task) => isTask(task) || (typeof task === "string" && /\.ya?ml$/iu.test(task))))
  );
}

/** The tasks that stand in the file, and those of the files that it names. */
function taskRows(value: JsonObject, context: OpenContext): readonly Row[] {
  const { file, siblings, parse } = context;
  const tasks = getKey(value, "tasks");
  if (!isList(tasks)) return [];
  const preset = readGraders(getKey(value, "graders"), readGrader);
  return tasks.flatMap((task, index): readonly Row[] => {
    if (typeof task !== "string")
      return [{ value: readTask(task, file, context), file, path: ["tasks", index], preset }];
    return siblings(task).flatMap((other) => {
      const parsed = parse(other);
      return parsed === undefined
        ? []
        : [{ value: readTask(parsed, other, context), file: other, path: [], preset }];
    });
  });
}

/** A task with its request in it, and without the names that stand there because the schema wants them. */
function readTask(task: Json, file: SuiteFile, context: OpenContext): Json {
  if (!isObject(task)) return task;
  const { name, ...rest } = task;
  const graders = getKey(task, "graders");
  const inputs = getKey(task, "inputs");
  const prompt = inputs === undefined ? undefined : readPrompt(inputs, file, context);
  return {
    ...(name === undefined || name === getKey(task, "id") ? {} : { name }),
    ...rest,
    ...(isList(graders) ? { graders: graders.map(withoutName) } : {}),
    ...(prompt === undefined ? {} : { inputs: prompt }),
  };
}

function readPrompt(
  inputs: Json,
  file: SuiteFile,
  { file: suite, siblings }: OpenContext,
): Json | undefined {
  const path = textAt(inputs, "prompt_file");
  if (path === undefined || !isObject(inputs)) return undefined;
  const folder = suite.path.lastIndexOf("/") + 1;
  const parts: string[] = [];
  for (const part of `${file.path.slice(folder, file.path.lastIndexOf("/") + 1)}${path}`.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  const [found] = siblings(parts.join("/"));
  if (found === undefined) return undefined;
  const { prompt_file: _path, ...rest } = inputs;
  return { ...rest, prompt: found.text };
}

function graderName(grader: JsonObject, index: number): string {
  return `${textAt(grader, "type") ?? "grader"}-${index + 1}`;
}

function withoutName(entry: Json, index: number): Json {
  if (!isObject(entry) || getKey(entry, "name") !== graderName(entry, index)) return entry;
  const { name: _name, ...rest } = entry;
  return rest;
}

/** A task as the schema of waza wants it: its id is text, and it and its graders have names. */
function writeTask({ item, value }: WrittenRow): Json {
  if (!isObject(value)) return value;
  const graders = getKey(value, "graders");
  return {
    name: item.id,
    ...value,
    id: item.id,
    ...(isList(graders)
      ? {
          graders: graders.map((entry, index) =>
            isObject(entry) ? { name: graderName(entry, index), ...entry } : entry,
          ),
        }
      : {}),
  };
}

/** What the schema of waza asks of every suite. */
const REQUIRED: JsonObject = {
  trials_per_task: 1,
  timeout_seconds: 300,
  executor: "copilot-sdk",
  model: "gpt-4o",
};
const METRICS: Json = [{ name: "task_completion", weight: 1, threshold: 0.8 }];

function writeDefaults(defaults: SuiteDefaults, config: Json | undefined): JsonObject {
  const own = Object.entries(DEFAULTS).flatMap(([name, key]) => {
    // The names are those of the defaults.
    const value = defaults[name as keyof SuiteDefaults];
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
    ...REQUIRED,
    ...(config !== undefined && isObject(config) ? config : {}),
    ...Object.fromEntries(own),
  };
}

export const waza: EvalFormat = {
  id: "waza",
  title: "eval.yaml of waza",
  file: "evals/eval.yaml",
  detect: (value) => isTask(value) || (isObject(value) && isSuite(value, getKey(value, "tasks"))),
  open: (value, context) => {
    if (!isObject(value)) return { rows: [], known: [] };
    if (isTask(value))
      return {
        rows: [{ value: readTask(value, context.file, context), file: context.file, path: [] }],
        known: Object.keys(value),
      };
    const skill = textAt(value, "skill");
    const name = textAt(value, "name");
    return {
      ...(skill === undefined ? {} : { skill }),
      ...(name === undefined ? {} : { name }),
      defaults: readDefaults(getKey(value, "config"), DEFAULTS),
      rows: taskRows(value, context),
      known: ["skill", "name", "tasks", ...(isList(getKey(value, "graders")) ? ["graders"] : [])],
    };
  },
  fields: [
    idField,
    textField("inputs.prompt", "prompt"),
    // A map of waza's is handed on by it, and no text for the model.
    { ...textField("inputs.context", "context"), isLoose: true },
    textsField("inputs.follow_up_prompts", "turns"),
    filesField,
    outputField("output_contains", contains),
    outputField("output_not_contains", lacks),
    triggerFlag,
    behaviorField,
    gradersField("graders", readGrader, writer),
    textsField("tags", "tags"),
    textField("description", "rationale"),
  ],
  close: (rows, suite) => {
    const { skill, name, defaults, extensions } = suite;
    const config = writeDefaults(defaults, getKey(extensions, "config"));
    const own: JsonObject = {
      name: name ?? `${skill ?? "skill"}-eval`,
      ...(skill === undefined ? {} : { skill }),
      config,
      metrics: getKey(extensions, "metrics") ?? METRICS,
      tasks: ["tasks/*.yaml"],
    };
    return [
      { path: "evals/eval.yaml", value: withExtensions(suite, own) },
      ...toFiles(
        rows.map((row) => ({ ...row, value: writeTask(row) })),
        (file) => `evals/tasks/${file}.yaml`,
      ),
    ];
  },
};
