import { callOperation } from "./call.ts";
import { checkSource } from "./check.ts";
import { answerable, gradeAnswer, judgeQuestion, summarizeRuns } from "./evals.ts";
import { readForm, setField } from "./form.ts";
import { defaultLimits, measureList, writeList } from "./list.ts";
import { sayPermissions } from "./permissions.ts";
import { findWays } from "./way.ts";

/** What the engine can be asked; every question and answer is plain data. */
export const operations = {
  answerable,
  callOperation,
  checkSource,
  defaultLimits,
  findWays,
  gradeAnswer,
  judgeQuestion,
  measureList,
  readForm,
  sayPermissions,
  setField,
  summarizeRuns,
  writeList,
} as const;

export type Operations = typeof operations;
