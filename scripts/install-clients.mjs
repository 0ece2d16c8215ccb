/**
 * node scripts/install-clients.mjs
 *
 * Installs the programs of other projects that the tests run against this one. They lie in test/clients with
 * a lock file of their own, so that installing the project itself stays small; nothing is done where they
 * are there already.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./installed.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, "test", "clients");

if (isInstalled(folder)) {
  console.log("The clients in test/clients are those of its lock file.");
} else {
  process.exitCode = install();
}

function install() {
  console.log("Installing the clients in test/clients.");
  // npm chooses by the Node that runs it, so that has to be the project's own.
  const path = [join(root, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter);
  const parameters = [
    "ci",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=2000",
  ];
  const result = spawnSync("npm", parameters, {
    cwd: folder,
    env: { ...process.env, PATH: path },
    stdio: "inherit",
    // On Windows npm is a batch file, which only the shell can start.
    shell: process.platform === "win32",
  });
  if (result.status === 0) return 0;
  // Half of an installation would look like a failure of the tests later on.
  rmSync(join(folder, "node_modules"), { recursive: true, force: true });
  const why = result.error === undefined ? `exit code ${result.status}` : result.error.message;
  console.error(
    `\nThe clients in test/clients could not be installed: \`npm ci\` ended with ${why}.`,
  );
  console.error(
    "If packages could not be fetched, check the network and the registry that npm is set to, then run " +
      "`node scripts/install-clients.mjs` again. The tests that start these clients fail until it works.",
  );
  return 1;
}
