import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { pythonInterpreter } from "./index.ts";

function script(file: string, lines: readonly string[]): void {
  writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"));
  chmodSync(file, 0o755);
}

it("takes the Python that a manager of versions stands for, and not the next one on the PATH", async () => {
  const folder = temporaryFolder();
  const shims = join(folder, "shims");
  const chosen = join(folder, "versions/3.13/python");
  mkdirSync(shims);
  mkdirSync(join(folder, "versions/3.13"), { recursive: true });
  script(chosen, ["exit 0"]);
  const answer = JSON.stringify({ program: chosen, prefix: join(folder, "versions/3.13") });
  // As such programs do, it looks into the home and calls others by their names.
  script(join(shims, "python3"), [
    `[ "$HOME" = ${folder} ] && [ "$PYENV_VERSION" = 3.13 ] || exit 1`,
    `printf '%s' '${answer}' | cat`,
  ]);
  const path = `${shims}:${process.env["PATH"] ?? ""}`;
  const environment = { HOME: folder, PYENV_VERSION: "3.13", SECRET: "x" };
  expect(await pythonInterpreter(path, environment)).toEqual({
    program: chosen,
    mounts: [{ path: join(folder, "versions/3.13"), access: "read" }],
  });
  // One that has no version to start is passed over.
  const other = await pythonInterpreter(path, { HOME: folder });
  expect(other?.program).not.toBe(chosen);
});
