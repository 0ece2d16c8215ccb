/** A list of cases that follows no program: the names of keys that people give most often. */
import { getKey, isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import type { CaseField, EvalFormat } from "./format.ts";
import { withExtensions } from "./format.ts";
import {
  assertionsField,
  idField,
  loose,
  readTriggerWord,
  textAt,
  textField,
  textsField,
  toRows,
  toTexts,
  triggerField,
} from "./fields.ts";

/** Keys under which a map holds its list. */
const LISTS: readonly string[] = ["cases", "evals", "tests", "test_cases", "queries", "prompts"];

const prompt = textField("prompt", "prompt");
const assertions = assertionsField("assertions");
const output = textField("expected_output", "output");

/** A list alone: a text under such a key is the answer itself. */
const listed: CaseField = {
  ...assertions,
  read: (value, context) => (isList(value) ? assertions.read(value, context) : undefined),
};

/** What must not hold, as a statement like the others. */
const forbidden: CaseField = {
  ...assertions,
  read: (value, context) => {
    const found = assertions.read(value, context)?.assertions;
    if (found === undefined) return undefined;
    return { assertions: found.map((one) => ({ ...one, text: `It must not: ${one.text}` })) };
  },
};

function namesField(key: string, part: "fires" | "acceptable" | "silent"): CaseField {
  return triggerField(
    key,
    "names of skills",
    (value) => {
      const names = toTexts(value);
      if (names === undefined) return undefined;
      // Nothing is expected: no skill may load.
      return part === "fires" && names.length === 0 ? { none: true } : { [part]: names };
    },
    (trigger) => {
      if (part === "fires" && trigger.none) return [];
      return trigger[part].length === 0 ? undefined : trigger[part];
    },
  );
}

const expectedSkills = namesField("expected_skills", "fires");
const acceptable = namesField("acceptable_skills", "acceptable");
const rejected = namesField("forbidden_skills", "silent");

/** Yes, no, or the name of a skill. */
const word: CaseField = {
  path: ["expect"],
  type: "true, false or the name of a skill",
  read: (value, { skill }) => {
    const trigger = readTriggerWord(value, skill);
    return trigger === undefined ? undefined : { trigger };
  },
};

/** Other names of a field, read where the field itself is absent. */
type Others = readonly (readonly [field: CaseField, ...keys: string[]])[];

const REQUESTS: Others = [
  [prompt, "query", "input", "request", "q", "question", "task", "user_prompt", "message"],
];
const EXPECTED: Others = [
  [output, "expected", "expected_answer", "expected_result", "ideal_output", "reference_answer"],
  [listed, "expected", "expectations", "criteria", "checks", "rubric", "must", "must_include"],
  [assertions, "expected_behavior", "expected_behaviors", "success_criteria", "pass_criteria"],
  [forbidden, "must_not", "must_not_do"],
  [word, "expect", "should_trigger", "should_activate", "expected_action", "skill"],
  [expectedSkills, "expected_skill", "skills", "skills_expected_to_activate"],
  [acceptable, "allowed_skills", "optional_skills"],
  [rejected, "reject", "not_expected_skills"],
];
const BESIDE: Others = [
  [idField, "case_id", "name"],
  [textsField("turns", "turns"), "follow_up", "follow_ups"],
  [textField("rationale", "rationale"), "reason", "why", "notes"],
];

function listKeys(others: Others): readonly string[] {
  return others.flatMap(([{ path }, ...keys]) => [String(path[0]), ...keys]);
}

const PROMPTS: readonly string[] = listKeys(REQUESTS);
const EXPECTATIONS: ReadonlySet<string> = new Set(listKeys(EXPECTED));

function findList(value: Json): { readonly key?: string; readonly list: Json } | undefined {
  if (isList(value)) return { list: value };
  if (!isObject(value)) return undefined;
  const key = LISTS.find((one) => isList(getKey(value, one)));
  return key === undefined ? undefined : { key, list: getKey(value, key) ?? [] };
}

/** A request with what is expected of it, under the usual names. */
function isCase(value: Json): boolean {
  return (
    isObject(value) &&
    PROMPTS.some((key) => textAt(value, key) !== undefined) &&
    Object.keys(value).some((key) => EXPECTATIONS.has(key))
  );
}

export const caseList: EvalFormat = {
  id: "case-list",
  title: "list of cases with the usual keys",
  file: "evals/cases.json",
  detect: (value) => {
    const list = findList(value)?.list;
    return isList(list) && list.some(isCase);
  },
  open: (value, { file }) => {
    const { key, list = [] } = findList(value) ?? {};
    const skill = textAt(value, "skill_name") ?? textAt(value, "skill");
    return {
      ...(skill === undefined ? {} : { skill }),
      rows: toRows(list, file, key === undefined ? [] : [key]),
      known: ["skill_name", "skill", ...(key === undefined ? [] : [key])],
    };
  },
  fields: [
    idField,
    prompt,
    textsField("turns", "turns"),
    textField("context", "context"),
    textsField("files", "files"),
    expectedSkills,
    acceptable,
    rejected,
    output,
    assertions,
    textField("split", "split"),
    textsField("tags", "tags"),
    textField("rationale", "rationale"),
    ...[...REQUESTS, ...EXPECTED, ...BESIDE].flatMap(([field, ...keys]) =>
      keys.map((key) => loose(key, field)),
    ),
  ],
  close: (rows, suite) => {
    const own: JsonObject = {
      ...(suite.skill === undefined ? {} : { skill: suite.skill }),
      cases: rows.map(({ value }) => value),
    };
    return [{ path: "evals/cases.json", value: withExtensions(suite, own) }];
  },
};
