/** `promptfooconfig.yaml` of promptfoo. */
import { getKey, isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { type Check, NO_TRIGGER } from "../model.ts";
import { isListOf, numberAt, textAt, textField, toTexts } from "./fields.ts";
import {
  type CaseField,
  type CasePatch,
  type EvalFormat,
  type OpenContext,
  type Row,
  withExtensions,
} from "./format.ts";
import { gradersField, type GraderReader, type GraderWriter, readGraders } from "./graders.ts";

const KEYS: ReadonlySet<string> = new Set(["type", "value", "threshold", "weight", "metric"]);

const TEXT_CHECKS: { readonly [type: string]: (text: string) => Check } = {
  contains: (value) => ({ kind: "contains", value }),
  icontains: (value) => ({ kind: "contains", value, ignoresCase: true }),
  "not-contains": (value) => ({ kind: "contains", value, isNegated: true }),
  "not-icontains": (value) => ({ kind: "contains", value, isNegated: true, ignoresCase: true }),
  equals: (value) => ({ kind: "equals", value }),
  regex: (pattern) => ({ kind: "regex", pattern }),
  "not-regex": (pattern) => ({ kind: "regex", pattern, isNegated: true }),
  "trajectory:tool-used": (tool) => ({ kind: "tool-called", tool }),
  "not-trajectory:tool-used": (tool) => ({ kind: "tool-called", tool, isNegated: true }),
};

/** The name of a check is the metric that it counts for. */
const readAssert: GraderReader = (entry): CasePatch | undefined => {
  const patch = readPlain(entry);
  const metric = getKey(entry, "metric");
  if (metric === undefined || patch === undefined) return patch;
  if (typeof metric !== "string" || patch.checks === undefined) return undefined;
  return { checks: patch.checks.map((check) => ({ ...check, name: metric })) };
};

function readPlain(entry: JsonObject): CasePatch | undefined {
  if (!Object.keys(entry).every((key) => KEYS.has(key))) return undefined;
  const type = textAt(entry, "type") ?? "";
  const value = getKey(entry, "value");
  const text = typeof value === "string" ? value : undefined;
  const weight = numberAt(entry, "weight");
  const threshold = numberAt(entry, "threshold");
  const toCheck = Object.entries(TEXT_CHECKS).find(([name]) => name === type)?.[1];
  if (toCheck !== undefined)
    return text === undefined || weight !== undefined ? undefined : { checks: [toCheck(text)] };
  if (type === "llm-rubric" && text !== undefined && threshold === undefined)
    return { assertions: [weight === undefined ? { text } : { text, weight }] };
  if (type === "skill-used" || type === "not-skill-used") {
    const names = toTexts(value);
    if (names === undefined || weight !== undefined) return undefined;
    const key = type === "skill-used" ? "fires" : "silent";
    return { trigger: { ...NO_TRIGGER, [key]: names } };
  }
  if (type === "is-json" && value !== undefined && isObject(value))
    return { checks: [{ kind: "json-schema", schema: value }] };
  if (type === "cost" && threshold !== undefined)
    return { checks: [{ kind: "most-cost", limit: threshold }] };
  if (type === "latency" && threshold !== undefined)
    return { checks: [{ kind: "most-seconds", limit: threshold / 1000 }] };
  return undefined;
}

function writePlain(check: Check): JsonObject | undefined {
  const found = Object.entries(TEXT_CHECKS).find(([, toCheck]) => {
    const made = toCheck(formatCheck(check));
    return JSON.stringify(sorted(made)) === JSON.stringify(sorted(check));
  });
  if (found !== undefined) return { type: found[0], value: formatCheck(check) };
  if (check.kind === "json-schema") return { type: "is-json", value: check.schema };
  if (check.kind === "most-cost") return { type: "cost", threshold: check.limit };
  if (check.kind === "most-seconds") return { type: "latency", threshold: check.limit * 1000 };
  return undefined;
}

const writer: GraderWriter = {
  check: ({ name, ...check }) => {
    const entry = writePlain(check);
    return entry === undefined || name === undefined ? entry : { ...entry, metric: name };
  },
  assertion: (text, weight) => ({
    type: "llm-rubric",
    value: text,
    ...(weight === undefined ? {} : { weight }),
  }),
  trigger: ({ fires, silent }) => [
    ...(fires.length === 0 ? [] : [{ type: "skill-used", value: oneOrAll(fires) }]),
    ...(silent.length === 0 ? [] : [{ type: "not-skill-used", value: oneOrAll(silent) }]),
  ],
};

function oneOrAll(names: readonly string[]): Json {
  return names.length === 1 ? (names[0] ?? "") : names;
}

function formatCheck(check: Check): string {
  if (check.kind === "contains" || check.kind === "equals") return check.value;
  if (check.kind === "regex") return check.pattern;
  return check.kind === "tool-called" ? check.tool : "";
}

function sorted(value: object): JsonObject {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const descriptionField: CaseField = {
  path: ["description"],
  type: "text",
  read: (value) => (typeof value === "string" ? { id: value } : undefined),
  write: ({ id }) => id,
};

/** Variables under which people put the request. */
const VARIABLES: readonly string[] = ["prompt", "query", "request", "question", "task", "input"];

const FILE = /^file:\/\//u;

/** The first prompt of the file; one that is code or messages is not read. */
function readTemplate(
  value: JsonObject,
  { siblings, reportMissing }: OpenContext,
): string | undefined {
  const [first] = toTexts(getKey(value, "prompts")) ?? [];
  if (first === undefined || !FILE.test(first)) return first;
  const name = first.replace(FILE, "");
  if (!/\.(?:txt|md)$/iu.test(name)) return undefined;
  const [found] = siblings(name);
  if (found === undefined) reportMissing(name);
  // A line of dashes stands between prompts of one text file.
  return /\.md$/iu.test(name) ? found?.text : found?.text.split(/^---\r?$/mu)[0]?.trim();
}

/** The template with the variables of a test filled in. */
function fillPrompt(template: string | undefined, vars: JsonObject): string | undefined {
  return template?.replaceAll(/\{\{\s*(\w+)\s*\}\}/gu, (whole, name: string) => {
    const given = getKey(vars, name);
    return typeof given === "string" || typeof given === "number" ? String(given) : whole;
  });
}

/** The request of a test, which it has in one of several ways, and what is asserted of every test. */
function preset(test: Json, value: JsonObject, template: string | undefined): CasePatch {
  const shared = mapAt(value, "defaultTest");
  const asserted = readGraders(getKey(shared, "assert"), readAssert);
  const own = isObject(test) ? mapAt(test, "vars") : {};
  if (typeof getKey(own, "prompt") === "string") return asserted;
  const given = { ...mapAt(shared, "vars"), ...own };
  const known = VARIABLES.map((name) => textAt(given, name)).find((text) => text !== undefined);
  const prompt = fillPrompt(template, given) ?? textAt(given, "prompt") ?? known;
  return prompt === undefined ? asserted : { ...asserted, prompt };
}

function mapAt(value: JsonObject, key: string): JsonObject {
  const found = getKey(value, key);
  return found !== undefined && isObject(found) ? found : {};
}

/** Without what was read into each test. */
function withoutShared(value: JsonObject): JsonObject {
  const { assert: _assert, ...shared } = mapAt(value, "defaultTest");
  const { defaultTest: _defaultTest, ...rest } = value;
  return Object.keys(shared).length === 0 ? rest : { ...rest, defaultTest: shared };
}

/** Asserts that a cell of a table can name, beside those that are read. */
const ASSERTS: ReadonlySet<string> = new Set([
  ...Object.keys(TEXT_CHECKS),
  "contains-all",
  "contains-any",
  "icontains-all",
  "icontains-any",
  "is-json",
  "javascript",
  "latency",
  "llm-rubric",
  "python",
  "similar",
  "starts-with",
]);

/** A row of a table as a test: columns are variables, the ones with two underscores are promptfoo's. */
function testOf(row: Json): Json {
  if (!isObject(row)) return row;
  const cells = Object.entries(row).filter(([, cell]) => cell !== "");
  const description = textAt(row, "__description");
  const asserts = cells.filter(([name]) => /^__expected\d*$/u.test(name));
  return {
    ...(description === undefined || description === "" ? {} : { description }),
    vars: Object.fromEntries(cells.filter(([name]) => !name.startsWith("__"))),
    ...(asserts.length === 0
      ? {}
      : { assert: asserts.map(([name]) => assertOf(textAt(row, name) ?? "")) }),
  };
}

function assertOf(cell: string): Json {
  const colon = cell.indexOf(":");
  const head = (colon < 0 ? cell : cell.slice(0, colon)).trim();
  const value = colon < 0 ? "" : cell.slice(colon + 1).trim();
  const [type = "", threshold] = head.split(/[()]/u);
  const name = type === "grade" ? "llm-rubric" : type;
  if (!ASSERTS.has(name) && !ASSERTS.has(name.replace(/^not-/u, "")))
    return { type: "equals", value: cell };
  return {
    type: name,
    ...(value === "" ? {} : { value }),
    ...(threshold === undefined ? {} : { threshold: Number(threshold) }),
  };
}

function testRows(value: JsonObject, context: OpenContext): readonly Row[] {
  const { file, siblings, parse, reportMissing } = context;
  const template = readTemplate(value, context);
  const tests = getKey(value, "tests");
  const given = isList(tests) ? tests : tests === undefined ? [] : [tests];
  return given.flatMap((test, index): readonly Row[] => {
    if (typeof test !== "string")
      return [{ value: test, file, path: ["tests", index], preset: preset(test, value, template) }];
    const name = test.replace(FILE, "");
    const others = siblings(name);
    if (others.length === 0) reportMissing(name);
    return others.flatMap((other) => {
      const parsed = parse(other);
      const list = isList(parsed) ? parsed : parsed === undefined ? [] : [parsed];
      const isTable = /\.csv$/iu.test(other.path);
      return (isTable ? list.map(testOf) : list).map((one, at) => ({
        value: one,
        file: other,
        path: isList(parsed) ? [at] : [],
        preset: preset(one, value, template),
      }));
    });
  });
}

export const promptfoo: EvalFormat = {
  id: "promptfoo",
  title: "promptfooconfig.yaml of promptfoo",
  file: "promptfooconfig.yaml",
  detect: (value) =>
    isObject(value) &&
    Object.hasOwn(value, "tests") &&
    (Object.hasOwn(value, "providers") ||
      Object.hasOwn(value, "prompts") ||
      isListOf(getKey(value, "tests"), "assert", "vars")),
  open: (value, context) => {
    if (!isObject(value)) return { rows: [], known: [] };
    const name = textAt(value, "description");
    return {
      ...(name === undefined ? {} : { name }),
      rows: testRows(value, context),
      known: ["description", "tests"],
      ...(isList(getKey(mapAt(value, "defaultTest"), "assert"))
        ? { rest: withoutShared(value) }
        : {}),
    };
  },
  fields: [
    descriptionField,
    textField("vars.prompt", "prompt"),
    gradersField("assert", readAssert, writer),
  ],
  close: (rows, suite) => {
    const own: JsonObject = {
      ...(suite.name === undefined ? {} : { description: suite.name }),
      prompts: getKey(suite.extensions, "prompts") ?? ["{{prompt}}"],
      tests: rows.map(({ value }) => value),
    };
    return [{ path: "promptfooconfig.yaml", value: withExtensions(suite, own) }];
  },
};
