import { fileURLToPath } from "node:url";
import { isAbsolute, join, relative, resolve, sep } from "node:path";

/** Paths as people see them: `/` between the parts on every system. */
export function showPath(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/** Joins with `/`, and leaves out a leading `.`, so that `.` plus `a` is shown as `a`. */
export function joinShown(folder: string, name: string): string {
  if (folder === "" || folder === ".") return name;
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

/** The last part of a path in either notation. */
export function lastPart(path: string): string {
  let end = path.length;
  while (end > 0 && isSeparator(path, end - 1)) end -= 1;
  let start = end;
  while (start > 0 && !isSeparator(path, start - 1)) start -= 1;
  return start === end ? path : path.slice(start, end);
}

function isSeparator(path: string, at: number): boolean {
  const letter = path.charAt(at);
  return letter === "/" || letter === "\\";
}

/** True when `path` is `folder` or lies below it; both absolute. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!/^\.\.(?:[\\/]|$)/.test(way) && !isAbsolute(way));
}

export { dirname as parentOf } from "node:path";
export { join as joinPath, relative as relativePath, resolve as resolvePath };

export { pathToFileURL as urlOfPath } from "node:url";

/** The path of an address that begins with `file:`; undefined where it means none of this machine. */
export function urlToPath(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}
