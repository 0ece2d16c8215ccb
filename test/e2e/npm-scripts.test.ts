/** `scripts/run.mjs`, by which the scripts of npm run: in a project of the test's own, with the same file. */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/program.ts";
import { root } from "../support/source.ts";
import { until } from "../support/wait.ts";

/** A script that says which process it is, and how it was asked to end. */
const SERVER = `
process.on("SIGTERM", () => { console.log("asked to end"); process.exit(0); });
console.log("server " + process.pid);
setInterval(() => {}, 1000);
`;

function makeProject(): string {
  const folder = temporaryFolder();
  for (const name of ["scripts", "node_modules/.bin", "dist", "src"])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["run.mjs", "installed.mjs"])
    copyFileSync(join(root, "scripts", name), join(folder, "scripts", name));
  const scripts = { "start:main": "node server.mjs" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "a", scripts }));
  for (const lock of ["package-lock.json", "node_modules/.package-lock.json"])
    writeFileSync(join(folder, lock), JSON.stringify({ packages: {} }));
  writeFileSync(join(folder, "server.mjs"), SERVER);
  // The same Node, as the project brings it along; what is built is newer than what it is built from.
  writeFileSync(
    join(folder, "node_modules/.bin/node"),
    `#!/bin/sh\nexec "${process.execPath}" "$@"\n`,
    {
      mode: 0o755,
    },
  );
  writeFileSync(join(folder, "dist/built.js"), "");
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it("what ends the script of npm ends the server that it started", async () => {
  const folder = makeProject();
  const child = spawn(process.execPath, [join(folder, "scripts/run.mjs"), "start:main"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      output += part;
    });
  await until("the server runs", () => /server \d+/u.test(output));
  const pid = Number(/server (\d+)/u.exec(output)?.[1]);
  const ended = new Promise<void>((settle) => {
    child.once("exit", () => settle());
  });
  child.kill("SIGTERM");
  await ended;
  await until("the server has ended", () => !isAlive(pid));
  expect(output).toContain("asked to end");
});
