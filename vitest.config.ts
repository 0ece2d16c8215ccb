import type { ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = {
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/support/build-program.ts"],
    // Tests start the program and other processes; a busy machine needs the room.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Threads start faster than processes, and no test changes the directory or the environment of its process.
    pool: "threads",
    maxWorkers: 2,
    // Modules keep no state, so that files can share a worker, which saves its start for each of them.
    isolate: false,
    reporters: ["default"],
  },
};

export default config;
