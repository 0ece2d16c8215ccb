/** `eval.yaml` of Vally: stimuli with graders. */
import { getKey, isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { type Check, NO_TRIGGER } from "../model.ts";
import {
  assertionsField,
  isListOf,
  numberAt,
  readDefaults,
  textAt,
  textField,
  textsField,
  toRows,
  toTexts,
} from "./fields.ts";
import { type CaseField, type CasePatch, type EvalFormat, withExtensions } from "./format.ts";
import { gradersField, type GraderReader, type GraderWriter, named, onlyKeys } from "./graders.ts";

function toolNames(value: Json | undefined): readonly string[] | undefined {
  if (value === undefined) return [];
  if (!isList(value)) return undefined;
  const names = value.map((one) => {
    if (typeof one === "string") return one;
    return isObject(one) && Object.keys(one).length === 1 ? textAt(one, "name") : undefined;
  });
  return names.every((one) => one !== undefined) ? names : undefined;
}

/** What a type says; undefined where its settings say more than is read. */
function readConfig(type: string | undefined, entry: JsonObject): CasePatch | undefined {
  const keys = (...names: readonly string[]): JsonObject | undefined =>
    onlyKeys(entry, "config", names);
  const textCheck = (key: string, toCheck: (text: string) => Check): CasePatch | undefined => {
    const config = keys(key);
    const text = config === undefined ? undefined : textAt(config, key);
    return text === undefined ? undefined : { checks: [toCheck(text)] };
  };
  switch (type) {
    case "skill-invocation": {
      const config = keys("required", "disallowed");
      if (config === undefined) return undefined;
      const fires = toTexts(getKey(config, "required") ?? null);
      const silent = toTexts(getKey(config, "disallowed") ?? null);
      if (fires === undefined || silent === undefined) return undefined;
      return { trigger: { ...NO_TRIGGER, fires, silent } };
    }
    case "output-contains":
      return textCheck("substring", (value) => ({ kind: "contains", value }));
    case "output-not-contains":
      return textCheck("substring", (value) => ({ kind: "contains", value, isNegated: true }));
    case "output-matches":
      return textCheck("pattern", (pattern) => ({ kind: "regex", pattern }));
    case "output-not-matches":
      return textCheck("pattern", (pattern) => ({ kind: "regex", pattern, isNegated: true }));
    case "file-matches": {
      const config = keys("path", "pattern") ?? {};
      const [path, matches] = [textAt(config, "path"), textAt(config, "pattern")];
      if (path === undefined || matches === undefined) return undefined;
      return { checks: [{ kind: "file", path, matches }] };
    }
    case "exit-success":
      return keys() === undefined ? undefined : { checks: [{ kind: "exit-code", code: 0 }] };
    case "file-exists":
      return textCheck("path", (path) => ({ kind: "file", path }));
    case "prompt": {
      const config = keys("prompt");
      const text = config === undefined ? undefined : textAt(config, "prompt");
      return text === undefined ? undefined : { assertions: [{ text }] };
    }
    case "tool-calls": {
      const config = keys("required", "disallowed");
      const wanted = config === undefined ? undefined : toolNames(getKey(config, "required"));
      const refused = config === undefined ? undefined : toolNames(getKey(config, "disallowed"));
      if (wanted === undefined || refused === undefined) return undefined;
      return {
        checks: [
          ...wanted.map((tool): Check => ({ kind: "tool-called", tool })),
          ...refused.map((tool): Check => ({ kind: "tool-called", tool, isNegated: true })),
        ],
      };
    }
    default:
      return undefined;
  }
}

const readGrader: GraderReader = (entry) => {
  const isPlain = Object.keys(entry).every((key) => ["type", "name", "config"].includes(key));
  const patch = isPlain ? readConfig(textAt(entry, "type"), entry) : undefined;
  if (patch?.checks === undefined) return patch;
  return { ...patch, checks: patch.checks.map((check) => named(check, entry)) };
};

function grader(type: string, config: JsonObject, name?: string): JsonObject {
  return { type, ...(name === undefined ? {} : { name }), config };
}

const writer: GraderWriter = {
  check: (check) => {
    const { name } = check;
    if (check.kind === "contains" && check.ignoresCase !== true)
      return grader(
        check.isNegated === true ? "output-not-contains" : "output-contains",
        { substring: check.value },
        name,
      );
    if (check.kind === "regex" && check.flags === undefined)
      return grader(
        check.isNegated === true ? "output-not-matches" : "output-matches",
        { pattern: check.pattern },
        name,
      );
    if (check.kind === "exit-code" && check.code === 0) return grader("exit-success", {}, name);
    if (check.kind === "file" && check.isAbsent !== true && check.contains === undefined)
      return check.matches === undefined
        ? grader("file-exists", { path: check.path }, name)
        : grader("file-matches", { path: check.path, pattern: check.matches }, name);
    if (check.kind === "tool-called") {
      const key = check.isNegated === true ? "disallowed" : "required";
      return grader("tool-calls", { [key]: [{ name: check.tool }] }, name);
    }
    return undefined;
  },
  assertion: (text) => grader("prompt", { prompt: text }),
  trigger: ({ fires, silent }) => {
    const config = {
      ...(fires.length === 0 ? {} : { required: fires }),
      ...(silent.length === 0 ? {} : { disallowed: silent }),
    };
    return Object.keys(config).length === 0 ? [] : [grader("skill-invocation", config)];
  },
};

const nameField: CaseField = {
  path: ["name"],
  type: "text",
  read: (value) => (typeof value === "string" ? { id: value } : undefined),
  write: ({ id }) => id,
};

/** The first turn is the request. */
const turnsField: CaseField = {
  path: ["turns"],
  type: "a list of text",
  read: (value) => {
    const [prompt, ...turns] = toTexts(value) ?? [];
    return prompt === undefined ? undefined : { prompt, turns };
  },
  write: ({ prompt, turns }) => (turns.length === 0 ? undefined : [prompt, ...turns]),
};

const promptField: CaseField = {
  ...textField("prompt", "prompt"),
  write: ({ prompt, turns }) => (turns.length === 0 ? prompt : undefined),
};

/** `90s`, `5m` or a number of seconds. */
function seconds(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  const found = typeof value === "string" ? /^(\d+(?:\.\d+)?)(ms|s|m|h)$/u.exec(value) : null;
  const factor = { ms: 0.001, s: 1, m: 60, h: 3600 }[found?.[2] ?? ""];
  return factor === undefined ? undefined : Number(found?.[1]) * factor;
}

export const vally: EvalFormat = {
  id: "vally",
  title: "eval.yaml of Vally",
  file: "evals/eval.yaml",
  detect: (value) => isObject(value) && isListOf(getKey(value, "stimuli"), "prompt", "turns"),
  open: (value, { file }) => {
    const at = (key: string): Json | undefined =>
      isObject(value) ? getKey(value, key) : undefined;
    const settings = isObject(value)
      ? { ...objectAt(value, "config"), ...objectAt(value, "defaults") }
      : {};
    const timeout = seconds(getKey(settings, "timeout"));
    const threshold = numberAt(at("scoring"), "threshold");
    const name = textAt(value, "name");
    return {
      ...(name === undefined ? {} : { name }),
      defaults: {
        ...readDefaults(settings, { trials: "runs", model: "model", judgeModel: "judge_model" }),
        ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
        ...(threshold === undefined ? {} : { threshold }),
      },
      rows: toRows(at("stimuli"), file, ["stimuli"]),
      known: ["name", "stimuli"],
    };
  },
  fields: [
    nameField,
    promptField,
    turnsField,
    gradersField("graders", readGrader, writer),
    { ...assertionsField("rubric"), write: () => undefined },
    // Tags with values of their own are no list of words.
    { ...textsField("tags", "tags"), isLoose: true },
    textField("description", "rationale"),
  ],
  close: (rows, suite) => {
    const { name, skill, defaults, extensions } = suite;
    const { trials, model, judgeModel, timeoutSeconds, threshold } = defaults;
    // Two versions of the format: with `config`, and with `defaults`, which has no judge.
    const hasConfig = isObject(getKey(extensions, "config")) && !("defaults" in extensions);
    const key = hasConfig ? "config" : "defaults";
    const runs: JsonObject = {
      ...objectAt(extensions, key),
      ...(judgeModel === undefined || !hasConfig ? {} : { judge_model: judgeModel }),
      ...(trials === undefined ? {} : { runs: trials }),
      ...(timeoutSeconds === undefined ? {} : { timeout: `${timeoutSeconds}s` }),
      ...(model === undefined ? {} : { model }),
    };
    const scoring: JsonObject = {
      ...objectAt(extensions, "scoring"),
      ...(threshold === undefined ? {} : { threshold }),
    };
    const own: JsonObject = {
      name: name ?? `${skill ?? "skill"}-eval`,
      ...(Object.keys(runs).length === 0 ? {} : { [key]: runs }),
      ...(Object.keys(scoring).length === 0 ? {} : { scoring }),
      stimuli: rows.map(({ value }) => value),
    };
    return [{ path: "evals/eval.yaml", value: withExtensions(suite, own) }];
  },
};

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = getKey(value, key);
  return found !== undefined && isObject(found) ? found : {};
}
