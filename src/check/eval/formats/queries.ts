/** Requests with the behaviour that is expected of the answer. */
import { getKey, isObject, type Json } from "../../../skill/index.ts";
import type { EvalCase } from "../model.ts";
import {
  assertionsField,
  hasKeys,
  isListOf,
  textField,
  textsField,
  toFiles,
  toRows,
  toTexts,
  triggerField,
} from "./fields.ts";
import type { CaseField, EvalFormat } from "./format.ts";

const skills: CaseField = triggerField(
  "skills",
  "a list of names of skills",
  (value) => {
    const fires = toTexts(value);
    return fires === undefined ? undefined : { fires };
  },
  ({ fires }) => (fires.length === 0 ? undefined : fires),
);

function withoutCriteria(item: EvalCase): EvalCase {
  return { ...item, assertions: item.assertions.filter(({ isCriterion }) => isCriterion !== true) };
}

function onlyCriteria(item: EvalCase): EvalCase {
  const assertions = item.assertions
    .filter(({ isCriterion }) => isCriterion === true)
    .map(({ isCriterion: _isCriterion, ...rest }) => rest);
  return { ...item, assertions };
}

const behavior = assertionsField("expected_behavior");
const criteria = assertionsField("success_criteria");

const fields: readonly CaseField[] = [
  textField("query", "prompt"),
  {
    ...behavior,
    // The key tells the format from others, so that it stands there where nothing is expected of the answer.
    write: (item, context) =>
      behavior.write?.(withoutCriteria(item), context) ??
      (item.assertions.length === 0 ? [] : undefined),
  },
  {
    ...criteria,
    read: (value, context) => {
      const patch = criteria.read(value, context);
      const assertions = patch?.assertions?.map((one) => ({ ...one, isCriterion: true }));
      return assertions === undefined ? undefined : { assertions };
    },
    write: (item, context) => criteria.write?.(onlyCriteria(item), context),
  },
  textsField("files", "files"),
  textField("context", "context"),
  skills,
];

export const queryList: EvalFormat = {
  id: "query-list",
  title: "list of queries with expected_behavior",
  file: "evals/evals.json",
  detect: (value) =>
    isListOf(value, "expected_behavior", "success_criteria") && isListOf(value, "query"),
  open: (value, { file }) => ({ rows: toRows(value, file, []), known: [] }),
  fields,
  close: (rows) => [{ path: "evals/evals.json", value: rows.map(({ value }) => value) }],
};

/** The name of a case is that of the file where the format has one file for each. */
const nameField: CaseField = {
  path: ["name"],
  type: "text",
  read: (value) => (typeof value === "string" ? { id: value } : undefined),
  write: ({ id }) => id,
};

export const queryFile: EvalFormat = {
  id: "query-file",
  title: "one query with expected_behavior in each file",
  file: "evaluations/<name>.json",
  detect: (value) =>
    hasKeys(value, "query") &&
    ["expected_behavior", "success_criteria"].some((key) => hasKey(value, key)),
  open: (value, { file }) => ({
    rows: [{ value, file, path: [] }],
    known: isObject(value) ? Object.keys(value) : [],
  }),
  fields: [nameField, ...fields],
  close: (rows) => toFiles(rows, (name) => `evaluations/${name}.json`),
};

function hasKey(value: Json, key: string): boolean {
  return isObject(value) && getKey(value, key) !== undefined;
}
