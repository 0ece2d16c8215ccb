import { fileExists, readText } from "../files.ts";
import { joinPath } from "../paths.ts";
import { findHome } from "../process/index.ts";
import type { Environment } from "../terminal.ts";
import { listEntries } from "../tree/index.ts";

/** A feed of what is known to be bad, as it lies on this machine. */
export interface FeedText {
  readonly file: string;
  readonly text: string;
}

/** Where the feeds of a user are kept. */
export function feedsFolder(environment: Environment): string {
  return joinPath(findHome(environment), ".skillwright", "feeds");
}

/** The feeds of a user, which every scan uses. */
export function readFeedFiles(environment: Environment): readonly FeedText[] {
  const folder = feedsFolder(environment);
  if (!fileExists(folder)) return [];
  return listEntries(folder)
    .filter(({ name, kind }) => kind === "file" && name.endsWith(".json"))
    .map(({ name }) => joinPath(folder, name))
    .map((file) => ({ file, text: readText(file) }));
}
