/** `eval.yaml` of waza, with its tasks in files of their own. */
import { getKey, isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import type { Check, EvalCase, SuiteDefaults } from "../model.ts";
import {
  idField,
  readDefaults,
  textAt,
  textField,
  textsField,
  toFileName,
  toTexts,
} from "./fields.ts";
import {
  type CasePatch,
  type CaseField,
  type EvalFormat,
  type OpenContext,
  type Row,
  withExtensions,
} from "./format.ts";
import {
  eachText,
  gradersField,
  type GraderReader,
  type GraderWriter,
  named,
  onlyKeys,
  readGraders,
} from "./graders.ts";

type ConfigReader = (config: JsonObject) => CasePatch | undefined;

const contains = (value: string): Check => ({ kind: "contains", value, ignoresCase: true });
const lacks = (value: string): Check => ({
  kind: "contains",
  value,
  ignoresCase: true,
  isNegated: true,
});
const matches = (pattern: string): Check => ({ kind: "regex", pattern });
const differs = (pattern: string): Check => ({ kind: "regex", pattern, isNegated: true });
const calls = (tool: string): Check => ({ kind: "tool-called", tool });
const avoids = (tool: string): Check => ({ kind: "tool-called", tool, isNegated: true });

/** Each type with the keys of `config` that are read, and what they say. */
const READERS: { readonly [type: string]: readonly [keys: readonly string[], read: ConfigReader] } =
  {
    text: [
      ["contains", "not_contains", "contains_cs", "regex_match", "regex_not_match"],
      (config) => ({
        checks: [
          ...eachText(config, "contains", contains),
          ...eachText(config, "not_contains", lacks),
          ...eachText(config, "contains_cs", (value) => ({ kind: "contains", value })),
          ...eachText(config, "regex_match", matches),
          ...eachText(config, "regex_not_match", differs),
        ],
      }),
    ],
    regex: [
      ["must_match", "must_not_match"],
      (config) => ({
        checks: [
          ...eachText(config, "must_match", matches),
          ...eachText(config, "must_not_match", differs),
        ],
      }),
    ],
    file: [
      ["must_exist", "must_not_exist"],
      (config) => ({
        checks: [
          ...eachText(config, "must_exist", (path) => ({ kind: "file", path })),
          ...eachText(config, "must_not_exist", (path) => ({ kind: "file", path, isAbsent: true })),
        ],
      }),
    ],
    json_schema: [
      ["schema"],
      (config) => {
        const schema = getKey(config, "schema");
        return isObject(schema) ? { checks: [{ kind: "json-schema", schema }] } : undefined;
      },
    ],
    prompt: [
      ["prompt"],
      (config) => {
        const text = textAt(config, "prompt");
        return text === undefined ? undefined : { assertions: [{ text }] };
      },
    ],
    skill_invocation: [
      ["required_skills"],
      (config) => {
        const fires = toTexts(getKey(config, "required_skills"));
        if (fires === undefined || fires.length === 0) return undefined;
        return { trigger: { fires, acceptable: [], silent: [], none: false } };
      },
    ],
    tool_constraint: [
      ["expect_tools", "reject_tools"],
      (config) => ({
        checks: [
          ...eachText(config, "expect_tools", calls),
          ...eachText(config, "reject_tools", avoids),
        ],
      }),
    ],
    behavior: [
      ["max_tool_calls", "max_tokens", "max_duration_ms", "required_tools", "forbidden_tools"],
      (config) => ({
        checks: [
          ...readLimit(config, "max_tool_calls", (limit) => ({ kind: "most-tool-calls", limit })),
          ...readLimit(config, "max_tokens", (limit) => ({ kind: "most-tokens", limit })),
          ...readLimit(config, "max_duration_ms", (limit) => ({
            kind: "most-seconds",
            limit: limit / 1000,
          })),
          ...eachText(config, "required_tools", calls),
          ...eachText(config, "forbidden_tools", avoids),
        ],
      }),
    ],
    action_sequence: [
      ["expected_actions"],
      (config) => {
        const tools = toTexts(getKey(config, "expected_actions"));
        return tools === undefined ? undefined : { checks: [{ kind: "tool-order", tools }] };
      },
    ],
  };

function readLimit(
  config: JsonObject,
  key: string,
  toCheck: (limit: number) => Check,
): readonly Check[] {
  const limit = getKey(config, key);
  return typeof limit === "number" ? [toCheck(limit)] : [];
}

const readGrader: GraderReader = (entry) => {
  const type = textAt(entry, "type");
  const found = Object.entries(READERS).find(([name]) => name === type)?.[1];
  const isPlain = Object.keys(entry).every((key) => ["type", "name", "config"].includes(key));
  if (found === undefined || !isPlain) return undefined;
  const [keys, read] = found;
  const config = onlyKeys(entry, "config", keys);
  const patch = config === undefined ? undefined : read(config);
  if (patch?.checks === undefined) return patch;
  return patch.checks.length === 0
    ? undefined
    : { ...patch, checks: patch.checks.map((check) => named(check, entry)) };
};

function grader(type: string, config: JsonObject, name?: string): JsonObject {
  return { type, ...(name === undefined ? {} : { name }), config };
}

function writeCheck(check: Check): JsonObject | undefined {
  const { name } = check;
  switch (check.kind) {
    case "contains": {
      if (check.isNegated === true)
        return check.ignoresCase === true
          ? grader("text", { not_contains: [check.value] }, name)
          : undefined;
      const key = check.ignoresCase === true ? "contains" : "contains_cs";
      return grader("text", { [key]: [check.value] }, name);
    }
    case "regex": {
      const key = check.isNegated === true ? "regex_not_match" : "regex_match";
      return check.flags === undefined
        ? grader("text", { [key]: [check.pattern] }, name)
        : undefined;
    }
    case "file": {
      const key = check.isAbsent === true ? "must_not_exist" : "must_exist";
      return check.contains === undefined
        ? grader("file", { [key]: [check.path] }, name)
        : undefined;
    }
    case "json-schema":
      return grader("json_schema", { schema: check.schema }, name);
    case "tool-called": {
      const key = check.isNegated === true ? "reject_tools" : "expect_tools";
      return grader("tool_constraint", { [key]: [check.tool] }, name);
    }
    case "tool-order":
      return grader("action_sequence", { expected_actions: check.tools }, name);
    case "most-tool-calls":
      return grader("behavior", { max_tool_calls: check.limit }, name);
    case "most-tokens":
      return grader("behavior", { max_tokens: check.limit }, name);
    case "most-seconds":
      return grader("behavior", { max_duration_ms: check.limit * 1000 }, name);
    default:
      return undefined;
  }
}

const writer: GraderWriter = {
  check: writeCheck,
  assertion: (text) => grader("prompt", { prompt: text }),
  trigger: ({ fires }) =>
    fires.length === 0 ? [] : [grader("skill_invocation", { required_skills: fires })],
};

const filesField: CaseField = {
  path: ["inputs", "files"],
  type: "a list of files",
  read: (value) => {
    if (!isList(value)) return undefined;
    const files = value.map((one) => (typeof one === "string" ? one : onlyPath(one)));
    return files.every((one) => one !== undefined) ? { files } : undefined;
  },
  write: ({ files }) => (files.length === 0 ? undefined : files.map((path) => ({ path }))),
};

function onlyPath(value: Json): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  return textAt(value, "path");
}

const containsField: CaseField = {
  path: ["expected", "output_contains"],
  type: "a list of text",
  read: (value) => {
    const texts = toTexts(value);
    return texts === undefined ? undefined : { checks: texts.map(contains) };
  },
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
  return inputs !== undefined && textAt(inputs, "prompt") !== undefined;
}

function isSuite(value: JsonObject, tasks: Json | undefined): boolean {
  return (
    isList(tasks) &&
    (["config", "graders", "metrics"].some((key) => Object.hasOwn(value, key)) ||
      tasks.some((task) => isTask(task) || (typeof task === "string" && /\.ya?ml$/iu.test(task))))
  );
}

/** The tasks that stand in the file, and those of the files that it names. */
function taskRows(value: JsonObject, { file, siblings, parse }: OpenContext): readonly Row[] {
  const tasks = getKey(value, "tasks");
  if (!isList(tasks)) return [];
  const preset = readGraders(getKey(value, "graders"), readGrader);
  return tasks.flatMap((task, index): readonly Row[] => {
    if (typeof task !== "string") return [{ value: task, file, path: ["tasks", index], preset }];
    return siblings(task).flatMap((other) => {
      const parsed = parse(other);
      return parsed === undefined ? [] : [{ value: parsed, file: other, path: [], preset }];
    });
  });
}

function writeDefaults(defaults: SuiteDefaults, config: Json | undefined): JsonObject {
  const own = Object.entries(DEFAULTS).flatMap(([name, key]) => {
    // The names are those of the defaults.
    const value = defaults[name as keyof SuiteDefaults];
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
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
      return { rows: [{ value, file: context.file, path: [] }], known: Object.keys(value) };
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
    textField("inputs.context", "context"),
    filesField,
    containsField,
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
      ...(Object.keys(config).length === 0 ? {} : { config }),
      tasks: ["tasks/*.yaml"],
    };
    return [
      { path: "evals/eval.yaml", value: withExtensions(suite, own) },
      ...rows.map(({ item, value }) => ({
        path: `evals/tasks/${taskName(item, rows)}.yaml`,
        value,
      })),
    ];
  },
};

/** Two cases may have names that differ in letters which no file name has. */
function taskName(item: EvalCase, rows: readonly { readonly item: EvalCase }[]): string {
  const name = toFileName(item);
  const before = rows
    .slice(
      0,
      rows.findIndex((row) => row.item === item),
    )
    .filter((row) => toFileName(row.item) === name).length;
  return before === 0 ? name : `${name}-${before + 1}`;
}
