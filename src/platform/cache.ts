import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "./terminal.ts";

/** Where caches lie: `SKILLWRIGHT_CACHE_DIR`, or what the system has for such files. */
export function cacheFolder(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  const own = environment["SKILLWRIGHT_CACHE_DIR"];
  if (own !== undefined && own !== "") return own;
  const shared = environment["XDG_CACHE_HOME"];
  // The specification of these folders has relative paths ignored.
  if (shared !== undefined && shared.startsWith("/")) return join(shared, "skillwright");
  if (platform === "win32") {
    const local = environment["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
    return join(local, "skillwright", "cache");
  }
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "skillwright");
  return join(homedir(), ".cache", "skillwright");
}
