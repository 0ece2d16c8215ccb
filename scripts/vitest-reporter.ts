import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly SkippedTest[];
  /** The tests that passed at the second try only. */
  readonly retried: readonly string[];
}

export interface SkippedTest {
  readonly name: string;
  readonly reason: string;
}

/** Writes the counts, and the skipped tests with their reasons, to the file that `SKILLWRIGHT_TEST_SUMMARY` names. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env["SKILLWRIGHT_TEST_SUMMARY"];
    if (file !== undefined) writeFileSync(file, JSON.stringify(summarize(modules, errors)));
  }
}

function summarize(
  modules: readonly TestModule[],
  unhandled: readonly SerializedError[],
): TestSummary {
  let passed = 0;
  let failed = unhandled.length;
  const skipped: SkippedTest[] = [];
  const retried: string[] = [];
  for (const module of modules) {
    // A module that does not load, or a hook that throws, fails without a failed test.
    if (module.errors().length > 0) failed += 1;
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length > 0) failed += 1;
    }
    for (const test of module.children.allTests()) {
      const result = test.result();
      const name = `${module.relativeModuleId} > ${test.fullName}`;
      if (result.state === "passed") {
        passed += 1;
        if (test.diagnostic()?.flaky === true) retried.push(name);
      } else if (result.state === "skipped") {
        skipped.push({ name, reason: result.note ?? `${test.options.mode}, without a reason` });
      } else failed += 1;
    }
  }
  return { passed, failed, skipped, retried };
}
