import type { EvalFormat } from "./formats/index.ts";
import { EMPTY_CASE, type EvalSuite, NO_TRIGGER, type SuiteFile } from "./model.ts";
import { writeSuite } from "./write.ts";

const SKILL = "release-notes";

const sample: EvalSuite = {
  skill: SKILL,
  name: "release-notes-eval",
  defaults: {},
  extensions: {},
  cases: [
    {
      ...EMPTY_CASE,
      id: "major-release",
      prompt: "Write the release notes for 2.0.",
      trigger: { ...NO_TRIGGER, fires: [SKILL] },
      assertions: [{ text: "Breaking changes come first." }],
    },
    {
      ...EMPTY_CASE,
      id: "commit-message",
      prompt: "Write a commit message.",
      trigger: { ...NO_TRIGGER, silent: [SKILL] },
    },
  ],
};

const KEY = "x-skillwright";

/** A small suite as the format has it, without what only Skillwright would read. */
export function buildExample(format: EvalFormat): readonly SuiteFile[] {
  const plain: EvalFormat = {
    ...format,
    close: (rows, suite) =>
      format.close(
        rows.map((row) => ({ ...row, value: withoutPreserved(row.value) })),
        suite,
      ),
  };
  return writeSuite(sample, plain).files;
}

function withoutPreserved<T>(value: T): T {
  if (typeof value !== "object" || value === null || !(KEY in value)) return value;
  const { [KEY]: _preserved, ...rest } = value;
  // The same without one key that no format has.
  return rest as T;
}
