import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";

/** A program as it is found in the sandbox: its own file, and what else it needs to work. */
export interface Program {
  readonly name: string;
  /** The file itself, with all links followed. */
  readonly file: string;
  /** Folders and files beside it. */
  readonly needs: readonly string[];
  /** What its first line calls, if it is a script. */
  readonly interpreters: readonly Program[];
}

/** Folders of version managers: their programs only look for others, in places that are not there inside. */
const SHIMS = /[\\/]shims$/u;

/** Looks a name up on PATH. */
export function findOnPath(name: string, path: string): string | undefined {
  if (name === "" || name.includes("/")) return undefined;
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const own = folders.filter((folder) => !SHIMS.test(folder));
  return own.map((folder) => join(folder, name)).find(isRunnable);
}

/** Every file of that name on PATH, those of version managers among them. */
export function findAllOnPath(name: string, path: string): readonly string[] {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).filter(isRunnable);
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const DEEPEST = 4;

/** All that has to be there for a program; undefined where it is not on this machine. */
export function programFor(name: string, path: string, depth = 0): Program | undefined {
  const found = isAbsolute(name) ? name : findOnPath(name, path);
  if (found === undefined || !isRunnable(found) || depth > DEEPEST) return undefined;
  const file = realpathSync(found);
  const called = calledBy(file);
  const interpreters = called.flatMap((item) => programFor(item, path, depth + 1) ?? []);
  // `#!/bin/sh` is looked for at that very place, which may be a link to the file.
  const places = called.filter((item) => isAbsolute(item));
  return {
    name: basename(found),
    file,
    needs: [...companions(basename(found), file), ...places],
    interpreters,
  };
}

/** What the first line of a script calls: its interpreter, and what `env` would look for. */
function calledBy(file: string): readonly string[] {
  const line = firstLine(file);
  if (!line.startsWith("#!")) return [];
  const [interpreter = "", ...rest] = line.slice(2).trim().split(/\s+/u);
  if (!isAbsolute(interpreter)) return [];
  const sought = rest.find((word) => !word.startsWith("-") && !word.includes("="));
  return basename(interpreter) === "env" && sought !== undefined
    ? [interpreter, sought]
    : [interpreter];
}

function firstLine(file: string): string {
  const buffer = Buffer.alloc(256);
  try {
    const handle = openSync(file, "r");
    try {
      const size = readSync(handle, buffer, 0, buffer.length, 0);
      return buffer.subarray(0, size).toString("latin1").split("\n")[0] ?? "";
    } finally {
      closeSync(handle);
    }
  } catch {
    // A program that may be run and not read is no script.
    return "";
  }
}

/** Folders that packages of systems give a program of that name, and the package that its file belongs to. */
function companions(name: string, file: string): readonly string[] {
  const places = ["/usr/lib", "/usr/libexec", "/usr/share", "/usr/local/lib", "/usr/local/share"];
  const named = places.flatMap((place) => [join(place, name), join(place, `${name}-core`)]);
  const inPackage = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//u.exec(file)?.[1];
  const all = [...named, ...(inPackage === undefined ? [] : [inPackage])];
  return all.filter((place) => statSync(place, { throwIfNoEntry: false })?.isDirectory() === true);
}
