/** Requests for each skill of a library, and near misses with the skill that they are for. */
import {
  getKey,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../../../skill/index.ts";
import type { SuiteFile, TriggerExpectation } from "../model.ts";
import {
  alias,
  firesSkill,
  staysSilent,
  textAt,
  textField,
  toRows,
  triggerField,
} from "./fields.ts";
import { type EvalFormat, type Row, withExtensions, type WrittenRow } from "./format.ts";

/** Keys of the lists of a skill, the usual ones first. */
const SIDES: readonly (readonly [key: string, fires: boolean])[] = [
  ["should", true],
  ["should_not", false],
  ["near", false],
  ["should_trigger", true],
  ["should_not_trigger", false],
  ["positive", true],
  ["negative", false],
];

interface Entry {
  readonly skill: string;
  readonly sides: JsonObject;
  readonly path: Path;
}

function hasSide(value: Json): value is JsonObject {
  return isObject(value) && SIDES.some(([key]) => isList(getKey(value, key)));
}

/** The skills of a file: by their names, or as a list; nothing where it is another file. */
function readEntries(value: Json): readonly Entry[] {
  if (isList(value)) {
    const entries = value.flatMap((one, index): readonly Entry[] => {
      const skill = textAt(one, "skill");
      return hasSide(one) && skill !== undefined ? [{ skill, sides: one, path: [index] }] : [];
    });
    return entries.length === value.length ? entries : [];
  }
  if (!isObject(value)) return [];
  const inner = getKey(value, "skills");
  if (isObject(inner)) return entriesIn(inner, ["skills"]);
  return entriesIn(value, []);
}

function entriesIn(value: JsonObject, path: Path): readonly Entry[] {
  const maps = Object.entries(value).filter(([, one]) => isObject(one));
  const entries = maps.flatMap(([skill, one]): readonly Entry[] =>
    hasSide(one) ? [{ skill, sides: one, path: [...path, skill] }] : [],
  );
  return entries.length === maps.length ? entries : [];
}

function readRows({ skill, sides, path }: Entry, file: SuiteFile): readonly Row[] {
  return SIDES.flatMap(([key, fires]) =>
    toRows(getKey(sides, key), file, [...path, key], {
      trigger: fires ? firesSkill(skill) : staysSilent(skill),
    }),
  );
}

const prompt = textField("prompt", "prompt");

/** Under a near miss: the skill that the request is for. */
const expected = triggerField(
  "expect",
  "the name of a skill, or null",
  (value) => {
    if (value === null) return { none: true };
    return typeof value === "string" ? { fires: [value] } : undefined;
  },
  ({ fires, silent, none }) => {
    if (none) return null;
    return silent.length === 0 ? undefined : fires[0];
  },
);

/** A request for which no skill may load is a near miss of the skill of the suite. */
function findOwner(
  { fires, silent, none }: TriggerExpectation,
  skill: string | undefined,
): string | undefined {
  return silent[0] ?? fires[0] ?? (none ? skill : undefined);
}

/** Text where the row says nothing else. */
function plain(value: Json): Json {
  const text = textAt(value, "prompt");
  return text !== undefined && isObject(value) && Object.keys(value).length === 1 ? text : value;
}

function isNear({ item }: WrittenRow): boolean {
  return item.trigger !== undefined && (item.trigger.none || item.trigger.silent.length > 0);
}

function writeSides(rows: readonly WrittenRow[]): JsonObject {
  return {
    should: rows.filter((row) => !isNear(row)).map(({ value }) => plain(value)),
    should_not: rows.filter(isNear).map(({ value }) => plain(value)),
  };
}

export const libraryTriggers: EvalFormat = {
  id: "library-triggers",
  title: "requests and near misses by skill",
  file: "evals/triggers.json",
  detect: (value) => readEntries(value).length > 0,
  open: (value, { file }) => {
    const entries = readEntries(value);
    return {
      rows: entries.flatMap((entry) => readRows(entry, file)),
      known: ["skills", ...entries.map(({ skill }) => skill)],
    };
  },
  readText: (text) => ({ prompt: text }),
  fields: [prompt, alias("query", prompt), expected, textField("rationale", "rationale")],
  close: (rows, suite) => {
    const groups = Map.groupBy(
      rows,
      ({ item }) => item.trigger && findOwner(item.trigger, suite.skill),
    );
    const skills = [...groups].flatMap(([skill, own]) =>
      skill === undefined ? [] : [[skill, writeSides(own)] as const],
    );
    const value = withExtensions(suite, { skills: Object.fromEntries(skills) });
    return [{ path: "evals/triggers.json", value }];
  },
};
