import { getKey, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import type { EvalCase, TriggerExpectation } from "../model.ts";
import { NO_TRIGGER } from "../model.ts";
import { findFault } from "../preserved.ts";
import { hasKeys, idField, readDefaults, textAt, textField, textsField, toRows } from "./fields.ts";
import { type CaseField, type EvalFormat, withExtensions } from "./format.ts";

const VERSION = "skillwright-evals/1";

/** Holds every field of the model, so that nothing is lost on the way into it. */
export const skillwright: EvalFormat = {
  id: "skillwright",
  title: "Skillwright",
  file: "evals/skillwright.json",
  detect: (value) => hasKeys(value, "format", "cases") && value["format"] === VERSION,
  open: (value, { file }) => ({
    ...(textAt(value, "skill") === undefined ? {} : { skill: textAt(value, "skill") ?? "" }),
    ...(textAt(value, "name") === undefined ? {} : { name: textAt(value, "name") ?? "" }),
    defaults: readDefaults(isObject(value) ? getKey(value, "defaults") : undefined, {
      trials: "trials",
      timeoutSeconds: "timeoutSeconds",
      model: "model",
      judgeModel: "judgeModel",
      threshold: "threshold",
    }),
    rows: toRows(isObject(value) ? getKey(value, "cases") : undefined, file, ["cases"]),
    known: ["format", "skill", "name", "defaults", "cases"],
  }),
  fields: [
    idField,
    textField("prompt", "prompt"),
    textsField("turns", "turns"),
    textField("context", "context"),
    textsField("files", "files"),
    dataField("trigger", "a map of names of skills", isTrigger, ({ trigger }) => trigger),
    textField("output", "output"),
    dataField("assertions", "a list of statements", isAssertions, ({ assertions }) =>
      assertions.length === 0 ? undefined : assertions,
    ),
    {
      ...dataField(
        "checks",
        "a list of checks",
        (value) => findFault(value) === undefined,
        ({ checks }) => (checks.length === 0 ? undefined : checks),
      ),
      findFault,
    },
    textField("split", "split"),
    textsField("tags", "tags"),
    textField("rationale", "rationale"),
  ],
  close: (rows, suite) => {
    const { skill, name, defaults } = suite;
    const own: JsonObject = {
      format: VERSION,
      ...(skill === undefined ? {} : { skill }),
      ...(name === undefined ? {} : { name }),
      ...(Object.keys(defaults).length === 0 ? {} : { defaults: { ...defaults } }),
      cases: rows.map(({ value }) => value),
    };
    return [{ path: "evals/skillwright.json", value: withExtensions(suite, own) }];
  },
};

/** A part of the model as it stands. */
function dataField<K extends "trigger" | "assertions" | "checks">(
  key: K,
  type: string,
  isSound: (value: Json) => boolean,
  pick: (item: EvalCase) => EvalCase[K] | undefined,
): CaseField {
  return {
    path: [key],
    type,
    // It was checked to be of the shape that the model has.
    read: (value) => (isSound(value) ? { [key]: value as unknown } : undefined),
    // Parts of the model are plain data.
    write: (item) => pick(item) as Json | undefined,
  };
}

function isTrigger(value: Json): boolean {
  if (!isObject(value)) return false;
  const keys: readonly (keyof TriggerExpectation)[] = ["fires", "acceptable", "silent", "none"];
  return Object.entries(value).every(([key, part]) => {
    const name = keys.find((one) => one === key);
    if (name === undefined) return false;
    return name === "none" ? typeof part === typeof NO_TRIGGER.none : isTexts(part);
  });
}

function isTexts(value: Json): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isAssertions(value: Json): boolean {
  return Array.isArray(value) && value.every((one: Json) => textAt(one, "text") !== undefined);
}
