/** What a page needs to run evaluations: requests for the judge, grades, and what they say together. */
import type { OutputOf } from "./call.ts";
import {
  type Benchmark,
  type EvalCase,
  type EvalRun,
  expectsAnswer,
  gradeChecks,
  JUDGE_PROMPT,
  judgedStatements,
  judgeRequest,
  readJudgement,
  summarize,
} from "../../../src/check/eval/index.ts";

export type { Benchmark, EvalRun };

export type PageCase = OutputOf<"eval-cases">["suites"][number]["cases"][number];

export interface AnsweredCase {
  readonly item: PageCase;
  readonly output: string;
  readonly seconds: number;
}

/** Whether an answer says anything of a case: some only say which skill has to load. */
export function answerable(cases: readonly PageCase[]): readonly PageCase[] {
  return cases.filter((one) => expectsAnswer(whole(one)));
}

/** What a judge is asked of an answer; undefined where no statement is in words. */
export function judgeQuestion({ item, output }: AnsweredCase): string | undefined {
  const statements = judgedStatements(whole(item));
  if (statements.length === 0) return undefined;
  return `${JUDGE_PROMPT}\n\n${judgeRequest(item.prompt, output, statements)}`;
}

export function gradeAnswer(
  { item, output, seconds }: AnsweredCase,
  judged: string,
): EvalRun["statements"] {
  const facts = { output, toolCalls: [], tokens: 0, cost: 0, seconds };
  const statements = judgedStatements(whole(item));
  return [
    ...gradeChecks(whole(item).checks, facts),
    ...(statements.length === 0 ? [] : readJudgement(judged, output, statements)),
  ];
}

export function summarizeRuns(runs: readonly EvalRun[]): Benchmark {
  return summarize(runs);
}

/** The schema says of a check only what kind it is; what was read is whole. */
function whole(item: PageCase): EvalCase {
  return item as unknown as EvalCase;
}
