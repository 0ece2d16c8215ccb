import { computeSha256 } from "../../platform/index.ts";
import { type ContentFile, readContent } from "../../platform/content/index.ts";

const MIB = 1024 * 1024;
const LIMITS = { bytes: 256 * MIB, totalBytes: 1024 * MIB, files: 100_000 };

/**
 * One sum over all files of a skill: names, bytes, rights and links. Undefined where the folder is too large to be read
 * whole, so that no user agrees to bytes that were not checked.
 */
export function skillDigest(folder: string): string | undefined {
  const files = readContent(folder, LIMITS);
  if (files.length >= LIMITS.files || files.some(({ size }) => size !== undefined))
    return undefined;
  return contentDigest(files);
}

/** The same for files that lie in no folder. */
export function contentDigest(
  files: readonly Pick<ContentFile, "path" | "content" | "link" | "mode">[],
): string {
  const lines = files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, content, link, mode = 0 }) =>
      JSON.stringify([path, link ?? null, (mode & 0o111) !== 0, computeSha256(content)]),
    );
  return `sha256:${computeSha256(lines.join("\n"))}`;
}
