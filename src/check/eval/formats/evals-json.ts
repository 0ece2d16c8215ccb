/** `evals.json`: the shape of agentskills.io and its relatives, which differ in a key or two. */
import { getKey, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { caseList } from "./case-list.ts";
import type { Check } from "../model.ts";
import {
  acceptableField,
  alias,
  assertionsField,
  hasKeys,
  idField,
  shouldTriggerField,
  textAt,
  textField,
  textsField,
  toRows,
  triggerField,
} from "./fields.ts";
import { type CaseField, type EvalFormat, type OpenedSuite, withExtensions } from "./format.ts";

const FILE = "evals/evals.json";
/** Keys that tell it from other lists under `evals`. */
const ANSWERS: readonly string[] = ["expected_output", "assertions", "should_trigger"];

const triggers: readonly CaseField[] = [
  { ...alias("should_trigger", shouldTriggerField("should_trigger")) },
];

const common: readonly CaseField[] = [
  idField,
  textField("prompt", "prompt"),
  textField("expected_output", "output"),
  textsField("files", "files"),
];

function readRows(value: Json): readonly JsonObject[] {
  const rows = isObject(value) ? getKey(value, "evals") : undefined;
  return Array.isArray(rows) ? rows.filter((row): row is JsonObject => isObject(row)) : [];
}

function openEvals(value: Json, file: Parameters<EvalFormat["open"]>[1]["file"]): OpenedSuite {
  const skill = textAt(value, "skill_name") ?? textAt(value, "skill");
  return {
    ...(skill === undefined ? {} : { skill }),
    rows: toRows(isObject(value) ? getKey(value, "evals") : undefined, file, ["evals"]),
    known: ["skill_name", "skill", "evals"],
  };
}

function evalsFormat(
  options: Pick<EvalFormat, "id" | "title" | "detect"> & {
    readonly fields: readonly CaseField[];
  },
): EvalFormat {
  return {
    ...options,
    file: FILE,
    open: (value, { file }) => openEvals(value, file),
    close: (rows, suite) => {
      const skill = suite.skill === undefined ? {} : { skill_name: suite.skill };
      const own = { ...skill, evals: rows.map(({ value }) => value) };
      return [{ path: FILE, value: withExtensions(suite, own) }];
    },
  };
}

export const agentskills: EvalFormat = evalsFormat({
  id: "agentskills-evals",
  title: "evals.json of agentskills.io",
  detect: (value, file) => {
    const rows = readRows(value);
    if (rows.some((row) => Object.hasOwn(row, "prompt") && hasAny(row, ...ANSWERS))) return true;
    return rows.some((row) => Object.hasOwn(row, "prompt")) && !caseList.detect(value, file);
  },
  fields: [...common, ...triggers, assertionsField("assertions")],
});

export const skillCreator: EvalFormat = evalsFormat({
  id: "skill-creator",
  title: "evals.json of skill-creator",
  detect: (value) => readRows(value).some((row) => hasKeys(row, "prompt", "expectations")),
  fields: [...common, ...triggers, assertionsField("expectations")],
});

const expectedSkill: CaseField = triggerField(
  "expected_skill",
  "the name of a skill, or null",
  (value) => {
    if (value === null) return { none: true };
    return typeof value === "string" ? { fires: [value] } : undefined;
  },
  ({ fires, none }) => (none ? null : fires[0]),
);

const expectedScript: CaseField = {
  path: ["expected_script"],
  type: "the path of a script, or null",
  read: (value) => {
    if (value === null) return {};
    return typeof value === "string"
      ? { checks: [{ kind: "script-run", script: value }] }
      : undefined;
  },
  write: ({ checks }) =>
    checks.find((check): check is Check & { kind: "script-run" } => check.kind === "script-run")
      ?.script,
};

export const skillEvaluator: EvalFormat = evalsFormat({
  id: "skill-evaluator",
  title: "evals.json of SkillEvaluator",
  detect: (value) =>
    readRows(value).some(
      (row) => Object.hasOwn(row, "prompt") && hasAny(row, "expected_skill", "expected_script"),
    ),
  fields: [
    ...common,
    assertionsField("assertions"),
    expectedSkill,
    acceptableField,
    expectedScript,
  ],
});

function hasAny(row: JsonObject, ...keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(row, key));
}
