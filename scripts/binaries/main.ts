/**
 * The first file of a single binary, which Bun bundles and runs: unpacks the package that the binary carries, once for
 * each version, and starts the program of it.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { extract } from "tar";
import { isOwnFile, requireOwn } from "./own-program.ts";
// @ts-expect-error Bun puts the file into the binary, and gives its path.
import archivePath from "./package.tgz" with { type: "file" };

declare const PACKAGE_DIGEST: string;

const MAIN = "dist/cli/main.js";

// Bun hands on to this file what is meant for the runtime, in front of the file that it shall run. Only this program
// starts files of the package as processes of their own, and it speaks with each of them over a channel.
const words = process.argv.slice(2);
const at = words.findIndex((word) => !word.startsWith("--"));
const file = words[at] ?? "";
if (process.send !== undefined && isOwnFile(file, PACKAGE_DIGEST))
  await start(file, words.slice(at + 1));
else await start(join(openProgram(), MAIN), words);

async function start(path: string, rest: readonly string[]): Promise<void> {
  process.argv = [process.execPath, path, ...rest];
  await import(pathToFileURL(path).href);
}

function openProgram(): string {
  try {
    return unpack();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

/**
 * Not in the folder of caches, which is carried from one run to the next where skills of strangers are checked: what
 * lies here is run. Another process may unpack at the same time, so it becomes visible as a whole.
 */
function unpack(): string {
  const home = join(dataFolder(), "skillwright");
  const folder = join(home, `program-${PACKAGE_DIGEST}`);
  if (existsSync(folder)) {
    requireOwn(folder);
    return folder;
  }
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const next = mkdtempSync(join(home, "unpacking-"));
  try {
    // What lies in the binary is no file that can be opened, only one that can be read.
    const archive = join(next, "package.tgz");
    writeFileSync(archive, readFileSync(archivePath as string));
    extract({ file: archive, cwd: next, sync: true });
    rmSync(archive);
    renameSync(next, folder);
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  requireOwn(folder);
  return folder;
}

function dataFolder(): string {
  const own = process.env["XDG_DATA_HOME"];
  if (own !== undefined && own.startsWith("/")) return own;
  if (process.platform === "win32")
    return process.env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support");
  return join(homedir(), ".local", "share");
}
