/** A suite in another format, with what it cannot hold. */
import {
  type EvalSuite,
  evalFormats,
  findFormat,
  type Loss,
  type SuiteFile,
  writeSuite,
} from "../../check/eval/index.ts";
import { suggest, SkillError } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import type { SkillRef } from "../fields.ts";
import { findSuites, noEvals } from "./suites.ts";

export interface EvalConversion {
  readonly skill?: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly cases: number;
  /** Relative to the folder of the skill. */
  readonly files: readonly SuiteFile[];
  /** Where they were written, where they were. */
  readonly folder?: string;
  readonly losses: readonly Loss[];
}

export interface ConversionInput {
  readonly suites: readonly SkillRef[];
  readonly to: string;
  readonly from?: string;
  readonly out?: string;
}

export function convertSuites(
  context: Context,
  { suites: refs, to, from, out }: ConversionInput,
): EvalConversion {
  const format = findFormat(to);
  if (format === undefined) throw unknownFormat(to);
  const all = findSuites(context, refs, from);
  const { suites, problems } = all;
  const broken = [...problems, ...suites.flatMap((suite) => suite.problems)].find(
    ({ severity }) => severity === "error",
  );
  if (broken !== undefined) throw new SkillError(broken, { exit: 1 });
  if (suites.length === 0) throw noEvals(all);
  const suite = mergeSuites(suites.map((found) => found.suite));
  const [empty] = suites.flatMap((found) => found.problems);
  if (suite.cases.length === 0 && empty !== undefined)
    throw new SkillError({ ...empty, severity: "error" }, { exit: 1 });
  const { files, losses } = writeSuite(suite, format);
  if (suite.cases.length > 0 && countLost(losses) === suite.cases.length)
    throw nothingHeld(suite, format.id);
  return {
    ...(suite.skill === undefined ? {} : { skill: suite.skill }),
    from: [...new Set(suites.map((found) => found.format))],
    to: format.id,
    cases: suite.cases.length,
    files,
    ...(out === undefined || context.files === undefined
      ? {}
      : { folder: context.files.writeNew(out, ".", files) }),
    losses,
  };
}

function countLost(losses: readonly Loss[]): number {
  return losses.filter(({ field, outcome }) => field === "case" && outcome === "lost").length;
}

/** The refusal where the files would have no case: people would take them for the suite. */
function nothingHeld(suite: EvalSuite, to: string): Error {
  const what = suite.cases.every(({ trigger }) => trigger === undefined)
    ? "none of the cases says whether a skill has to load"
    : "it has no place for any of the cases";
  const fitting = evalFormats.filter((one) => countLost(writeSuite(suite, one).losses) === 0);
  return new SkillError({
    code: "cli/usage",
    severity: "error",
    message: `Nothing can be written as \`${to}\`: ${what}.`,
    hint: `Formats that hold every case: ${fitting.map(({ id }) => id).join(", ")}.`,
  });
}

function unknownFormat(id: string): Error {
  const known = evalFormats.map((format) => format.id);
  return fail("app/unknown-eval-format", { id, near: suggest(id, known), known });
}

/** The suites of one skill as one: people keep triggers and answers in files of their own. */
function mergeSuites(suites: readonly EvalSuite[]): EvalSuite {
  const skills = [...new Set(suites.flatMap(({ skill }) => skill ?? []))];
  if (skills.length > 1) throw fail("app/several-suites", { skills });
  const taken = new Map<string, number>();
  const cases = suites
    .flatMap((suite) => suite.cases)
    .map((item) => {
      const before = taken.get(item.id) ?? 0;
      taken.set(item.id, before + 1);
      return before === 0 ? item : { ...item, id: `${item.id}-${before + 1}` };
    });
  const merged = Object.assign({}, ...suites) as EvalSuite;
  return {
    ...merged,
    cases,
    defaults: Object.assign({}, ...suites.map(({ defaults }) => defaults)) as EvalSuite["defaults"],
    extensions: Object.assign(
      {},
      ...suites.map(({ extensions }) => extensions),
    ) as EvalSuite["extensions"],
  };
}
