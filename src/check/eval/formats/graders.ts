/** Graders of other programs: each entry becomes statements of the model, or is kept as it is. */
import { getKey, isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { type Check, type EvalCase, NO_TRIGGER, type TriggerExpectation } from "../model.ts";
import type { CaseField, CasePatch } from "./format.ts";
import { toTexts } from "./fields.ts";

/** What an entry says; undefined: Skillwright does not read all of it. */
export type GraderReader = (entry: JsonObject) => CasePatch | undefined;

export interface GraderWriter {
  readonly check: (check: Check) => JsonObject | undefined;
  readonly assertion: (text: string, weight: number | undefined) => JsonObject;
  readonly trigger: (trigger: TriggerExpectation) => readonly JsonObject[];
}

export function gradersField(key: string, read: GraderReader, write: GraderWriter): CaseField {
  return {
    path: key.split("."),
    type: "a list of graders",
    read: (value) => (isList(value) ? readGraders(value, read) : undefined),
    write: (item) => {
      const entries = writeGraders(item, write);
      return entries.length === 0 ? undefined : entries;
    },
  };
}

/** What a list of graders says; nothing where it is none. */
export function readGraders(value: Json | undefined, read: GraderReader): CasePatch {
  return joinPatches(isList(value) ? value.map((entry) => readEntry(entry, read)) : []);
}

function readEntry(entry: Json, read: GraderReader): CasePatch {
  const known = isObject(entry) ? read(entry) : undefined;
  return known ?? { checks: [{ kind: "foreign", source: entry }] };
}

function joinPatches(patches: readonly CasePatch[]): CasePatch {
  const triggers = patches.flatMap(({ trigger }) => trigger ?? []);
  const checks = patches.flatMap((patch) => patch.checks ?? []);
  const assertions = patches.flatMap((patch) => patch.assertions ?? []);
  return {
    ...(checks.length === 0 ? {} : { checks }),
    ...(assertions.length === 0 ? {} : { assertions }),
    ...(triggers.length === 0 ? {} : { trigger: triggers.reduce(joinTriggers, NO_TRIGGER) }),
  };
}

/** What two keys say of triggering together. */
export function joinTriggers(
  a: TriggerExpectation,
  b: Partial<TriggerExpectation>,
): TriggerExpectation {
  const both = (key: "fires" | "acceptable" | "silent"): readonly string[] => [
    ...new Set([...a[key], ...(b[key] ?? [])]),
  ];
  return {
    fires: both("fires"),
    acceptable: both("acceptable"),
    silent: both("silent"),
    none: a.none || (b.none ?? false),
  };
}

function writeGraders(item: EvalCase, write: GraderWriter): readonly JsonObject[] {
  const { checks, assertions, trigger } = item;
  return [
    ...(trigger === undefined ? [] : write.trigger(trigger)),
    ...checks.flatMap((check): readonly JsonObject[] => {
      const entry = check.kind === "foreign" ? check.source : write.check(check);
      return entry !== undefined && isObject(entry) ? [entry] : [];
    }),
    ...assertions.map(({ text, weight }) => write.assertion(text, weight)),
  ];
}

/** The map at a key, if it has no other keys than these. */
export function onlyKeys(
  entry: JsonObject,
  key: string,
  known: readonly string[],
): JsonObject | undefined {
  const value = getKey(entry, key) ?? {};
  if (!isObject(value)) return undefined;
  return Object.keys(value).every((name) => known.includes(name)) ? value : undefined;
}

export function eachText(
  config: JsonObject,
  key: string,
  toCheck: (text: string) => Check,
): readonly Check[] {
  return (toTexts(getKey(config, key) ?? null) ?? []).map(toCheck);
}

export function named(check: Check, entry: JsonObject): Check {
  const name = getKey(entry, "name");
  return typeof name === "string" ? { ...check, name } : check;
}
