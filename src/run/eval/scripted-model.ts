/** A model that answers by a script, for tries and tests without a provider. */
import { getKey, isObject, type Json, type JsonObject } from "../../skill/index.ts";
import { runError } from "../errors.ts";
import type { EvalAnswer, EvalModel, EvalRequest } from "./ask.ts";

interface Rule {
  /** Part of the last message of the user; default: every message. */
  readonly when?: string;
  /** Part of the system prompt, such as a sentence of the skill. */
  readonly whenSystem?: string;
  /** The skill to load, in the first turn. */
  readonly load?: string;
  /** The tools to call, one in each turn. */
  readonly calls?: readonly JsonObject[];
  readonly say?: string;
}

const KEYS: readonly (keyof Rule)[] = ["when", "whenSystem", "load", "say"];

/** `[{"when": "release notes", "load": "release-notes", "say": "…"}]`; the first rule that fits answers. */
export function scriptedModel(text: string, file: string): EvalModel {
  const rules = readRules(text, file);
  return {
    id: "fake:script",
    ask: async (request) => answer(rules.find((rule) => fits(rule, request)) ?? {}, request),
  };
}

function fits({ when, whenSystem }: Rule, { messages }: EvalRequest): boolean {
  const last = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  return containsText(last, when) && containsText(system, whenSystem);
}

function containsText(text: string, part: string | undefined): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}

function answer({ load, calls = [], say = "" }: Rule, { turns, tools }: EvalRequest): EvalAnswer {
  const [tool] = tools;
  const wanted =
    load === undefined || tool === undefined ? calls : [{ tool: tool.name, name: load }];
  const { tool: name, ...input } = (tool === undefined ? undefined : wanted[turns.length]) ?? {};
  const isCall = typeof name === "string";
  return {
    text: isCall ? "" : say,
    calls: isCall ? [{ id: `call-${turns.length + 1}`, name, input: JSON.stringify(input) }] : [],
    usage: { inputTokens: 0, outputTokens: 0 },
    seconds: 0,
  };
}

function readRules(text: string, file: string): readonly Rule[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badScript(file, "It is not JSON", error);
  }
  if (!Array.isArray(value)) throw badScript(file, "It is not a list");
  return value.map((rule: unknown, index) => {
    const isSound =
      isObject(rule) &&
      Object.keys(rule).every((key) =>
        key === "calls"
          ? isCalls(getKey(rule, key))
          : KEYS.some((known) => known === key) && isText(getKey(rule, key)),
      );
    if (!isSound)
      throw badScript(file, `Rule ${index + 1} has another key, or a value that is no text`);
    return rule;
  });
}

function isText(value: Json | undefined): boolean {
  return typeof value === "string";
}

function isCalls(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((call) => isObject(call) && isText(call["tool"]));
}

function badScript(file: string, problem: string, cause?: unknown): Error {
  const place = cause === undefined ? { file } : { file, cause };
  return runError("run/bad-script", { problem }, place);
}
