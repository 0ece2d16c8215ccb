/** Files that say of requests whether one skill has to load. */
import { getKey, isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import type { CaseField, CasePatch, EvalFormat, OpenedSuite, Row, WrittenRow } from "./format.ts";
import { withExtensions } from "./format.ts";
import {
  alias,
  firesSkill,
  hasKeys,
  idField,
  isListOf,
  isMeant,
  shouldTriggerField,
  staysSilent,
  textAt,
  textField,
  toRows,
  triggerField,
} from "./fields.ts";
import { type EvalSuite, toSlug, type SuiteFile } from "../model.ts";

const query = textField("query", "prompt");
/** What people write in place of `query`. */
const queries = ["prompt", "input", "request", "q", "text"].map((key) => alias(key, query));
const shouldTrigger = shouldTriggerField("should_trigger");

/** Keys under which a map holds the list. */
const LISTS: readonly string[] = ["evals", "cases", "queries", "triggers", "tests"];

/** Files that say of an answer what it holds belong to other formats, whatever they say of triggering. */
const ANSWERS: readonly string[] = ["assertions", "expectations", "expected_output"];

function listKey(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  return LISTS.find((key) => {
    const list = getKey(value, key);
    return isTriggerList(list) && !isListOf(list, ...ANSWERS);
  });
}

function isTriggerList(value: Json | undefined): boolean {
  return isListOf(value, "should_trigger", "shouldTrigger", "should_activate");
}

/** `expected_skill` names another skill where this one shall stay silent. */
const expectedSkill = triggerField(
  "expected_skill",
  "the name of a skill, or null",
  (value) => {
    if (value === null) return { none: true };
    return typeof value === "string" ? { fires: [value] } : undefined;
  },
  ({ fires, silent, none }, skill) => {
    if (none) return null;
    const isOther = fires.includes(skill) || silent.includes(skill);
    return isOther ? fires.find((name) => name !== skill) : undefined;
  },
);

/** A row without `should_trigger` is none that a reader of the format takes. */
function isAboutTriggers({ item }: WrittenRow): boolean {
  return item.trigger !== undefined;
}

/** Written where it is not made of the request. */
const explicitId: CaseField = {
  ...idField,
  write: (item, context) =>
    item.id === toSlug(item.prompt) ? undefined : idField.write?.(item, context),
};

export const triggerList: EvalFormat = {
  id: "trigger-list",
  title: "list of queries with should_trigger",
  file: "evals/triggers.json",
  detect: (value) => isTriggerList(value) || listKey(value) !== undefined,
  open: (value, { file }) => {
    const key = listKey(value);
    if (key === undefined || !isObject(value)) return { rows: toRows(value, file, []), known: [] };
    const skill = textAt(value, "skill_name") ?? textAt(value, "skill");
    return {
      ...(skill === undefined ? {} : { skill }),
      rows: toRows(getKey(value, key), file, [key]),
      known: ["skill_name", "skill", key],
    };
  },
  fields: [
    explicitId,
    query,
    ...queries,
    shouldTrigger,
    ...["shouldTrigger", "should_activate"].map((key) => alias(key, shouldTrigger)),
    expectedSkill,
    textField("rationale", "rationale"),
    alias("notes", textField("notes", "rationale")),
    alias("reason", textField("reason", "rationale")),
    alias("split", textField("split", "split")),
  ],
  close: (rows, suite) => {
    const list = rows.filter(isAboutTriggers).map(({ value }) => value);
    const hasOther = Object.keys(suite.extensions).length > 0;
    const value = hasOther ? withExtensions(suite, { evals: list }) : list;
    return [{ path: "evals/triggers.json", value }];
  },
};

/** Keys of both sides, the usual ones first. */
const SIDES: readonly (readonly [key: string, fires: boolean])[] = [
  ["should_trigger", true],
  ["should_not_trigger", false],
  ["should_activate", true],
  ["should_not_activate", false],
];

function isSide(value: Json | undefined): boolean {
  if (value === undefined) return false;
  return isList(value) || (isObject(value) && Object.values(value).every((part) => isList(part)));
}

/** The rows of one side: a list, or lists by the name of their split. */
function sideRows(
  value: Json | undefined,
  key: string,
  file: SuiteFile,
  patch: CasePatch,
): readonly Row[] {
  if (isList(value)) return toRows(value, file, [key], patch);
  if (value === undefined || !isObject(value)) return [];
  return Object.entries(value).flatMap(([split, rows]) =>
    toRows(rows, file, [key, split], { ...patch, split }),
  );
}

function openSides(value: Json, file: SuiteFile, skill: string): OpenedSuite {
  const named = textAt(value, "skill_name") ?? textAt(value, "skill");
  const meant = named ?? skill;
  const rows = SIDES.flatMap(([key, fires]) =>
    sideRows(isObject(value) ? getKey(value, key) : undefined, key, file, {
      trigger: fires ? firesSkill(meant) : staysSilent(meant),
    }),
  );
  return {
    ...(named === undefined ? {} : { skill: named }),
    rows,
    known: ["skill_name", "skill", ...SIDES.map(([key]) => key)],
  };
}

/** Text where the row says nothing else. */
function plain(value: Json): Json {
  const text = textAt(value, "query");
  return text !== undefined && isObject(value) && Object.keys(value).length === 1 ? text : value;
}

function bySplit(rows: readonly WrittenRow[]): Json {
  if (rows.every(({ item }) => item.split === undefined))
    return rows.map(({ value }) => plain(value));
  const groups = Object.groupBy(rows, ({ item }) => item.split ?? "train");
  return Object.fromEntries(
    Object.entries(groups).map(([split, group]) => [
      split,
      (group ?? []).map(({ value }) => plain(value)),
    ]),
  );
}

function ofSide(
  rows: readonly WrittenRow[],
  suite: EvalSuite,
  fires: boolean,
): readonly WrittenRow[] {
  return rows.filter(
    ({ item: { trigger } }) =>
      trigger !== undefined && isMeant(trigger, suite.skill ?? "") === fires,
  );
}

export const splitTriggers: EvalFormat = {
  id: "split-triggers",
  title: "queries by should_trigger and split",
  file: "evals/triggers.json",
  detect: (value) => isObject(value) && SIDES.some(([key]) => isSide(getKey(value, key))),
  open: (value, { file, skill }) => openSides(value, file, skill),
  readText: (prompt) => ({ prompt }),
  fields: [query, ...queries, textField("rationale", "rationale")],
  close: (rows, suite) => {
    const own = {
      ...(suite.skill === undefined ? {} : { skill: suite.skill }),
      should_trigger: bySplit(ofSide(rows, suite, true)),
      should_not_trigger: bySplit(ofSide(rows, suite, false)),
    };
    return [{ path: "evals/triggers.json", value: withExtensions(suite, own) }];
  },
};

const items = (value: Json): Json | undefined => {
  const triggers = isObject(value) ? getKey(value, "triggers") : undefined;
  return triggers !== undefined && isObject(triggers) ? getKey(triggers, "items") : undefined;
};

export const triggerItems: EvalFormat = {
  id: "trigger-items",
  title: "trigger items with expected: fire",
  file: "evals/triggers.json",
  detect: (value) => isList(items(value)),
  open: (value, { file }) => {
    const skill = textAt(value, "skill");
    return {
      ...(skill === undefined ? {} : { skill }),
      rows: toRows(items(value), file, ["triggers", "items"]),
      known: ["skill", "triggers"],
    };
  },
  fields: [
    idField,
    query,
    {
      path: ["expected"],
      type: "`fire`, or another word for no",
      read: (value, { skill }) => {
        if (typeof value !== "string") return undefined;
        return { trigger: value === "fire" ? firesSkill(skill) : staysSilent(skill) };
      },
      write: ({ trigger }, { skill }) => {
        if (trigger === undefined) return undefined;
        return isMeant(trigger, skill) ? "fire" : "no_fire";
      },
    },
    textField("split", "split"),
    textField("rationale", "rationale"),
  ],
  close: (rows, suite) => {
    const own: JsonObject = {
      ...(suite.skill === undefined ? {} : { skill: suite.skill }),
      triggers: { items: rows.filter(isAboutTriggers).map(({ value }) => value) },
    };
    return [{ path: "evals/triggers.json", value: withExtensions(suite, own) }];
  },
};

export const wazaTriggers: EvalFormat = {
  id: "waza-triggers",
  title: "trigger_tests.yaml of waza",
  file: "evals/trigger_tests.yaml",
  detect: (value) =>
    hasKeys(value, "should_trigger_prompts") || hasKeys(value, "should_not_trigger_prompts"),
  open: (value, { file, skill }) => {
    const named = textAt(value, "skill");
    const meant = named ?? skill;
    const at = (key: string): Json | undefined =>
      isObject(value) ? getKey(value, key) : undefined;
    return {
      ...(named === undefined ? {} : { skill: named }),
      rows: [
        ...toRows(at("should_trigger_prompts"), file, ["should_trigger_prompts"], {
          trigger: firesSkill(meant),
        }),
        ...toRows(at("should_not_trigger_prompts"), file, ["should_not_trigger_prompts"], {
          trigger: staysSilent(meant),
        }),
      ],
      known: ["skill", "should_trigger_prompts", "should_not_trigger_prompts"],
    };
  },
  readText: (prompt) => ({ prompt }),
  fields: [textField("prompt", "prompt"), textField("reason", "rationale")],
  close: (rows, suite) => {
    const own = {
      ...(suite.skill === undefined ? {} : { skill: suite.skill }),
      should_trigger_prompts: ofSide(rows, suite, true).map(({ value }) => value),
      should_not_trigger_prompts: ofSide(rows, suite, false).map(({ value }) => value),
    };
    return [{ path: "evals/trigger_tests.yaml", value: withExtensions(suite, own) }];
  },
};
