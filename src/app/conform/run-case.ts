import {
  findDialect,
  getKey,
  isEqual,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from "../../skill/index.ts";
import { normalizeExpected, runAgentCase } from "./agent-case.ts";
import { libraryOperations } from "./library-ops.ts";
import { operations as skillOperations, readText } from "./ops.ts";
import { registryOperations } from "./registry-ops.ts";

const operations = { ...skillOperations, ...libraryOperations, ...registryOperations };

export interface CaseResult {
  readonly id: string;
  readonly clause: string;
  readonly operation: string;
  readonly dialect: string;
  readonly outcome: "passed" | "failed" | "unsupported";
  readonly expected: Json;
  readonly actual: Json;
}

/** Runs one line of a vectors file. */
export function runCase(line: JsonObject): CaseResult {
  return Object.hasOwn(line, "agent") ? runAgentLine(line) : runDialectLine(line);
}

function runAgentLine(line: JsonObject): CaseResult {
  const agent = readText(line, "agent");
  const version = readText(line, "version");
  const expected = normalizeExpected(getKey(line, "out") ?? null);
  const base = {
    id: readText(line, "id"),
    clause: "BX-10",
    operation: "agent",
    dialect: `${agent} ${version}`,
    expected,
  };
  const input = getKey(line, "in");
  const actual = isObject(input) ? runAgentCase(agent, version, input) : undefined;
  if (actual === undefined) return { ...base, outcome: "unsupported", actual: null };
  return { ...base, outcome: matches(expected, actual) ? "passed" : "failed", actual };
}

function runDialectLine(line: JsonObject): CaseResult {
  const text = (key: string): string => readText(line, key);
  const expected = getKey(line, "out") ?? null;
  const base = {
    id: text("id"),
    clause: text("clause"),
    operation: text("op"),
    dialect: text("dialect"),
    expected,
  };
  const dialect = findDialect(base.dialect);
  const operation = Object.hasOwn(operations, base.operation)
    ? operations[base.operation]
    : undefined;
  const input = getKey(line, "in");
  if (dialect === undefined || operation === undefined || !isObject(input))
    return { ...base, outcome: "unsupported", actual: null };
  const actual = operation(dialect, input);
  if (actual === undefined) return { ...base, outcome: "unsupported", actual: null };
  return { ...base, outcome: matches(expected, actual) ? "passed" : "failed", actual };
}

/** Deep comparison in which a key that `expected` does not name is not looked at. */
function matches(expected: Json, actual: Json): boolean {
  if (isObject(expected))
    return (
      isObject(actual) &&
      Object.keys(expected).every(
        (key) => Object.hasOwn(actual, key) && matches(expected[key] as Json, actual[key] as Json),
      )
    );
  if (isList(expected))
    return (
      isList(actual) &&
      expected.length === actual.length &&
      expected.every((item, index) => matches(item, actual[index] as Json))
    );
  return isEqual(expected, actual);
}
