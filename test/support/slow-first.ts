import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** More than the tests of this repository have by default. */
const LONG_MS = 100_000;

/**
 * Runs first what says of itself that it takes long. Otherwise a short file that starts many programs comes last, and
 * all workers but one wait for it.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const slow = new Set(
      sorted.filter(({ moduleId }) => takesLong(readFileSync(moduleId, "utf8"))),
    );
    return [...slow, ...sorted.filter((file) => !slow.has(file))];
  }
}

function takesLong(text: string): boolean {
  return [...text.matchAll(/\btimeout: (?<ms>[\d_]+)/gu)].some(
    ({ groups }) => Number(groups?.["ms"]?.replaceAll("_", "")) > LONG_MS,
  );
}
