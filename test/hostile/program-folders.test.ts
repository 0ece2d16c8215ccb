/** Programs that only tell something about the machine: settings of a cloned folder must not choose what they run. */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readLoginPath } from "../../src/platform/machine/machine.ts";
import { pythonInterpreter } from "../../src/platform/sandbox/index.ts";
import { temporaryFolder } from "../support/program.ts";

/** A program that writes down where it was started, as managers of versions look there for their settings. */
function tattler(name: string): { readonly folder: string; readonly seen: () => string } {
  const folder = temporaryFolder();
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\npwd > "${folder}/seen"\necho PATH=/bin\n`);
  chmodSync(file, 0o755);
  return { folder, seen: () => readFileSync(join(folder, "seen"), "utf8").trim() };
}

it("[BX-14] asks Python for its folders in no folder of the user", async () => {
  const { folder, seen } = tattler("python3");
  await pythonInterpreter(folder);
  expect(seen()).toBe("/");
});

it("[BX-14] asks the login shell for its path in no folder of the user", async () => {
  const { folder, seen } = tattler("shell");
  const environment = { SHELL: join(folder, "shell"), PATH: "/bin:/usr/bin" };
  await readLoginPath(environment, process.platform, 10_000);
  expect(seen()).toBe("/");
});
