/** Fields that several formats share. */
import { getKey, isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import {
  type Assertion,
  type EvalCase,
  NO_TRIGGER,
  type SuiteDefaults,
  type TriggerExpectation,
} from "../model.ts";
import type { CaseField, CasePatch, ClosedFile, Row, WrittenRow } from "./format.ts";
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

/** Another name that people give a key: what it says is read where it is of the usual type. */
export function loose(key: string, field: CaseField): CaseField {
  return { ...alias(key, field), isLoose: true };
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

export function toTexts(value: Json | undefined): readonly string[] | undefined {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (value === null) return [];
  return isList(value) && value.every((one) => typeof one === "string") ? value : undefined;
}

/** Statements as plain text, or as maps with the text under one of the usual keys; their other keys are kept. */
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
      return assertions.map(writeAssertion);
    },
  };
}

function writeAssertion({ text, weight, extensions }: Assertion): Json {
  if (weight === undefined && extensions === undefined) return text;
  return { ...extensions, text, ...(weight === undefined ? {} : { weight }) };
}

/** Keys under which a statement has its text, the most telling one first. */
const STATEMENT: readonly string[] = [
  "text",
  "check",
  "assertion",
  "expectation",
  "criterion",
  "description",
];

function toAssertion(value: Json): Assertion | undefined {
  if (typeof value === "string") return { text: value };
  if (!isObject(value)) return undefined;
  const key = STATEMENT.find((one) => textAt(value, one) !== undefined);
  if (key === undefined) return undefined;
  const weight = numberAt(value, "weight");
  const { [key]: text, ...others } = value;
  const { weight: _weight, ...rest } = others;
  const extensions = weight === undefined ? others : rest;
  return {
    // It was found to be text.
    text: text as string,
    ...(weight === undefined ? {} : { weight }),
    ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
  };
}

const YES = /^(?:activate|fire|load|positive|trigger|true|yes)$/u;
const NO =
  /^(?:false|ignore|negative|no|silent|skip|(?:do[-_ ]?not|don't|no|not)[-_ ](?:activate|fire|load|trigger))$/u;

/** What a word says of triggering: yes, no, or the name of the skill that has to load. */
export function readTriggerWord(value: Json, skill: string): TriggerExpectation | undefined {
  if (typeof value === "boolean") return value ? firesSkill(skill) : staysSilent(skill);
  if (value === null) return { ...NO_TRIGGER, none: true };
  if (typeof value !== "string") return undefined;
  const word = value.trim().toLowerCase();
  if (YES.test(word)) return firesSkill(skill);
  if (word === "none") return { ...NO_TRIGGER, none: true };
  if (NO.test(word)) return staysSilent(skill);
  return /^[\w.:@/-]+$/u.test(value) ? firesSkill(value) : undefined;
}

/** `should_trigger: true` is about the skill of the suite. */
export function shouldTriggerField(key: string): CaseField {
  return {
    path: toPath(key),
    type: "true, false or the name of a skill",
    read: (value, { skill }) => {
      const trigger = value === null ? undefined : readTriggerWord(value, skill);
      return trigger === undefined ? undefined : { trigger };
    },
    write: ({ trigger }, { skill }) => {
      if (trigger === undefined) return undefined;
      const { fires, silent } = trigger;
      const isOther = !fires.includes(skill) && !silent.includes(skill);
      return (isOther ? fires[0] : undefined) ?? isMeant(trigger, skill);
    },
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

/** A file for each case, under a name that no other one has, whatever the letters of its id. */
export function toFiles(
  rows: readonly WrittenRow[],
  pathOf: (name: string) => string,
): readonly ClosedFile[] {
  const taken = new Set<string>();
  return rows.map(({ item, value }) => {
    const first = toFileName(item);
    let name = first;
    for (let count = 2; taken.has(name); count += 1) name = `${first}-${count}`;
    taken.add(name);
    return { path: pathOf(name), value };
  });
}

function toFileName({ id }: EvalCase): string {
  const name = id
    .toLowerCase()
    .split(/[^a-z0-9]/u)
    .filter((part) => part !== "")
    .join("-");
  return name === "" ? "case" : name.slice(0, 60);
}
