import { isInside, oneLine, relativePath, showPath } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { findHome } from "../../platform/process/index.ts";

/** A path as short as people write it: from the working directory, or from their home folder. */
export function shortPath(path: string, context: Pick<Context, "folder" | "environment">): string {
  // The address of an object in a bucket.
  if (path.includes("://")) return oneLine(path);
  if (isInside(path, context.folder)) return show(relativePath(context.folder, path)) || ".";
  const home = findHome(context.environment);
  if (!isInside(path, home)) return show(path);
  const rest = show(relativePath(home, path));
  return rest === "" ? "~" : `~/${rest}`;
}

function show(path: string): string {
  return oneLine(showPath(path));
}

/** A sentence with every path in it as short as people write it. */
export function shortenPaths(
  text: string,
  context: Pick<Context, "folder" | "environment">,
): string {
  const bases = [
    [context.folder, ""],
    [findHome(context.environment), "~/"],
  ] as const;
  return bases.reduce(
    (words, [base, short]) => (base.length < 2 ? words : words.replaceAll(`${base}/`, () => short)),
    text,
  );
}
