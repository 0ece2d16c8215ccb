/** Which cases there are, and what is wrong with them. */
import type { EvalCase } from "../../check/eval/index.ts";
import type { SkippedEntry } from "../../platform/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import type { SkillRef } from "../fields.ts";
import { findSuites } from "./suites.ts";

export interface ListedSuite {
  readonly path: string;
  readonly format: string;
  readonly formatTitle: string;
  readonly skill?: string;
  readonly name?: string;
  readonly cases: readonly EvalCase[];
  readonly problems: readonly Diagnostic[];
}

export interface CaseList {
  readonly suites: readonly ListedSuite[];
  readonly cases: number;
  readonly errors: number;
  readonly warnings: number;
  /** Problems of files that could not be read at all. */
  readonly problems: readonly Diagnostic[];
  readonly skipped: readonly SkippedEntry[];
}

export function listCases(
  context: Context,
  refs: readonly SkillRef[],
  format: string | undefined,
): CaseList {
  const { suites, problems, skipped } = findSuites(context, refs, format);
  const all = [...problems, ...suites.flatMap((suite) => suite.problems)];
  return {
    suites: suites.map(({ path, format: id, title, suite, problems: found }) => ({
      path,
      format: id,
      formatTitle: title,
      ...(suite.skill === undefined ? {} : { skill: suite.skill }),
      ...(suite.name === undefined ? {} : { name: suite.name }),
      cases: suite.cases,
      problems: found,
    })),
    cases: suites.reduce((sum, { suite }) => sum + suite.cases.length, 0),
    errors: all.filter(({ severity }) => severity === "error").length,
    warnings: all.filter(({ severity }) => severity === "warning").length,
    problems,
    skipped,
  };
}
