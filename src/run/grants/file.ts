import {
  failure,
  fileExists,
  joinPath,
  makeFolder,
  parentOf,
  readText,
  writeFileAtomically,
} from "../../platform/index.ts";
import { type GrantRecord, readBook, writeBook } from "./book.ts";

const grantCodes = {
  unreadable: "grants/unreadable",
} as const;

/** The file of a user, which no skill can reach. */
export function grantsFile(home: string): string {
  return joinPath(home, ".skillwright/grants.json");
}

export function readGrants(file: string): readonly GrantRecord[] {
  if (!fileExists(file)) return [];
  const records = readBook(readText(file));
  if (records !== undefined) return records;
  // Taking it for empty would write over what the user has agreed to.
  throw failure(
    grantCodes.unreadable,
    `The permissions granted by users cannot be read from \`${file}\`.`,
    { file, hint: "Fix the file, or delete it and grant the permissions again." },
  );
}

export function writeGrants(file: string, records: readonly GrantRecord[]): void {
  makeFolder(parentOf(file));
  writeFileAtomically(file, writeBook(records), { mode: 0o600 });
}
