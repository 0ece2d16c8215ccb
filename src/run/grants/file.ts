import {
  fileExists,
  joinPath,
  makeFolder,
  parentOf,
  readText,
  writeFileAtomically,
} from "../../platform/index.ts";
import { runError } from "../errors.ts";
import { type GrantRecord, parseGrants, serializeGrants } from "./records.ts";

/** The file of a user, which no skill can reach. */
export function grantsFile(home: string): string {
  return joinPath(home, ".skillwright/grants.json");
}

export function readGrants(file: string): readonly GrantRecord[] {
  if (!fileExists(file)) return [];
  const records = parseGrants(readText(file));
  if (records !== undefined) return records;
  // Taking it for empty would write over what the user has agreed to.
  throw runError("grants/unreadable", { file }, { file });
}

export function writeGrants(file: string, records: readonly GrantRecord[]): void {
  makeFolder(parentOf(file));
  writeFileAtomically(file, serializeGrants(records), { mode: 0o600 });
}
