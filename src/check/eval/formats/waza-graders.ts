/** The graders of waza: what they say in the model, and the way back. */
import { getKey, isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { type Check, NO_TRIGGER } from "../model.ts";
import { textAt, toTexts } from "./fields.ts";
import type { CasePatch } from "./format.ts";
import { eachText, type GraderReader, type GraderWriter, named, onlyKeys } from "./graders.ts";

type ConfigReader = (config: JsonObject) => CasePatch | undefined;

export const contains = (value: string): Check => ({ kind: "contains", value, ignoresCase: true });
export const lacks = (value: string): Check => ({
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
      ["must_exist", "must_not_exist", "content_patterns"],
      (config) => ({
        checks: [
          ...eachText(config, "must_exist", (path) => ({ kind: "file", path })),
          ...eachText(config, "must_not_exist", (path) => ({ kind: "file", path, isAbsent: true })),
          ...readPatterns(getKey(config, "content_patterns")),
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
      ["required_skills", "mode"],
      (config) => {
        const fires = toTexts(getKey(config, "required_skills"));
        if (fires === undefined || fires.length === 0) return undefined;
        if (![undefined, "any_order"].includes(textAt(config, "mode"))) return undefined;
        return { trigger: { ...NO_TRIGGER, fires } };
      },
    ],
    tool_constraint: [
      ["expect_tools", "reject_tools"],
      (config) => {
        const wanted = toolNames(config, "expect_tools");
        const refused = toolNames(config, "reject_tools");
        if (wanted === undefined || refused === undefined) return undefined;
        return { checks: [...wanted.map(calls), ...refused.map(avoids)] };
      },
    ],
    behavior: [
      ["max_tool_calls", "max_tokens", "max_duration_ms", "required_tools", "forbidden_tools"],
      (config) => ({ checks: readBehavior(config) }),
    ],
    action_sequence: [
      ["expected_actions", "matching_mode"],
      (config) => {
        if (![undefined, "in_order_match"].includes(textAt(config, "matching_mode")))
          return undefined;
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

const mostTime = (limit: number): Check => ({ kind: "most-seconds", limit: limit / 1000 });

/** What tasks and graders say of behaviour, each under its name of the longest time. */
export function readBehavior(config: JsonObject): readonly Check[] {
  return [
    ...readLimit(config, "max_tool_calls", (limit) => ({ kind: "most-tool-calls", limit })),
    ...readLimit(config, "max_tokens", (limit) => ({ kind: "most-tokens", limit })),
    ...readLimit(config, "max_duration_ms", mostTime),
    ...readLimit(config, "max_response_time_ms", mostTime),
    ...eachText(config, "required_tools", calls),
    ...eachText(config, "forbidden_tools", avoids),
  ];
}

/** Tools by name, or as maps with nothing but the name. */
function toolNames(config: JsonObject, key: string): readonly string[] | undefined {
  const value = getKey(config, key) ?? [];
  if (!isList(value)) return undefined;
  const names = value.map((one) => (typeof one === "string" ? one : onlyText(one, "tool")));
  return names.every((one) => one !== undefined) ? names : undefined;
}

function readPatterns(value: Json | undefined): readonly Check[] {
  if (!isList(value)) return [];
  return value.flatMap((one): readonly Check[] => {
    const path = textAt(one, "path");
    if (path === undefined || !isObject(one)) return [];
    return [
      ...eachText(one, "must_match", (matched) => ({ kind: "file", path, matches: matched })),
      ...eachText(one, "must_not_match", (matched) => ({
        kind: "file",
        path,
        matches: matched,
        isAbsent: true,
      })),
    ];
  });
}

export const readGrader: GraderReader = (entry) => {
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
      if (check.contains !== undefined) return undefined;
      if (check.matches === undefined) return grader("file", { [key]: [check.path] }, name);
      const pattern = check.isAbsent === true ? "must_not_match" : "must_match";
      const patterns = [{ path: check.path, [pattern]: [check.matches] }];
      return grader("file", { content_patterns: patterns }, name);
    }
    case "json-schema":
      return grader("json_schema", { schema: check.schema }, name);
    case "tool-called": {
      const key = check.isNegated === true ? "reject_tools" : "expect_tools";
      return grader("tool_constraint", { [key]: [{ tool: check.tool }] }, name);
    }
    case "tool-order":
      return grader(
        "action_sequence",
        { matching_mode: "in_order_match", expected_actions: check.tools },
        name,
      );
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

export const writer: GraderWriter = {
  check: writeCheck,
  assertion: (text) => grader("prompt", { prompt: text }),
  trigger: ({ fires }) =>
    fires.length === 0
      ? []
      : [grader("skill_invocation", { mode: "any_order", required_skills: fires })],
};

/** The text at a key of a map that has no other. */
export function onlyText(value: Json, key: string): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  return textAt(value, key);
}
