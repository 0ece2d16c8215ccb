/** A worker with jobs that do what hostile content makes programs do. */
import { runJobs, type JobLoaders } from "../../src/platform/jobs/index.ts";
import { SkillError } from "../../src/skill/index.ts";

export interface HostileJobs {
  readonly echo: (value: unknown) => unknown;
  readonly identify: (value: null) => number;
  readonly loop: (value: null) => never;
  readonly backtrack: (length: number) => boolean;
  readonly fillHeap: (value: null) => never;
  readonly fillBuffers: (value: null) => never;
  readonly refuse: (message: string) => never;
  readonly fail: (message: string) => never;
  readonly crash: (value: null) => never;
  readonly environment: (value: null) => readonly string[];
}

export const hostileJobs: JobLoaders<HostileJobs> = {
  echo: () => Promise.resolve((value) => value),
  identify: () => Promise.resolve(() => process.pid),
  loop: () =>
    Promise.resolve(() => {
      for (;;);
    }),
  backtrack: () => Promise.resolve((length) => /^(a+)+$/u.test(`${"a".repeat(length)}b`)),
  fillHeap: () =>
    Promise.resolve(() => {
      const kept: unknown[] = [];
      for (;;) kept.push(Array(100_000).fill(0.5));
    }),
  fillBuffers: () =>
    Promise.resolve(() => {
      const kept: Buffer[] = [];
      for (;;) kept.push(Buffer.alloc(1024 * 1024, 1));
    }),
  refuse: () =>
    Promise.resolve((message) => {
      throw new SkillError({ code: "test/refused", severity: "error", message });
    }),
  fail: () =>
    Promise.resolve((message) => {
      throw new Error(message);
    }),
  crash: () => Promise.resolve(() => process.exit(3)),
  environment: () => Promise.resolve(() => Object.keys(process.env)),
};

if (process.send !== undefined && import.meta.main) runJobs(hostileJobs);
