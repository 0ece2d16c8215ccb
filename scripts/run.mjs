/**
 * node scripts/run.mjs <npm-script> [arguments]
 *
 * Brings a checkout to the state in which an npm script can run, then runs it: installs the packages when
 * they are missing or differ from the lock file, and builds dist when a source is newer. It is plain
 * JavaScript without dependencies because it runs before anything is installed, on any Node from 20 on.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./installed.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const binaries = join(root, "node_modules", ".bin");
const isWindows = process.platform === "win32";

const [script, ...rest] = process.argv.slice(2);
const scriptArguments = rest[0] === "--" ? rest.slice(1) : rest;

checkNode();
if (script === undefined) stop("No script was named.", "Call `node scripts/run.mjs <npm-script>`.");
if (!isInstalled(root)) install();
checkProjectNode();
if (isOlderThanSources("dist")) build();
await hand(["run", "--silent", script, "--", ...scriptArguments]);

function checkNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 20) return;
  stop(
    `Node ${process.versions.node} is too old to set up this project.`,
    "Install Node 20 or newer.",
  );
}

function install() {
  say("Installing the packages of package-lock.json and building; this takes a minute or two.");
  // `npm ci` deletes node_modules first, so it must not run on the Node that lies in there. Its warnings
  // are about that Node, which only installs: everything else runs on the one that is installed here.
  const { status, output } = quietNpm(["ci", "--no-audit", "--no-fund"], systemPath());
  if (status === 0) return;
  console.error(output.trimEnd());
  stop(
    `\`npm ci\` failed with exit code ${status}; its output is above. Nothing else was run.`,
    "If packages could not be fetched, check the network and the registry that npm uses; if the " +
      "build failed, correct the source it names. Then run the same command again.",
  );
}

function checkProjectNode() {
  if (existsSync(join(binaries, isWindows ? "node.cmd" : "node"))) return;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 24 || (major === 24 && minor >= 11)) return;
  stop(
    `No Node 24 is packaged for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}.`,
    "Install Node 24.11 or newer, and run the same command with it.",
  );
}

function build() {
  say("Building, since a source has changed.");
  const status = npm(["run", "--silent", "build"], projectPath());
  if (status === 0) return;
  stop(
    `The build failed with exit code ${status}; its output is above. Nothing else was run.`,
    "Correct the source it names, then run the same command again. `npm run build` repeats the build alone.",
  );
}

function isOlderThanSources(folder) {
  const built = times(join(root, folder));
  if (built.length === 0) return true;
  const sources = [
    "src",
    "web",
    "schemas",
    "package.json",
    "tsdown.config.ts",
    "scripts/build.ts",
    "scripts/build-web.ts",
  ].flatMap((path) => times(join(root, path)));
  return Math.max(...sources) > Math.min(...built);
}

/** Times of change of a file, or of a folder with all in it. Folders count, so that a deletion shows. */
function times(path) {
  if (!existsSync(path) || path.endsWith(".test.ts")) return [];
  const status = statSync(path);
  if (!status.isDirectory()) return [status.mtimeMs];
  return [status.mtimeMs, ...readdirSync(path).flatMap((name) => times(join(path, name)))];
}

function pass(child, signal) {
  const { pid } = child;
  if (isWindows || pid === undefined) return child.kill(signal);
  try {
    return process.kill(-pid, signal);
  } catch {
    // The group has ended by itself in this moment.
    return false;
  }
}

/** Runs the script as the last thing: what ends this process ends the script, and its exit code is this one's. */
async function hand(parameters) {
  const child = spawn("npm", parameters, {
    cwd: root,
    env: { ...process.env, PATH: projectPath() },
    stdio: "inherit",
    shell: isWindows,
    // A group of its own: npm starts the script by a shell, which would not pass a signal on.
    detached: !isWindows,
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
    process.on(signal, () => pass(child, signal));
  const code = await new Promise((settle, refuse) => {
    child.on("error", refuse);
    child.on("exit", (status, signal) => {
      settle(status ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
  process.exit(code);
}

/** Runs npm and returns its exit code. */
function npm(parameters, path) {
  return runNpm(parameters, path, "inherit").status ?? 1;
}

/** Runs npm and returns its exit code and what it printed. */
function quietNpm(parameters, path) {
  const { status, stdout, stderr } = runNpm(parameters, path, ["ignore", "pipe", "pipe"]);
  return { status: status ?? 1, output: `${stdout}${stderr}` };
}

function runNpm(parameters, path, stdio) {
  const result = spawnSync("npm", parameters, {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio,
    encoding: "utf8",
    maxBuffer: 64_000_000,
    // On Windows npm is a batch file, which only the shell can start.
    shell: isWindows,
  });
  if (result.error?.code === "ENOENT") {
    stop(
      "npm was not found on PATH.",
      "Install npm, which comes with Node, and run the same command again.",
    );
  }
  if (result.error !== undefined) throw result.error;
  return result;
}

function projectPath() {
  return [binaries, systemPath()].join(delimiter);
}

function systemPath() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.filter((folder) => resolve(folder) !== binaries).join(delimiter);
}

function say(message) {
  console.error(`skillwright: ${message}`);
}

function stop(message, next) {
  say(message);
  say(next);
  process.exit(1);
}
