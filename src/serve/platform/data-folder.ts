import { protectFolder } from "../../platform/folder/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import { platformWarnings } from "./diagnostics.ts";
import { SECRET_KEY_FILE } from "./secret-key.ts";

/** What the server itself writes into its data folder and others must not read. */
const OWN_NAMES = [
  "state.db",
  "state.db-wal",
  "state.db-shm",
  "state.db-journal",
  "state.db-owners",
  SECRET_KEY_FILE,
  "logs",
  "skills",
  "history",
  "knowledge",
  "registry",
] as const;

/** Closes the data folder to other users of the machine before anything is written to it. */
export function protectDataFolder(path: string, onProblem: (problem: Diagnostic) => void): void {
  const { corrected, left } = protectFolder({ path, names: OWN_NAMES });
  if (corrected > 0)
    onProblem({
      code: platformWarnings.openDataFolder,
      severity: "warning",
      message: `Other users of this machine could read the data folder; ${corrected} of its files and folders are now closed to them.`,
      hint: "Passwords and tokens that were used until now may be known to them.",
      file: path,
    });
  const [first] = left;
  if (first !== undefined)
    onProblem({
      code: platformWarnings.openDataFolder,
      severity: "warning",
      message: `Other users of this machine can read \`${first}\`, which is not the server's own to close.`,
      hint: "Give the server a folder of its own with `--data`.",
      file: path,
    });
}
