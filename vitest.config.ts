import type { ViteUserConfig } from "vitest/config";
import { listTests } from "./test/support/fast-tests.ts";
import { SlowFirst } from "./test/support/slow-first.ts";

const { fast, whole } = listTests();

const config: ViteUserConfig = {
  test: {
    // Starting a program takes the longer the more memory its starter has: threads would have that of all workers.
    pool: "forks",
    execArgv: ["--expose-gc"],
    maxWorkers: 2,
    // Modules keep no state, so that files can share a worker, which saves its start for each of them.
    isolate: false,
    // Tests start the program and other processes; a busy machine needs the room.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: SlowFirst },
    expect: { poll: { timeout: 15_000 } },
    reporters: ["default"],
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: [...fast],
          setupFiles: ["test/support/start-nothing.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "whole",
          include: [...whole],
          setupFiles: ["test/support/collect-garbage.ts"],
          globalSetup: ["test/support/build-program.ts", "test/support/services.ts"],
        },
      },
    ],
  },
};

export default config;
