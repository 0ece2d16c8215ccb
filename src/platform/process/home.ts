import type { Environment } from "../terminal.ts";
import { homeFolder } from "./folders.ts";

/** The home folder that an environment names; default: that of the user. */
export function findHome(environment: Environment): string {
  const home = environment["HOME"];
  return home === undefined || home === "" ? homeFolder() : home;
}
