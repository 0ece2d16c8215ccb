import { decodeText, detectDialect, type Document, readDocument } from "../../skill/index.ts";
import type { LintConfig } from "./config.ts";
import { FileContext } from "./context.ts";
import { severityOf } from "./diagnostics.ts";
import { gatherFacts } from "./facts.ts";
import { finishRun } from "./finish.ts";
import { internal } from "./internal.ts";
import { byPlace } from "./order.ts";
import { createPlanner, type Plan, type Planner } from "./plan.ts";
import { reportProblems } from "./problems.ts";
import type { FileResult, LintReport } from "./result.ts";
import type { LintInput, Rule } from "./rule.ts";
import { rules as allRules } from "./rules/index.ts";
import { detach } from "./text.ts";
import { suppress, type SuppressionResult, type SuppressionRules } from "./suppress.ts";

/** Settings of a linter: configuration, format, and what it may look up. */
export interface LintOptions {
  /** Takes every file for one of this dialect; otherwise the configuration or the file tells. */
  readonly dialect?: string;
  readonly config?: LintConfig;
  /** The folder of the configuration, as it stands in front of the paths of the inputs. */
  readonly base?: string;
  /** The way from the folder of the configuration to the one that the paths of the inputs count from. */
  readonly inner?: string;
  /** Other rules than the ones that come along. */
  readonly rules?: readonly Rule[];
}

/** Lints files one by one, or many together. */
export interface Linter {
  /** Whether the configuration leaves the file out. */
  isIgnored(path: string): boolean;
  lintFile(input: LintInput): FileResult;
  /** Runs the rules over all files together and counts. */
  finish(files: readonly FileResult[]): LintReport;
}

/** Throws a SkillError where the options name a dialect that does not exist. */
export function createLinter(options: LintOptions = {}): Linter {
  const planner = createPlanner({
    dialect: options.dialect,
    config: options.config ?? {},
    rules: options.rules ?? allRules,
    base: options.base ?? "",
    inner: options.inner,
  });
  return {
    isIgnored: (path) => planner.isIgnored(path),
    lintFile: (input) => lintFile(planner, input),
    finish: (files) => finishRun(planner, files),
  };
}

/** Lints files together, so that rules over several skills apply too. */
export function lint(inputs: readonly LintInput[], options: LintOptions = {}): LintReport {
  const linter = createLinter(options);
  const chosen = inputs.filter((input) => !linter.isIgnored(input.path));
  return linter.finish(chosen.map((input) => linter.lintFile(input)));
}

function lintFile(planner: Planner, input: LintInput): FileResult {
  try {
    const document = readInput(input);
    const chosen = planner.dialectFor(input.path);
    const { dialect, reason } = chosen ?? detectDialect(document.frontmatter, input.path);
    const context = new FileContext(input, document, dialect, chosen !== undefined);
    const plan = planner.planFor(input.path, dialect);
    reportProblems(context, plan);
    runRules(context, plan);
    const suppressed = suppress(context, suppressionRules(planner, plan, context));
    return toFileResult(context, suppressed, input, reason);
  } catch (cause) {
    return unreadable(input, cause);
  }
}

function readInput(input: LintInput): Document {
  if (typeof input.text === "string") return readDocument(input.text);
  const { text, problems } = decodeText(input.text);
  return readDocument(text, problems);
}

function runRules(context: FileContext, plan: Plan): void {
  for (const { rule, level } of plan.fileRules) {
    context.rule = rule;
    context.level = level;
    try {
      rule.check(context);
    } catch (cause) {
      context.diagnostics.push(internal(context.path, `the rule \`${rule.code}\``, cause));
    }
  }
}

function suppressionRules(planner: Planner, plan: Plan, context: FileContext): SuppressionRules {
  const { knownCodes, collectionCodes } = planner;
  return { knownCodes, collectionCodes, begin: (code) => begin(context, plan, code) };
}

/** Prepares a finding of the engine itself; false where it is off. */
function begin(context: FileContext, plan: Plan, code: string): boolean {
  const level = plan.levelOf(code);
  if (level === "off") return false;
  context.rule = { code, severity: severityOf(code) };
  context.level = level;
  return true;
}

function toFileResult(
  context: FileContext,
  { diagnostics, pending }: SuppressionResult,
  input: LintInput,
  reason: string,
): FileResult {
  const { name, description } = context.dialect.describe(context.reading);
  const described = {
    ...(name === undefined ? {} : { name: detach(name) }),
    ...(description === undefined ? {} : { description: detach(description) }),
  };
  const { facts, ranges } = gatherFacts(context, described, input.root ?? "");
  return {
    path: input.path,
    dialect: context.dialect.id,
    dialectReason: reason,
    ...described,
    diagnostics: [...diagnostics].sort(byPlace),
    facts,
    ranges,
    suppressions: pending,
    probes: context.probes,
  };
}

function unreadable(input: LintInput, cause: unknown): FileResult {
  return {
    path: input.path,
    dialect: "",
    dialectReason: "it could not be read",
    diagnostics: [internal(input.path, "reading the file", cause)],
    facts: { path: input.path, root: input.root ?? "", dialect: "", dependsOn: [] },
    ranges: [],
    suppressions: [],
    probes: {},
  };
}
