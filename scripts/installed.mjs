/**
 * Tells whether what npm installed into a folder is what its lock file asks for. Plain JavaScript without
 * dependencies, because it runs before anything is installed.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** True when the packages are those of the lock file, whatever the files' times are. */
export function isInstalled(folder) {
  const wanted = readPackages(join(folder, "package-lock.json"));
  const installed = readPackages(join(folder, "node_modules", ".package-lock.json"));
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const present = installed[path];
    // Packages for other platforms are in the lock file, and never installed.
    if (present === undefined) return path === "" || entry.optional || entry.devOptional;
    return present.version === entry.version && present.integrity === entry.integrity;
  });
}

function readPackages(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}
