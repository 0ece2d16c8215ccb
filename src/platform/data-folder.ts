import { resolve } from "node:path";
import { findHome } from "./process/home.ts";
import type { Environment } from "./terminal.ts";

/** In place of a data folder: nothing outlives the process. */
export const IN_MEMORY = ":memory:";

/** Where a server keeps what is its own: the folder that is named, that of the environment, or one of the user. */
export function findDataFolder(
  { environment, folder }: { readonly environment: Environment; readonly folder: string },
  named: string | undefined,
): string {
  const given = named ?? environment["SKILLWRIGHT_DATA"];
  if (given === IN_MEMORY) return given;
  return given === undefined || given === ""
    ? resolve(findHome(environment), ".skillwright")
    : resolve(folder, given);
}
