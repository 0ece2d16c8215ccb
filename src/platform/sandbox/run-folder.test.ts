import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { openRunFolder } from "./run-folder.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const LIMITS = {
  cpuSeconds: 1,
  wallSeconds: 1,
  memoryBytes: 1,
  processes: 1,
  openFiles: 1,
  fileBytes: 1,
  writtenBytes: 1,
  scratchBytes: 1,
  outputBytes: 1,
  networkBytes: 1,
  networkBytesPerSecond: 1,
};

/** Of a process that cannot be: numbers end before. */
const GONE = 999_999_999;

it("[BX-14] a run does not stop at what another user of the machine has made, and leaves it", async () => {
  const folder = temporaryFolder();
  const left = join(folder, `skillwright-run-${GONE}-left`);
  const foreign = join(folder, `skillwright-run-${GONE}-foreign`);
  mkdirSync(join(left, "inside"), { recursive: true });
  mkdirSync(join(foreign, "inside", "deeper"), { recursive: true });
  // Whoever is not root cannot give a folder away, but can make one that is not to be removed.
  if (process.getuid?.() === 0) chownSync(foreign, 12_345, 12_345);
  else chmodSync(join(foreign, "inside"), 0);
  vi.stubEnv("TMPDIR", folder);
  const run = await openRunFolder({
    confinement: {
      mounts: [],
      hidden: [],
      hosts: [],
      commands: [],
      environment: {},
      limits: LIMITS,
    },
    now: Date.now,
    person: undefined,
    bridge: undefined,
  });
  run.close();
  if (existsSync(join(foreign, "inside"))) chmodSync(join(foreign, "inside"), 0o700);
  expect(readdirSync(folder)).toEqual([`skillwright-run-${GONE}-foreign`]);
});
