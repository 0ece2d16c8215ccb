/** Fields that several formats share. */
import { getKey, isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import {
  type Assertion,
  type EvalCase,
  NO_TRIGGER,
  type SuiteDefaults,
  type TriggerExpectation,
} from "../model.ts";
import type { CaseField, CasePatch, Row } from "./format.ts";
import type { SuiteFile } from "../model.ts";

type TextKey = "prompt" | "context" | "output" | "split" | "rationale";

function toPath(key: string): readonly string[] {
  return key.split(".");
}

export function textField(key: string, name: TextKey): CaseField {
  return {
    path: toPath(key),
    type: "text",
    read: (value) => {
      if (typeof value !== "string") return value === null ? {} : undefined;
      return value === "" ? {} : { [name]: value };
    },
    write: (item) => (item[name] === "" ? undefined : item[name]),
  };
}

/** Read where people write it, and never written. */
export function alias(key: string, field: CaseField): CaseField {
  const { write: _write, ...rest } = field;
  return { ...rest, path: toPath(key) };
}

export const idField: CaseField = {
  path: ["id"],
  type: "text or a number",
  read: (value) => {
    if (typeof value === "number") return { id: String(value) };
    return typeof value === "string" ? { id: value } : undefined;
  },
  write: ({ id }) => (/^(?:0|[1-9]\d{0,8})$/u.test(id) ? Number(id) : id),
};

export function textsField(key: string, name: "files" | "tags" | "turns"): CaseField {
  return {
    path: toPath(key),
    type: "a list of text",
    read: (value) => {
      const texts = toTexts(value);
      return texts === undefined ? undefined : { [name]: texts };
    },
    write: (item) => (item[name].length === 0 ? undefined : item[name]),
  };
}

/** A text, or a list of them. */
export function toTexts(value: Json | undefined): readonly string[] | undefined {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (value === null) return [];
  return isList(value) && value.every((one) => typeof one === "string") ? value : undefined;
}

/** Statements as plain text, or as maps with the text under one of the usual keys. */
export function assertionsField(key: string, writesAs: "list" | "text" = "list"): CaseField {
  return {
    path: toPath(key),
    type: "a list of statements",
    read: (value) => {
      if (typeof value === "string") return { assertions: value === "" ? [] : [{ text: value }] };
      if (!isList(value)) return undefined;
      const assertions = value.map(toAssertion);
      return assertions.every((one) => one !== undefined) ? { assertions } : undefined;
    },
    write: ({ assertions }) => {
      if (assertions.length === 0) return undefined;
      const [only] = assertions;
      if (writesAs === "text" && assertions.length === 1) return only?.text;
      return assertions.map(({ text, weight }) => (weight === undefined ? text : { text, weight }));
    },
  };
}

function toAssertion(value: Json): Assertion | undefined {
  if (typeof value === "string") return { text: value };
  if (!isObject(value)) return undefined;
  const text = ["text", "check", "assertion", "expectation", "criterion", "description"]
    .map((key) => getKey(value, key))
    .find((one) => typeof one === "string");
  const weight = getKey(value, "weight");
  if (typeof text !== "string") return undefined;
  const known = Object.keys(value).every((key) => getKey(value, key) === text || key === "weight");
  // What else stands there would be lost, so that the row keeps the whole.
  if (!known) return undefined;
  return typeof weight === "number" ? { text, weight } : { text };
}

/** `should_trigger: true` is about the skill of the suite. */
export function shouldTriggerField(key: string): CaseField {
  return {
    path: toPath(key),
    type: "true or false",
    read: (value, { skill }) => {
      if (typeof value !== "boolean") return undefined;
      return { trigger: value ? firesSkill(skill) : staysSilent(skill) };
    },
    write: ({ trigger }, { skill }) =>
      trigger === undefined ? undefined : isMeant(trigger, skill),
  };
}

export function firesSkill(skill: string): TriggerExpectation {
  return { ...NO_TRIGGER, fires: [skill] };
}

export function staysSilent(skill: string): TriggerExpectation {
  return { ...NO_TRIGGER, silent: [skill] };
}

export function isMeant({ fires }: TriggerExpectation, skill: string): boolean {
  return fires.includes(skill);
}

/** Sets a part of what is expected of triggering, beside what other keys say. */
export function triggerField(
  key: string,
  type: string,
  read: (value: Json) => Partial<TriggerExpectation> | undefined,
  write: (trigger: TriggerExpectation, skill: string) => Json | undefined,
): CaseField {
  return {
    path: toPath(key),
    type,
    read: (value) => {
      const part = read(value);
      // The reader joins what several keys say.
      return part === undefined ? undefined : { trigger: part as TriggerExpectation };
    },
    write: ({ trigger }, { skill }) => (trigger === undefined ? undefined : write(trigger, skill)),
  };
}

export const acceptableField: CaseField = triggerField(
  "acceptable_skills",
  "a list of names of skills",
  (value) => {
    const acceptable = toTexts(value);
    return acceptable === undefined ? undefined : { acceptable };
  },
  ({ acceptable }) => (acceptable.length === 0 ? undefined : acceptable),
);

/** The rows of a list at a place of the file. */
export function toRows(
  value: Json | undefined,
  file: SuiteFile,
  path: readonly (string | number)[],
  preset?: CasePatch,
): readonly Row[] {
  if (!isList(value)) return [];
  return value.map((row, index) => ({
    value: row,
    file,
    path: [...path, index],
    ...(preset === undefined ? {} : { preset }),
  }));
}

export function textAt(value: Json, key: string): string | undefined {
  const found = isObject(value) ? getKey(value, key) : undefined;
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function numberAt(value: Json | undefined, key: string): number | undefined {
  const found = value !== undefined && isObject(value) ? getKey(value, key) : undefined;
  return typeof found === "number" ? found : undefined;
}

export function hasKeys(value: Json, ...keys: readonly string[]): value is JsonObject {
  return isObject(value) && keys.every((key) => Object.hasOwn(value, key));
}

/** True where the value is a list whose first row is a map with one of the keys. */
export function isListOf(value: Json | undefined, ...keys: readonly string[]): boolean {
  if (!isList(value)) return false;
  const [first] = value;
  return first !== undefined && isObject(first) && keys.some((key) => Object.hasOwn(first, key));
}

/** The values that are there. */
function defined<T extends object>(values: {
  readonly [Key in keyof T]: T[Key] | undefined;
}): T {
  const there = Object.entries(values).filter(([, value]) => value !== undefined);
  // Keys without a value are gone, and the rest has its type.
  return Object.fromEntries(there) as T;
}

export function readDefaults(
  value: Json | undefined,
  keys: { readonly [Key in keyof SuiteDefaults]?: string },
): SuiteDefaults {
  const textOf = (key: string | undefined): string | undefined =>
    key === undefined || value === undefined ? undefined : textAt(value, key);
  const numberOf = (key: string | undefined): number | undefined =>
    key === undefined ? undefined : numberAt(value, key);
  return defined<SuiteDefaults>({
    trials: numberOf(keys.trials),
    timeoutSeconds: numberOf(keys.timeoutSeconds),
    threshold: numberOf(keys.threshold),
    model: textOf(keys.model),
    judgeModel: textOf(keys.judgeModel),
  });
}

/** A name for the file of a case. */
export function toFileName({ id }: EvalCase): string {
  const name = id
    .toLowerCase()
    .split(/[^a-z0-9]/u)
    .filter((part) => part !== "")
    .join("-");
  return name === "" ? "case" : name.slice(0, 60);
}
