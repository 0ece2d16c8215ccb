import { failure } from "./failure.ts";
import { linkOnWay } from "./link-on-way.ts";
import { relativePath, showPath } from "./paths.ts";

/** Throws where a file would be written through a link below the working directory, or below the folder that was named. */
export function requirePlainWay(file: string, named: string): void {
  const link = linkOnWay(file, named);
  if (link === undefined) return;
  const shown = showPath(relativePath(process.cwd(), link));
  throw failure("cli/unwritable", `Nothing is written through \`${shown}\`, which is a link.`, {
    file: showPath(file),
    hint: "It may lead anywhere, and may have come with a repository. Remove it, or name the folder that it leads to.",
  });
}
