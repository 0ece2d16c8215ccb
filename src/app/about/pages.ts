import { fileExists, readText } from "../../platform/index.ts";

/** Where the pages lie: beside the built program, or in the sources. */
const FOLDERS: readonly URL[] = [
  new URL("../diagnostics/", import.meta.url),
  new URL("../../../docs/reference/diagnostics/", import.meta.url),
];

/** The page about a code as Markdown; undefined where there is none. */
export function readPage(code: string): string | undefined {
  const files = FOLDERS.map((folder) => new URL(`${code}.md`, folder));
  const file = files.find((candidate) => fileExists(candidate));
  if (file === undefined) return undefined;
  // The frontmatter of a page speaks to the tools of the documentation alone.
  return readText(file).replace(/^---\n[^]*?\n---\n+/, "");
}
