/** The files of a version to be, as they came: they are unpacked and checked where the work on them is done. */
import { partsOf, PortableNames } from "../../platform/archive/index.ts";
import { reasonOf, computeSha256 } from "../../platform/index.ts";
import { marketCodes, marketRefusal } from "../../registry/contract/index.ts";
import { registryCodes } from "../../registry/index.ts";
import { inPathOrder, readPackageBytes, type SkillFile } from "../../registry/package/index.ts";
import { SkillError } from "../../skill/index.ts";

export interface PackageLimits {
  readonly maxBytes: number;
  readonly maxFiles: number;
}

/** A file that was uploaded before is compared with the digest that the publication names. */
export interface SourceFile extends SkillFile {
  readonly sha256?: string;
}

export type PackageSource =
  | { readonly kind: "archive"; readonly bytes: Uint8Array; readonly limits: PackageLimits }
  | {
      readonly kind: "files";
      readonly files: readonly SourceFile[];
      readonly limits: PackageLimits;
    }
  /** Files that were checked when they were stored. */
  | { readonly kind: "checked"; readonly files: readonly SkillFile[] };

/** The files in path order; refuses what could not be unpacked everywhere. */
export async function openPackageSource(source: PackageSource): Promise<readonly SkillFile[]> {
  if (source.kind === "checked") return source.files;
  const files = source.kind === "files" ? source.files : await unpack(source);
  checkFiles(source.limits, files);
  return inPathOrder(files).map(({ path, bytes, isExecutable = false }) => ({
    path,
    bytes,
    isExecutable,
  }));
}

/** Limits hold for what comes out, not for what is promised. */
async function unpack({
  bytes,
  limits: { maxBytes, maxFiles },
}: PackageSource & { readonly kind: "archive" }): Promise<readonly SourceFile[]> {
  try {
    const { files } = await readPackageBytes(bytes, "", { maxBytes, maxEntries: maxFiles });
    return files;
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    const { code, message } = error.diagnostic;
    throw marketRefusal(
      code === registryCodes.wrongSignature ? marketCodes.wrongSignature : marketCodes.invalid,
      message,
      { path: ["archive"], cause: error },
    );
  }
}

function checkFiles(limits: PackageLimits, files: readonly SourceFile[]): void {
  checkPackageSize(limits, files);
  const names = new PortableNames();
  const paths = new Set<string>();
  const folders = new Set<string>();
  for (const { path, bytes, sha256 } of files) {
    const parts = checkPath(path, names);
    if (sha256 !== undefined && sha256 !== computeSha256(bytes))
      throw invalid(`The content of \`${path}\` does not match the digest \`${sha256}\`.`);
    if (paths.has(path)) throw invalid(`The file \`${path}\` is given twice.`);
    paths.add(path);
    for (let depth = 1; depth < parts.length; depth += 1)
      folders.add(parts.slice(0, depth).join("/"));
    if (folders.size > MOST_FOLDERS)
      throw invalid(`The files lie in more than ${MOST_FOLDERS} folders.`);
  }
  const both = [...folders].find((folder) => paths.has(folder));
  if (both !== undefined) throw invalid(`\`${both}\` is both a file and a folder.`);
}

const LONGEST_PATH = 500;
/** Few files that lie deep would become more folders, and trees of git, than anybody can go through. */
const MOST_LEVELS = 24;
const MOST_FOLDERS = 1000;

function checkPath(path: string, names: PortableNames): readonly string[] {
  try {
    const parts = partsOf(path, 0);
    names.add(parts);
    if (parts.length > MOST_LEVELS) throw new Error(`it is deeper than ${MOST_LEVELS} levels`);
    if (path !== "" && parts.join("/") === path && path.length <= LONGEST_PATH) return parts;
  } catch (error) {
    throw invalid(`The path \`${path}\` is not possible on every system: ${reasonOf(error)}.`);
  }
  throw invalid(
    `The path \`${path}\` must be in its shortest form and at most ${LONGEST_PATH} characters long.`,
  );
}

/** Counts alone: what is too large need not be sent to a worker. */
export function checkPackageSize(
  { maxBytes, maxFiles }: PackageLimits,
  files: readonly { readonly bytes: Uint8Array }[],
): void {
  if (files.length > maxFiles) throw tooManyFiles(maxFiles);
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxBytes)
    throw packageTooLarge(maxBytes);
}

function invalid(message: string): Error {
  return marketRefusal(marketCodes.invalid, message, { path: ["files"] });
}

export function tooManyFiles(maxFiles: number): Error {
  return marketRefusal(
    marketCodes.tooLarge,
    `The package has too many files; at most ${maxFiles} are allowed.`,
  );
}

export function packageTooLarge(maxBytes: number): Error {
  return marketRefusal(
    marketCodes.tooLarge,
    `The package is too large; at most ${maxBytes} bytes are allowed.`,
  );
}
