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
  const parts = path.split(/[\\/]/).filter((part) => part !== "");
  return parts.at(-1) ?? path;
}

/** True when `path` is `folder` or lies below it; both absolute. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!/^\.\.(?:[\\/]|$)/.test(way) && !isAbsolute(way));
}

export { dirname as parentOf } from "node:path";
export { join as joinPath, relative as relativePath, resolve as resolvePath };

/** The path of an address that begins with `file:`; undefined where it means none of this machine. */
export function pathOfUrl(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}
