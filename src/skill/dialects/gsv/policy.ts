import {
  getKey,
  getPath,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  typeName,
} from "../../model/index.ts";
import type { Dialect, EffectivePolicy, NameVerdict, Reading } from "../dialect.ts";
import type { Violation } from "../field.ts";
import { unreadableMetadata } from "../shared/unreadable.ts";
import { capabilities, hostRoles, type RequirementList, requirementLists } from "./schema.ts";

/** Names are for display: anything that is not blank will do. */
export function checkName(value: string): NameVerdict {
  const normalized = value.trim();
  return normalized === ""
    ? { isValid: false, expected: "at least one character" }
    : { isValid: true, normalized };
}

/** Where the document and the program part ways. */
export interface PolicyRules {
  /** Lists whose values must be known ids. */
  readonly closed: { readonly [list: string]: readonly string[] };
  /** What of an entry takes the place of the file's: all requirements, or each list by itself. */
  readonly override: "whole" | "by-list";
}

/** The document names two lists whose unknown values exclude a skill. */
export const documentRules: PolicyRules = {
  closed: { capabilities, hostRoles },
  override: "whole",
};

export const codeRules: PolicyRules = {
  closed: { capabilities, anyCapabilities: capabilities, hostRoles },
  override: "by-list",
};

interface Fault {
  /** Position in the list; undefined: the whole value. */
  readonly index?: number;
  readonly isUnknownId?: boolean;
  readonly message: string;
}

interface NormalizedRequirement {
  readonly items: readonly string[];
  readonly faults: readonly Fault[];
}

function words(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(", ");
}

/** The one place that decides which requirements are well formed. */
function normalizeList(
  name: RequirementList,
  value: Json | undefined,
  rules: PolicyRules,
): NormalizedRequirement {
  if (value === undefined) return { items: [], faults: [] };
  if (!isList(value)) {
    const message = `\`${name}\` must be a list of names, not ${typeName(value)}.`;
    return { items: [], faults: [{ message }] };
  }
  const items = new Set<string>();
  const faults: Fault[] = [];
  const known = getClosed(rules, name);
  for (const [index, item] of value.entries()) {
    if (typeof item !== "string" || item.trim() === "") {
      const what = typeof item === "string" ? "empty text" : typeName(item);
      faults.push({ index, message: `\`${name}\` must contain names, not ${what}.` });
      continue;
    }
    const id = item.trim();
    if (known === undefined || known.includes(id)) items.add(name === "os" ? id.toLowerCase() : id);
    else faults.push(unknownId(name, id, index, known));
  }
  return { items: [...items], faults };
}

function getClosed(rules: PolicyRules, name: string): readonly string[] | undefined {
  return Object.hasOwn(rules.closed, name) ? rules.closed[name] : undefined;
}

function unknownId(name: string, id: string, index: number, known: readonly string[]): Fault {
  return {
    index,
    isUnknownId: true,
    message: `Unknown \`${id}\` in \`${name}\`: use one of ${words(known)}.`,
  };
}

function readRequires(reading: Reading): JsonObject {
  const { namespace } = reading;
  const value =
    namespace === undefined
      ? undefined
      : getPath(reading.view, ["metadata", namespace, "requires"]);
  return isObject(value) ? value : {};
}

function isAlwaysIn(reading: Reading): boolean {
  return getKey(reading.view, "always") === true;
}

/** Malformed and unknown requirements, each at its place; most of them exclude the skill. */
function requirementViolations(reading: Reading, rules: PolicyRules): readonly Violation[] {
  const requires = readRequires(reading);
  const isAlways = isAlwaysIn(reading);
  return requirementLists.flatMap((name) =>
    // An id that no host can expose is worth a word even where it excludes nothing by itself.
    normalizeList(name, getKey(requires, name), codeRules).faults.map((fault) => {
      const path: Path = ["metadata", reading.namespace ?? "", "requires", name];
      const isHarmless = fault.isUnknownId === true && getClosed(rules, name) === undefined;
      return {
        rule: "requirement-invalid",
        path: fault.index === undefined ? path : [...path, fault.index],
        at: "value",
        severity: isAlways || isHarmless ? "warning" : "error",
        message: fault.message,
        hint: hintFor(isAlways, isHarmless),
      };
    }),
  );
}

function hintFor(isAlways: boolean, isHarmless: boolean): string {
  if (isAlways) return "The skill is offered all the same, because of `always: true`.";
  if (isHarmless) return "No host can expose it. Correct it, or remove it.";
  return "One invalid requirement excludes the skill. Correct it, or remove it.";
}

export function rulesBy(rules: PolicyRules): (reading: Reading) => readonly Violation[] {
  return (reading) => [
    ...unreadableMetadata(reading, "warning"),
    ...requirementViolations(reading, rules),
  ];
}

function flat(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}

/** Text that a reader of YAML understands otherwise than the scanner of lines. */
export function misreadText(reading: Reading): readonly Violation[] {
  return ["name", "description", "homepage"].flatMap((key): readonly Violation[] => {
    const meant = getKey(reading.document.frontmatter, key);
    const seen = getKey(reading.view, key);
    if (typeof meant !== "string" || typeof seen !== "string") return [];
    if (flat(meant) === flat(seen)) return [];
    return [
      {
        rule: "field-format",
        path: [key],
        at: "value",
        severity: "warning",
        message: `\`${key}\` is written in YAML syntax, but must be plain text on one line.`,
        hint: `The gateway reads lines, not YAML, and sees \`${flat(seen).slice(0, 60)}\`.`,
      },
    ];
  });
}

/** A skill goes by its name, its folder, or its full location. */
function configKeys(reading: Reading): readonly string[] {
  const { name } = reading.dialect.describe(reading);
  return [name, reading.directory, reading.path].flatMap((key) =>
    key === undefined || key.trim() === "" ? [] : [key],
  );
}

function findEntry(keys: readonly string[], entries: JsonObject): JsonObject {
  const key = keys.find((candidate) => Object.hasOwn(entries, candidate));
  const entry = key === undefined ? undefined : getKey(entries, key);
  return isObject(entry) ? entry : {};
}

function effectiveRequires(reading: Reading, entry: JsonObject, rules: PolicyRules): JsonObject {
  const own = readRequires(reading);
  const override = getKey(entry, "requires");
  if (!isObject(override)) return own;
  if (rules.override === "whole") return override;
  const given = Object.entries(override).filter(([, value]) => value !== null);
  return { ...own, ...Object.fromEntries(given) };
}

export function policyBy(rules: PolicyRules): NonNullable<Dialect["policy"]> {
  return (reading, entries): EffectivePolicy => {
    const keys = configKeys(reading);
    const entry = findEntry(keys, entries);
    const requires = effectiveRequires(reading, entry, rules);
    const lists = requirementLists.map(
      (name) => [name, normalizeList(name, getKey(requires, name), rules)] as const,
    );
    const always = getKey(entry, "always");
    const isEmpty = lists.every(([, { items }]) => items.length === 0);
    return {
      isEnabled: getKey(entry, "enabled") !== false,
      isAlways: typeof always === "boolean" ? always : isAlwaysIn(reading),
      isInvalid: lists.some(([, { faults }]) => faults.length > 0),
      requires: isEmpty
        ? null
        : Object.fromEntries(lists.map(([name, { items }]) => [name, items])),
      configKeys: keys,
    };
  };
}
