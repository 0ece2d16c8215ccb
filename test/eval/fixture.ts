import type { SuiteFile } from "../../src/check/eval/index.ts";

export interface Fixture {
  readonly format: string;
  readonly title: string;
  /** The main file first. */
  readonly files: readonly SuiteFile[];
  /** Ids of the cases. */
  readonly ids: readonly string[];
}

export function json(path: string, value: unknown): SuiteFile {
  return { path, text: `${JSON.stringify(value, undefined, 2)}\n` };
}
