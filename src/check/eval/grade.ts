/** Checks of a run that a program decides. What this kind of run cannot show stays undecided, and is not counted. */
import { z } from "zod";
import type { Check } from "./model.ts";

export interface RunFacts {
  readonly output: string;
  /** Undefined where the model had no tools. */
  readonly toolCalls?: readonly { readonly name: string; readonly input: string }[];
  /** The files of the working folder at the end, where there was one. */
  readonly files?: {
    readonly has: (path: string) => boolean;
    readonly read: (path: string) => string;
  };
  /** Of the last command, where one was run. */
  readonly exitCode?: number;
  readonly tokens: number;
  readonly cost: number;
  readonly seconds: number;
}

/** `passed` is null where it was not decided. */
export interface GradedStatement {
  readonly text: string;
  readonly kind: "check" | "assertion";
  readonly passed: boolean | null;
  readonly evidence: string;
}

/** Does some work and gives what came out, or ends it where it takes too long. */
export type Within = <Result>(work: () => Result) => { readonly value: Result } | undefined;

/** Patterns of authors may take any time; `within` ends them where something can. */
export function gradeChecks(
  checks: readonly Check[],
  facts: RunFacts,
  within: Within = (work) => ({ value: work() }),
): readonly GradedStatement[] {
  return checks.map((check) => {
    const decision = hasPattern(check)
      ? within(() => decide(check, facts))
      : { value: decide(check, facts) };
    const { passed, evidence } =
      decision?.value ?? undecided("The pattern takes too long for this answer.");
    return { text: describeCheck(check), kind: "check", passed, evidence };
  });
}

function hasPattern(check: Check): boolean {
  const { kind } = check;
  return (
    kind === "regex" || kind === "json-schema" || (kind === "file" && check.matches !== undefined)
  );
}

interface Decision {
  readonly passed: boolean | null;
  readonly evidence: string;
}

function decide(check: Check, facts: RunFacts): Decision {
  switch (check.kind) {
    case "contains":
      return decideContains(check, facts.output);
    case "equals":
      return yes(facts.output.trim() === check.value.trim(), clip(facts.output));
    case "regex":
      return decideRegex(check, facts.output);
    case "json-schema":
      return decideSchema(check.schema, facts.output);
    case "tool-called":
    case "tool-order":
    case "script-run":
    case "most-tool-calls":
      return facts.toolCalls === undefined ? NO_TOOLS : decideCalls(check, facts.toolCalls);
    case "most-cost":
      return yes(facts.cost <= check.limit, `${facts.cost}`);
    case "most-tokens":
      return yes(facts.tokens <= check.limit, `${facts.tokens} tokens`);
    case "most-seconds":
      return yes(facts.seconds <= check.limit, `${facts.seconds.toFixed(1)} s`);
    case "file":
      return facts.files === undefined ? NO_TOOLS : decideFile(check, facts.files);
    case "exit-code": {
      if (facts.toolCalls === undefined) return NO_TOOLS;
      const { exitCode } = facts;
      if (exitCode === undefined) return yes(false, "no command was run");
      return yes(exitCode === check.code, `exit code ${exitCode}`);
    }
    case "foreign":
      return undecided("A check of another program.");
  }
}

function yes(passed: boolean, evidence: string): Decision {
  return { passed, evidence };
}

function undecided(evidence: string): Decision {
  return { passed: null, evidence };
}

const NO_TOOLS: Decision = undecided("The model had no tools. Run with `--tools`.");

type Calls = NonNullable<RunFacts["toolCalls"]>;

function decideCalls(
  check: Check & { readonly kind: "tool-called" | "tool-order" | "script-run" | "most-tool-calls" },
  calls: Calls,
): Decision {
  switch (check.kind) {
    case "tool-called": {
      const isCalled = calls.some(({ name }) => name === check.tool);
      return yes(isCalled !== (check.isNegated ?? false), toolNames(calls));
    }
    case "tool-order":
      return yes(isInOrder(check.tools, calls), toolNames(calls));
    case "script-run":
      return yes(
        calls.some(({ input }) => input.includes(check.script)),
        toolNames(calls),
      );
    case "most-tool-calls":
      return yes(calls.length <= check.limit, `${calls.length} calls`);
  }
}

function decideFile(
  { path, isAbsent = false, contains, matches }: Check & { readonly kind: "file" },
  files: NonNullable<RunFacts["files"]>,
): Decision {
  if (!files.has(path)) return yes(isAbsent, "there is no such file");
  if (contains === undefined && matches === undefined) return yes(!isAbsent, "the file is there");
  const text = files.read(path);
  if (matches !== undefined)
    return decideRegex({ kind: "regex", pattern: matches, isNegated: isAbsent }, text);
  if (contains === undefined) return yes(!isAbsent, "the file is there");
  return yes(text.includes(contains) !== isAbsent, clip(text));
}

function decideContains(
  { value, isNegated = false, ignoresCase = false }: Check & { readonly kind: "contains" },
  output: string,
): Decision {
  const [text, part] = ignoresCase ? [output.toLowerCase(), value.toLowerCase()] : [output, value];
  const at = text.indexOf(part);
  const evidence = at === -1 ? "not in the answer" : clip(output.slice(Math.max(0, at - 20)));
  return yes((at !== -1) !== isNegated, evidence);
}

/** Patterns of waza are those of Go, which have flags in front. */
const LEADING_FLAGS = /^\(\?([ims]+)\)([^]*)$/u;

function decideRegex(
  { pattern, flags = "m", isNegated = false }: Check & { readonly kind: "regex" },
  output: string,
): Decision {
  try {
    const [, leading = "", rest = pattern] = LEADING_FLAGS.exec(pattern) ?? [];
    const match = new RegExp(rest, [...new Set(`${flags}${leading}`)].join("")).exec(output);
    return yes((match !== null) !== isNegated, match === null ? "no match" : clip(match[0]));
  } catch (error) {
    return undecided(`The pattern cannot be read: ${error instanceof Error ? error.message : ""}`);
  }
}

function decideSchema(schema: object, output: string): Decision {
  let value: unknown;
  try {
    value = JSON.parse(output.replace(/^\s*```(?:json)?\n|\n```\s*$/gu, ""));
  } catch {
    return yes(false, "The answer is not JSON.");
  }
  try {
    const result = z
      .fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
      .safeParse(value);
    const [issue] = result.error?.issues ?? [];
    return yes(
      result.success,
      issue === undefined ? "it fits" : `${issue.path.join(".")}: ${issue.message}`,
    );
  } catch (error) {
    return undecided(`The schema cannot be read: ${error instanceof Error ? error.message : ""}`);
  }
}

function isInOrder(tools: readonly string[], calls: Calls): boolean {
  let next = 0;
  for (const { name } of calls) if (name === tools[next]) next += 1;
  return next === tools.length;
}

function toolNames(calls: Calls): string {
  return calls.length === 0 ? "no tool was called" : calls.map(({ name }) => name).join(", ");
}

function clip(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}

function describeCheck(check: Check): string {
  const { name } = check;
  if (name !== undefined) return name;
  const { kind, name: _name, ...rest } = check;
  return `${kind} ${JSON.stringify(rest)}`;
}
