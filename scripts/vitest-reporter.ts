import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

export interface TestSummary {
  readonly files: readonly FileSummary[];
  /** Errors that belong to no file. */
  readonly unhandled: number;
}

interface FileSummary {
  readonly file: string;
  readonly passed: number;
  readonly failed: readonly string[];
  readonly skipped: readonly SkippedTest[];
}

export interface SkippedTest {
  readonly name: string;
  readonly reason: string;
}

/** Writes what became of each file of tests to the file that `SKILLWRIGHT_TEST_SUMMARY` names. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env["SKILLWRIGHT_TEST_SUMMARY"];
    if (file === undefined) return;
    const owned = errors.filter((error) => modules.some((module) => isOf(error, module)));
    const files = modules.map((module) => summarize(module, owned));
    const summary: TestSummary = { files, unhandled: errors.length - owned.length };
    writeFileSync(file, JSON.stringify(summary));
  }
}

/** Vitest notes with an error that nobody caught which file was running. */
function isOf(error: SerializedError, module: TestModule): boolean {
  return error["VITEST_TEST_PATH"] === module.moduleId;
}

function summarize(module: TestModule, errors: readonly SerializedError[]): FileSummary {
  const file = module.relativeModuleId;
  let passed = 0;
  const failed: string[] = [];
  const skipped: SkippedTest[] = [];
  // A module that does not load, or a hook that throws, fails without a failed test.
  if (module.errors().length > 0) failed.push(file);
  for (const error of errors) {
    if (isOf(error, module)) failed.push(`${file} > an error that nobody caught: ${error.message}`);
  }
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) failed.push(`${file} > ${suite.fullName}`);
  }
  for (const test of module.children.allTests()) {
    const result = test.result();
    const name = `${file} > ${test.fullName}`;
    if (result.state === "passed") passed += 1;
    else if (result.state === "skipped") {
      skipped.push({ name, reason: result.note ?? `${test.options.mode}, without a reason` });
    } else failed.push(name);
  }
  return { file, passed, failed, skipped };
}
