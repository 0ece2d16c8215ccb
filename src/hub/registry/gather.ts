import type { PublishContent } from "../../registry/contract/index.ts";
import {
  checkPackageSize,
  packageTooLarge,
  type PackageSource,
  type SourceFile,
  tooManyFiles,
} from "../jobs/index.ts";
import type { MarketPorts } from "./ports.ts";
import { readUpload } from "./uploads.ts";
import type { Member } from "./viewer.ts";

/** The files of a version to be, whichever way they came, for the workers that unpack and check them. */
export async function gatherFiles(
  ports: MarketPorts,
  member: Member,
  content: PublishContent,
): Promise<PackageSource> {
  const { maxBytes, maxFiles } = ports.settings;
  const limits = { maxBytes, maxFiles };
  if (content.kind === "archive") {
    if (content.bytes.length > 2 * maxBytes) throw packageTooLarge(maxBytes);
    return { kind: "archive", bytes: content.bytes, limits };
  }
  if (content.kind === "files") {
    checkPackageSize(limits, content.files);
    return { kind: "files", files: content.files, limits };
  }
  if (content.files.length > maxFiles) throw tooManyFiles(maxFiles);
  const files: SourceFile[] = [];
  let size = 0;
  for (const { path, upload, sha256, isExecutable = false } of content.files) {
    const bytes = await readUpload(ports, member, upload);
    size += bytes.length;
    if (size > maxBytes) throw packageTooLarge(maxBytes);
    files.push({ path, bytes, isExecutable, ...(sha256 === undefined ? {} : { sha256 }) });
  }
  return { kind: "files", files, limits };
}
