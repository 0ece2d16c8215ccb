/**
 * Runs every check of the repository, each to its end, and closes with the counts of all of them. A step
 * counts as one; the tests of vitest count one by one.
 */
import { spawn, spawnSync } from "node:child_process";
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

type Step = readonly [name: string, command: string, ...parameters: string[]];

// Those that take longest come first.
const steps: readonly Step[] = [
  ["lint", "oxlint", "--type-aware", "--deny-warnings", "--report-unused-disable-directives"],
  ["clients", "node", "scripts/install-clients.mjs"],
  ["types", "tsc", "--noEmit"],
  ["types of the workbench", "tsc", "--noEmit", "--project", "web"],
  ["unused", "knip"],
  ["package", "publint", "--strict"],
  ["format", "oxfmt", "--check"],
];

requireNode(24);
const failures = await runSteps();
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

/** Two at a time, since most of them use one processor; the output of each comes whole, when it ends. */
async function runSteps(): Promise<readonly string[]> {
  const failed: string[] = [];
  const waiting = [...steps];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      if (!(await passes(step))) failed.push(step[0]);
  };
  await Promise.all([work(), work()]);
  return failed;
}

function passes([name, command, ...parameters]: Step): Promise<boolean> {
  const start = performance.now();
  return new Promise((settle) => {
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.once("error", (error) => (output += `${command} did not start: ${error.message}\n`));
    child.once("close", (code) => {
      console.log(`\n=== ${name}: ${[command, ...parameters].join(" ")}\n${output.trimEnd()}`);
      sayEnd(name, code ?? 1, start);
      settle(code === 0);
    });
  });
}

function sayEnd(name: string, code: number, start: number): void {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`--- ${name}: ${code === 0 ? "passed" : `failed, exit code ${code}`} (${seconds} s)`);
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
  sayEnd(name, code, start);
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
