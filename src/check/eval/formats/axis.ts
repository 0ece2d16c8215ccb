/** `axis.config.json` with a file for each scenario. */
import { getKey, isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import {
  assertionsField,
  hasKeys,
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
  withExtensions,
} from "./format.ts";

const CONFIG = "axis.config.json";
const SCENARIOS = "scenarios/*.json";

const judge: CaseField = {
  ...assertionsField("judge"),
  write: ({ assertions }) =>
    assertions.length === 0
      ? undefined
      : assertions.map(({ text, weight }) => ({
          check: text,
          ...(weight === undefined ? {} : { weight }),
        })),
};

const nameField: CaseField = {
  path: ["name"],
  type: "text",
  read: (value) => (typeof value === "string" ? { id: value } : undefined),
  write: ({ id }) => id,
};

function isScenario(value: Json): boolean {
  return hasKeys(value, "prompt", "judge") && isList(getKey(value, "judge"));
}

function scenarioRows(value: JsonObject, { siblings, parse }: OpenContext): readonly Row[] {
  const patterns = toTexts(getKey(value, "scenarios")) ?? [];
  return (patterns.length === 0 ? [SCENARIOS] : patterns).flatMap(siblings).flatMap((file) => {
    const parsed = parse(file);
    return parsed === undefined ? [] : [{ value: parsed, file, path: [] }];
  });
}

export const axis: EvalFormat = {
  id: "axis",
  title: "axis.config.json with scenarios",
  file: CONFIG,
  detect: (value, { path }) => path.split("/").at(-1) === CONFIG || isScenario(value),
  open: (value, context) => {
    if (!isObject(value)) return { rows: [], known: [] };
    if (isScenario(value))
      return { rows: [{ value, file: context.file, path: [] }], known: Object.keys(value) };
    const skill = textAt(value, "skill");
    return {
      ...(skill === undefined ? {} : { skill }),
      rows: scenarioRows(value, context),
      known: ["skill"],
    };
  },
  fields: [nameField, textField("prompt", "prompt"), judge, textsField("tags", "tags")],
  close: (rows, suite) => [
    {
      path: CONFIG,
      value: withExtensions(suite, {
        ...(suite.skill === undefined ? {} : { skill: suite.skill }),
        scenarios: getKey(suite.extensions, "scenarios") ?? SCENARIOS,
      }),
    },
    ...toFiles(rows, (name) => `scenarios/${name}.json`),
  ],
};
