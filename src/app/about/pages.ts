/** Where the pages about diagnostic codes lie: beside the built program, or in the sources. */
import { fileExists } from "../../platform/index.ts";

const FOLDERS: readonly URL[] = [
  new URL("../diagnostics/", import.meta.url),
  new URL("../../../docs/reference/diagnostics/", import.meta.url),
];

/** Undefined where there is none. */
export function findPage(code: string): URL | undefined {
  return FOLDERS.map((folder) => new URL(`${code}.md`, folder)).find((file) => fileExists(file));
}
