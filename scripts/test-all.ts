/**
 * Runs every check of the repository, each to its end, and closes with the counts of all of them. A step
 * counts as one; the tests of vitest count one by one.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SkippedTest, TestSummary } from "./vitest-reporter.ts";

interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly SkippedTest[];
}

const root = join(import.meta.dirname, "..");

const steps: readonly (readonly [name: string, command: string, ...parameters: string[]])[] = [
  ["format", "oxfmt", "--check"],
  ["lint", "oxlint", "--type-aware", "--deny-warnings", "--report-unused-disable-directives"],
  ["types", "tsc", "--noEmit"],
  ["types of the workbench", "tsc", "--noEmit", "--project", "web"],
  ["unused", "knip"],
  ["package", "publint", "--strict"],
  ["clients", "node", "scripts/install-clients.mjs"],
];

requireNode(24);
const failures: string[] = [];
for (const [name, command, ...parameters] of steps) {
  if (run(name, command, parameters) !== 0) failures.push(name);
}
const tests = runTests();
printSkipped(tests.skipped);
if (failures.length > 0) console.log(`\nFailed steps: ${failures.join(", ")}`);
const allPassed = steps.length - failures.length + tests.passed;
const allFailed = failures.length + tests.failed;
console.log(`\n${allPassed} passed, ${allFailed} failed, ${tests.skipped.length} skipped`);
process.exitCode = allFailed === 0 ? 0 : 1;

/** Scripts of npm fall back to the Node of the machine without a word when the project's own is missing. */
function requireNode(major: number): void {
  if (Number(process.versions.node.split(".")[0]) >= major) return;
  throw new Error(
    `The tests need Node ${major}, and this is Node ${process.versions.node}. Run \`npm test\`, which sets it up.`,
  );
}

/**
 * Runs one command with its output passed through, and returns its exit code. `hasFailed` knows of failures that the
 * command itself does not tell.
 */
function run(
  name: string,
  command: string,
  parameters: readonly string[],
  env = {},
  hasFailed = (): boolean => false,
): number {
  console.log(`\n=== ${name}: ${[command, ...parameters].join(" ")}`);
  const start = performance.now();
  const result = spawnSync(command, parameters, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (result.error !== undefined) console.log(`${command} did not start: ${result.error.message}`);
  const own = result.status ?? 1;
  const code = own === 0 && hasFailed() ? 1 : own;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`--- ${name}: ${code === 0 ? "passed" : `failed, exit code ${code}`} (${seconds} s)`);
  return code;
}

function runTests(): TestCounts {
  const { files, unhandled } = runVitest("tests", process.argv.slice(2));
  const failed = files.flatMap((file) => file.failed);
  return {
    passed: files.reduce((sum, file) => sum + file.passed, 0),
    failed: failed.length + unhandled,
    skipped: files.flatMap((file) => file.skipped),
  };
}

function runVitest(name: string, files: readonly string[]): TestSummary {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-test-"));
  try {
    const file = join(folder, "summary.json");
    const reporters = ["--reporter=default", "--reporter=./scripts/vitest-reporter.ts"];
    const environment = { SKILLWRIGHT_TEST_SUMMARY: file };
    const words = ["run", ...reporters, ...files];
    // A service that ends with the run can take the exit code along.
    const code = run(name, "vitest", words, environment, () => tellsFailure(readSummary(file)));
    const summary = readSummary(file);
    // Vitest can fail for a reason that no test carries, such as finding no test at all.
    return code !== 0 && !tellsFailure(summary) ? { ...summary, unhandled: 1 } : summary;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tellsFailure({ unhandled, files }: TestSummary): boolean {
  return unhandled > 0 || files.some(({ failed }) => failed.length > 0);
}

function readSummary(file: string): TestSummary {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as TestSummary;
  } catch (error) {
    console.log(`No summary of the tests was written: ${String(error)}`);
    return { files: [], unhandled: 1 };
  }
}

function printSkipped(skipped: readonly SkippedTest[]): void {
  const byReason = Map.groupBy(skipped, (test) => test.reason);
  for (const [reason, group] of byReason) {
    console.log(`\nSkipped ${group.length}: ${reason}`);
    for (const test of group) console.log(`  ${test.name}`);
  }
}
