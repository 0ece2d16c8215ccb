import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "./programs.ts";

/** One argument group for bubblewrap, which builds the file system from them in their order. */
export type Step = readonly string[];

/** Where the sandbox keeps what is its own. */
export const OWN = "/run/skillwright";
export const PROGRAMS = "/run/skillwright/bin";

const LIBRARIES = /-linux-(?:gnu|musl)/u;

/** Things of the system that programs expect, and that tell nothing about the machine's users. */
const PLAIN: readonly string[] = [
  "/usr/share/zoneinfo",
  "/etc/ld.so.cache",
  "/etc/ssl/openssl.cnf",
  "/nix/store",
];

/** Shared libraries and what belongs to them; no programs, unless all are granted. */
export function systemSteps(withPrograms: boolean): readonly Step[] {
  const roots = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
  const links = roots.flatMap((root) => linkStep(root));
  const usr = withPrograms
    ? [readOnly("/usr")]
    : libraryFolders().map((folder) => readOnly(folder));
  const wanted = withPrograms ? [...PLAIN, "/etc/alternatives"] : PLAIN;
  const plain = wanted.filter((place) => isThere(place) && !(withPrograms && isBelowUsr(place)));
  return [...usr, ...links, ...plain.map((place) => readOnly(place))];
}

function isBelowUsr(place: string): boolean {
  return place.startsWith("/usr/");
}

function readOnly(place: string): Step {
  return ["--ro-bind", realpathSync(place), place];
}

/** On merged systems `/lib` is a link into `/usr`; elsewhere it is a folder of libraries of its own. */
function linkStep(root: string): readonly Step[] {
  const entry = lstatSync(root, { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (entry.isSymbolicLink()) return [["--symlink", readlinkSync(root), root]];
  return root.startsWith("/lib") ? [readOnly(root)] : [];
}

function libraryFolders(): readonly string[] {
  const found = ["/usr/lib64", "/usr/lib32", "/usr/libx32"].filter(isOwnFolder);
  const perMachine = namesIn("/usr/lib").filter((name) => LIBRARIES.test(name));
  const folders = perMachine.map((name) => join("/usr/lib", name));
  // Systems without such folders keep the libraries in /usr/lib itself.
  const general = folders.length > 0 || isThere("/usr/lib64/libc.so.6") ? folders : ["/usr/lib"];
  return [...general, ...found];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isOwnFolder(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isThere(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false }) !== undefined;
}

/** Puts programs where they are on the machine, and their names on the PATH of the sandbox. */
export function programSteps(programs: readonly Program[]): readonly Step[] {
  const all = programs.flatMap((program) => [program, ...listInterpreters(program)]);
  // Files first: `/bin/sh` is put behind the link that `/bin` is, which leads to a folder only once something lies there.
  const places = new Set([...all.map(({ file }) => file), ...all.flatMap(({ needs }) => needs)]);
  const names = new Map(all.map(({ name, file }) => [name, file]));
  return [
    ...[...places].map((place): Step => ["--ro-bind", realpathSync(place), place]),
    ...[...names].map(([name, file]): Step => ["--symlink", file, `${PROGRAMS}/${name}`]),
  ];
}

function listInterpreters(program: Program): readonly Program[] {
  return program.interpreters.flatMap((item) => [item, ...listInterpreters(item)]);
}
