import type { Place } from "../../platform/sandbox/index.ts";
import type { RunnerOptions } from "./runner.ts";

export type Folders = Pick<RunnerOptions, "home" | "folder">;

/** A path of a permission as a way from a folder of the user. */
export function anchored(base: string, { home, folder }: Folders): Pick<Place, "anchor" | "way"> {
  if (base === "~" || base.startsWith("~/")) return { anchor: home, way: base.slice(2) };
  if (base === "." || base.startsWith("./")) return { anchor: folder, way: base.slice(2) };
  return { anchor: "/", way: base.slice(1) };
}
