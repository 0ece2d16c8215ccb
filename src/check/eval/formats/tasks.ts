/** `tasks.json`: requests with the skills that are expected of a whole library. */
import { getKey, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import {
  acceptableField,
  idField,
  isListOf,
  numberAt,
  textField,
  textsField,
  toRows,
  toTexts,
  triggerField,
} from "./fields.ts";
import { type CaseField, type EvalFormat, withExtensions } from "./format.ts";

const expected: CaseField = triggerField(
  "expected_skills",
  "a list of names of skills",
  (value) => {
    const fires = toTexts(value);
    return fires === undefined ? undefined : { fires };
  },
  ({ fires }) => fires,
);

const negative: CaseField = triggerField(
  "negative",
  "true or false",
  (value) => (typeof value === "boolean" ? { none: value } : undefined),
  ({ none }) => (none ? true : undefined),
);

export const routingTasks: EvalFormat = {
  id: "routing-tasks",
  title: "tasks.json with expected_skills",
  file: "evals/tasks.json",
  detect: (value) =>
    isObject(value) &&
    isListOf(getKey(value, "tasks"), "expected_skills", "acceptable_skills", "negative"),
  open: (value, { file }) => {
    const at = (key: string): Json | undefined =>
      isObject(value) ? getKey(value, key) : undefined;
    const threshold = numberAt(value, "gate");
    return {
      ...(threshold === undefined ? {} : { defaults: { threshold } }),
      rows: toRows(at("tasks"), file, ["tasks"]),
      known: ["tasks", ...(threshold === undefined ? [] : ["gate"])],
    };
  },
  fields: [
    idField,
    textField("prompt", "prompt"),
    expected,
    acceptableField,
    negative,
    textsField("tags", "tags"),
    textField("rationale", "rationale"),
  ],
  close: (rows, suite) => {
    const { threshold } = suite.defaults;
    const own: JsonObject = {
      ...(threshold === undefined ? {} : { gate: threshold }),
      // A task is to find skills.
      tasks: rows.filter(({ item }) => item.trigger !== undefined).map(({ value }) => value),
    };
    return [{ path: "evals/tasks.json", value: withExtensions(suite, own) }];
  },
};
