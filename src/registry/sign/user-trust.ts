import { fileExists, joinPath, readText } from "../../platform/index.ts";
import { readTrust, type TrustedKeys } from "./trust.ts";

/** The keys that a user trusts; nobody where there is no file. */
export function userTrust(home: string): TrustedKeys {
  const file = joinPath(home, ".skillwright", "trusted-keys.json");
  return readTrust(fileExists(file) ? readText(file) : undefined, file);
}
