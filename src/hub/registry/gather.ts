import { partsOf, PortableNames } from "../../platform/archive/index.ts";
import { reasonOf, sha256Of } from "../../platform/index.ts";
import { marketCodes, marketRefusal, type PublishContent } from "../../registry/contract/index.ts";
import { inPathOrder, type SkillFile } from "../../registry/package/index.ts";
import { registryCodes } from "../../registry/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { MarketPorts } from "./ports.ts";
import { readUpload } from "./uploads.ts";
import type { Member } from "./viewer.ts";

/** The files of a version to be, in path order, whichever way they came; refuses what could not be unpacked. */
export async function gatherFiles(
  ports: MarketPorts,
  member: Member,
  content: PublishContent,
): Promise<readonly SkillFile[]> {
  const files = await filesOf(ports, member, content);
  checkFiles(ports, files);
  return inPathOrder(files).map(({ path, bytes, isExecutable = false }) => ({
    path,
    bytes,
    isExecutable,
  }));
}

async function filesOf(
  ports: MarketPorts,
  member: Member,
  content: PublishContent,
): Promise<readonly SkillFile[]> {
  if (content.kind === "files") return content.files;
  if (content.kind === "archive") return await unpackArchive(ports, member, content.bytes);
  const { maxBytes, maxFiles } = ports.settings;
  if (content.files.length > maxFiles) throw tooMany(maxFiles);
  const files: SkillFile[] = [];
  let size = 0;
  for (const { path, upload, sha256, isExecutable = false } of content.files) {
    const bytes = await readUpload(ports, member, upload);
    size += bytes.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    if (sha256 !== undefined && sha256 !== sha256Of(bytes))
      throw invalid(`The content of \`${path}\` does not match the digest \`${sha256}\`.`);
    files.push({ path, bytes, isExecutable });
  }
  return files;
}

/** Limits hold for what comes out, not for what is promised. */
async function unpackArchive(
  { jobs, settings: { maxBytes, maxFiles } }: MarketPorts,
  { userId }: Member,
  bytes: Uint8Array,
): Promise<readonly SkillFile[]> {
  if (bytes.length > 2 * maxBytes) throw tooLarge(maxBytes);
  try {
    const input = { bytes, maxBytes, maxEntries: maxFiles };
    return await jobs.run("unpack-package", input, { owner: userId });
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    const { code, message } = error.diagnostic;
    // A full queue, or a limit of the job, says enough by itself.
    if (code.startsWith("jobs/")) throw error;
    throw marketRefusal(
      code === registryCodes.wrongSignature ? marketCodes.wrongSignature : marketCodes.invalid,
      message,
      { path: ["archive"], cause: error },
    );
  }
}

function checkFiles(
  { settings: { maxBytes, maxFiles } }: MarketPorts,
  files: readonly SkillFile[],
): void {
  if (files.length > maxFiles) throw tooMany(maxFiles);
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxBytes) throw tooLarge(maxBytes);
  const names = new PortableNames();
  const paths = new Set<string>();
  const folders = new Set<string>();
  for (const { path } of files) {
    const parts = checkPath(path, names);
    if (paths.has(path)) throw invalid(`The file \`${path}\` is given twice.`);
    paths.add(path);
    for (let depth = 1; depth < parts.length; depth += 1)
      folders.add(parts.slice(0, depth).join("/"));
  }
  const both = [...folders].find((folder) => paths.has(folder));
  if (both !== undefined) throw invalid(`\`${both}\` is both a file and a folder.`);
}

const LONGEST_PATH = 500;

function checkPath(path: string, names: PortableNames): readonly string[] {
  try {
    const parts = partsOf(path, 0);
    names.add(parts);
    if (parts.join("/") === path && path.length <= LONGEST_PATH) return parts;
  } catch (error) {
    throw invalid(`The path \`${path}\` is not possible on every system: ${reasonOf(error)}.`);
  }
  throw invalid(
    `The path \`${path}\` must be in its shortest form and at most ${LONGEST_PATH} characters long.`,
  );
}

function invalid(message: string): Error {
  return marketRefusal(marketCodes.invalid, message, { path: ["files"] });
}

function tooMany(maxFiles: number): Error {
  return marketRefusal(
    marketCodes.tooLarge,
    `The package has too many files; at most ${maxFiles} are allowed.`,
  );
}

function tooLarge(maxBytes: number): Error {
  return marketRefusal(
    marketCodes.tooLarge,
    `The package is too large; at most ${maxBytes} bytes are allowed.`,
  );
}
