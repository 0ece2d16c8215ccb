import { type Candidate, fileOf } from "../../library/gate/index.ts";
import type { Systems } from "../context.ts";
import { toEntry } from "./entry.ts";
import { type Entry, Listing } from "./listing.ts";
import { toRow } from "./row.ts";
import type { SystemSelection } from "./selection.ts";

/** The skills that a server has, each once, whatever systems find it. */
export async function listServed(systems: Systems, selection: SystemSelection): Promise<Listing> {
  const entries = new Map<string, Entry>();
  await systems.each(selection, ({ library }) => {
    for (const { candidate } of library.snapshot().evaluations()) {
      const path = shownPath(candidate);
      const file = fileOf(candidate) ?? path;
      const { document, directory } = candidate.reading;
      if (!entries.has(file)) entries.set(file, toEntry(document, path, directory));
    }
  });
  const sorted = [...entries.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return new Listing(sorted.map(toRow), []);
}

/** From the folder in which it was found: systems name the same file in their own ways, and callers have no folders here. */
function shownPath({ root, folder, path }: Candidate): string {
  if (root === undefined || folder === undefined) return path;
  const name = root.split(/[\\/]/u).findLast((part) => part !== "") ?? "";
  return [name, folder === "." ? "" : folder, "SKILL.md"].filter((part) => part !== "").join("/");
}
