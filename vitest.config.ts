import type { ViteUserConfig } from "vitest/config";
import { listTests } from "./test/support/fast-tests.ts";
import { SlowFirst } from "./test/support/slow-first.ts";

const { fast, whole } = listTests();

const config: ViteUserConfig = {
  test: {
    // Threads start faster than processes, and no test changes the directory or the environment of its process.
    pool: "threads",
    // One more than processors that there are at least: a test often waits for a program, a server or a page.
    maxWorkers: 3,
    // Modules keep no state, so that files can share a worker, which saves its start for each of them.
    isolate: false,
    // Tests start the program and other processes; a machine that is ten times as busy needs the room.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    sequence: { sequencer: SlowFirst },
    expect: { poll: { timeout: 45_000 } },
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
          globalSetup: ["test/support/build-program.ts", "test/support/services.ts"],
        },
      },
    ],
  },
};

export default config;
