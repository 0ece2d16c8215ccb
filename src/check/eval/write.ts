/** Writes a suite in another format, and says what of it that format cannot hold. */
import {
  getKey,
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  setPath,
  withKey,
} from "../../skill/index.ts";
import { renderYaml } from "../../skill/text/rewrite.ts";
import type { ClosedFile, EvalFormat, WrittenRow } from "./formats/format.ts";
import type { EvalCase, EvalSuite, SuiteFile } from "./model.ts";
import { PRESERVED, readSuite } from "./read.ts";

/** A value that did not come over as it was. */
export interface Loss {
  /** Id of the case; absent: the suite as a whole. */
  readonly case?: string;
  /** `assertions`, `trigger`, or `case` where all of it is lost. */
  readonly field: string;
  /** `preserved`: stored under `x-skillwright`, where only Skillwright reads it. */
  readonly outcome: "preserved" | "lost";
  readonly message: string;
}

export interface WrittenSuite {
  readonly format: string;
  /** The main file first; paths relative to the folder of the skill. */
  readonly files: readonly SuiteFile[];
  readonly losses: readonly Loss[];
}

const FIELDS = [
  "id",
  "turns",
  "context",
  "files",
  "trigger",
  "output",
  "assertions",
  "checks",
  "split",
  "tags",
  "rationale",
  "extensions",
] as const satisfies readonly (keyof EvalCase)[];

type Field = (typeof FIELDS)[number];

export function writeSuite(suite: EvalSuite, format: EvalFormat): WrittenSuite {
  const first = suite.cases.map((item) => ({ item, value: toRow(item, suite, format) }));
  const before = pair(suite.cases, reread(first, suite, format));
  const rows = first.map(({ item, value }): WrittenRow => {
    const back = before.get(item);
    const kept = back === undefined ? [] : differing(item, back);
    if (kept.length === 0 || !isObject(value)) return { item, value };
    const extra = Object.fromEntries(kept.map((field) => [field, (item[field] ?? null) as Json]));
    return { item, value: withKey(value, PRESERVED, extra) };
  });
  const files = render(format.close(rows, suite));
  const after = pair(suite.cases, reread(rows, suite, format));
  return {
    format: format.id,
    files,
    losses: [
      ...suiteLosses(suite, format, files),
      ...suite.cases.flatMap((item) => caseLosses(item, before.get(item), after.get(item), format)),
    ],
  };
}

function toRow(item: EvalCase, suite: EvalSuite, format: EvalFormat): Json {
  let row: JsonObject = {};
  for (const { path, write } of format.fields) {
    const value = write?.(item, { skill: suite.skill ?? "" });
    if (value !== undefined) row = setPath(row, path, value);
  }
  return mergeUnder(row, item.extensions);
}

/** Keys of the case that no field stands for, wherever the format does not write something else. */
function mergeUnder(row: JsonObject, extensions: JsonObject): JsonObject {
  let merged = row;
  for (const key of Object.keys(extensions)) {
    const value = getKey(extensions, key) ?? null;
    const own = getKey(merged, key);
    if (own === undefined) merged = withKey(merged, key, value);
    else if (isObject(own) && isObject(value))
      merged = withKey(merged, key, mergeUnder(own, value));
  }
  return merged;
}

function render(files: readonly ClosedFile[]): readonly SuiteFile[] {
  return files.map(({ path, value }) => ({
    path,
    text: /\.ya?ml$/u.test(path)
      ? `${renderYaml(value)}\n`
      : `${JSON.stringify(value, undefined, 2)}\n`,
  }));
}

/** What a reader of the format makes of the files. */
function reread(
  rows: readonly WrittenRow[],
  suite: EvalSuite,
  format: EvalFormat,
): readonly EvalCase[] {
  return readAll(render(format.close(rows, suite)), format, suite).flatMap(({ cases }) => cases);
}

function readAll(
  files: readonly SuiteFile[],
  format: EvalFormat,
  { skill }: EvalSuite,
): readonly EvalSuite[] {
  const done = new Set<string>();
  return files.flatMap((file) => {
    if (done.has(file.path)) return [];
    const { value } = readSuite(file, {
      format: format.id,
      files,
      ...(skill === undefined ? {} : { skill }),
    });
    for (const path of value?.files ?? [file.path]) done.add(path);
    return value === undefined ? [] : [value.suite];
  });
}

/** Formats keep the order, so that cases of one request are looked for near their place among these. */
const FAR = 50;

/** Requests are in every format, so that cases find each other by them; of the same request, those that differ least. */
function pair(
  cases: readonly EvalCase[],
  others: readonly EvalCase[],
): ReadonlyMap<EvalCase, EvalCase> {
  const byPrompt = Map.groupBy(others, ({ prompt }) => prompt);
  const seen = new Map<string, number>();
  const candidates = cases.flatMap((item) => {
    const at = seen.get(item.prompt) ?? 0;
    seen.set(item.prompt, at + 1);
    const near = byPrompt.get(item.prompt)?.slice(Math.max(0, at - FAR), at + FAR) ?? [];
    return near.map((other) => ({
      item,
      other,
      cost: differing(item, other).length,
    }));
  });
  const pairs = new Map<EvalCase, EvalCase>();
  const taken = new Set<EvalCase>();
  for (const { item, other } of candidates.toSorted((a, b) => a.cost - b.cost)) {
    if (pairs.has(item) || taken.has(other)) continue;
    pairs.set(item, other);
    taken.add(other);
  }
  return pairs;
}

function differing(item: EvalCase, other: EvalCase): readonly Field[] {
  // Fields of the model are plain data.
  return FIELDS.filter((field) => !isEqual(item[field] as Json, other[field] as Json));
}

function caseLosses(
  item: EvalCase,
  before: EvalCase | undefined,
  after: EvalCase | undefined,
  { title }: EvalFormat,
): readonly Loss[] {
  if (before === undefined || after === undefined)
    return [
      {
        case: item.id,
        field: "case",
        outcome: "lost",
        message: `The format (${title}) has no place for ${item.trigger === undefined ? "a case that says nothing of triggering" : "what the case says of triggering"}.`,
      },
    ];
  const lost = differing(item, after);
  return differing(item, before).map((field) => ({
    case: item.id,
    field,
    ...(lost.includes(field)
      ? { outcome: "lost", message: `\`${field}\` has no place in the format (${title}).` }
      : {
          outcome: "preserved",
          message: `\`${field}\` has no place in the format (${title}); it is kept under \`${PRESERVED}\`, which other programs do not read.`,
        }),
  }));
}

/** A format may require what the suite says nothing of. */
function onlyKeysOf(wanted: object, found: object = {}): JsonObject {
  return Object.fromEntries(Object.entries(found).filter(([key]) => key in wanted));
}

function suiteLosses(
  suite: EvalSuite,
  format: EvalFormat,
  files: readonly SuiteFile[],
): readonly Loss[] {
  const [back] = readAll(files, format, suite);
  const parts = {
    name: [suite.name, back?.name],
    defaults: [{ ...suite.defaults }, onlyKeysOf(suite.defaults, back?.defaults)],
  } as const;
  return Object.entries(parts).flatMap(([field, [mine, other]]): readonly Loss[] => {
    const isNothing = mine === undefined || isEqual(mine, {});
    if (isNothing || isEqual(mine, other)) return [];
    return [
      {
        field,
        outcome: "lost",
        message: `\`${field}\` of the suite has no place in the format (${format.title}).`,
      },
    ];
  });
}
