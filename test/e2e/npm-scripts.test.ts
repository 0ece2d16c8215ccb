/** `scripts/run.mjs`, by which the scripts of npm run: in a project of the test's own, with the same file. */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/program.ts";
import { root } from "../support/source.ts";
import { until } from "../support/wait.ts";
import { runToEnd } from "../support/spawner.ts";

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

function runScript(folder: string): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = runToEnd(
    process.execPath,
    [join(folder, "scripts/run.mjs"), "start:main"],
    { cwd: folder },
  );
  return { status, output: `${stdout}${stderr}` };
}

/** A project whose packages are not those of its lock file; `prepare` runs at the end of the installation. */
function makeUninstalled(prepare: string): string {
  const folder = makeProject();
  const manifest = {
    name: "a",
    version: "1.0.0",
    engines: { node: ">=1000" },
    scripts: {
      prepare,
      // `npm ci` removes node_modules, where the program of the project lies.
      postprepare: "node restore.mjs",
      "start:main": "node -e \"console.log('started')\"",
    },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const { name, version, engines } = manifest;
  const lock = { name, version, lockfileVersion: 3, packages: { "": { name, version, engines } } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  rmSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(
    join(folder, "restore.mjs"),
    // A build makes its folder anew, which then is no older than the manifest either.
    `import { mkdirSync, rmSync, writeFileSync } from "node:fs";
rmSync("dist", { recursive: true });
for (const folder of ["node_modules/.bin", "dist"]) mkdirSync(folder, { recursive: true });
writeFileSync("node_modules/.bin/node", "#!/bin/sh\\nexec '${process.execPath}' \\"$@\\"\\n", { mode: 0o755 });
writeFileSync("dist/built.js", "");
`,
  );
  return folder;
}

it("installs with one line, whatever npm and the build have to say", () => {
  const { status, output } = runScript(makeUninstalled("node -e \"console.log('chatter')\""));
  expect(output).toBe(
    "started\nskillwright: Installing the packages of package-lock.json and building; this takes a minute or two.\n",
  );
  expect(status).toBe(0);
});

it("shows what npm said where the installation failed", () => {
  const failing = "node -e \"console.log('the reason'); process.exit(3)\"";
  const { status, output } = runScript(makeUninstalled(failing));
  expect(status).toBe(1);
  expect(output).toContain("the reason");
  expect(output).toContain("`npm ci` failed with exit code");
  expect(output).not.toContain("started");
});
