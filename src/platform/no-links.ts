/** The writer of commands: nothing goes through a link that a repository may have brought along. */
import { failure } from "./failure.ts";
import { copyFile, makeFolder, writeFileAtomically, type WriteOptions } from "./files.ts";
import { linkOnWay } from "./link-on-way.ts";
import { parentOf, relativePath, showPath } from "./paths.ts";

/** Throws where a file would be written through a link below the working directory, or below the folder that was named. */
export function refuseLinks(file: string, named: string = parentOf(file)): void {
  const link = linkOnWay(file, named);
  if (link === undefined) return;
  const shown = showPath(relativePath(process.cwd(), link));
  throw failure("cli/unwritable", `Nothing is written through \`${shown}\`, which is a link.`, {
    file: showPath(file),
    hint: "It may lead anywhere, and may have come with a repository. Remove it, or name the folder that it leads to.",
  });
}

interface PlainOptions extends WriteOptions {
  /** The folder that was named. Default: the one of the file. */
  readonly named?: string;
}

/** Writes a file whole or not at all, in folders that are made where they are missing. */
export function writeWithoutLinks(
  file: string,
  content: string | Uint8Array,
  { named, ...options }: PlainOptions = {},
): void {
  refuseLinks(file, named);
  makeFolder(parentOf(file));
  writeFileAtomically(file, content, options);
}

export function copyWithoutLinks(from: string, to: string, named: string): void {
  refuseLinks(to, named);
  copyFile(from, to);
}
