import {
  type ArchiveKind,
  createStage,
  placeFolder,
  type SizeLimits,
  unpack,
  unpackBytes,
} from "../../platform/archive/index.ts";
import {
  fileExists,
  joinPath,
  kindOf,
  refuseLinks,
  makeFolder,
  readBytes,
  takeStamp,
} from "../../platform/index.ts";
import { listEntries } from "../../platform/tree/index.ts";
import { fail, registryCodes, registryError } from "../errors.ts";
import { checkFolderName } from "../install/name-check.ts";
import { verifySignature } from "../sign/verify.ts";
import { computeIntegrity } from "./digests.ts";
import {
  asInvalid,
  contentOf,
  invalidPackage,
  packageLimits,
  readInstalled,
  type SkillContent,
} from "./read-files.ts";
import { inPathOrder } from "./skill-file.ts";

export interface UnpackOptions {
  /** The folder in which the skill gets a folder of its name. */
  readonly folder: string;
  /** What the archive has to be, as `pack` told it. */
  readonly integrity?: string;
  readonly limits?: SizeLimits;
}

export interface UnpackedSkill extends SkillContent {
  /** The folder of the skill. */
  readonly path: string;
  /** Of the archive. */
  readonly integrity: string;
}

/** Unpacks the one skill of an archive, whole or not at all. */
export async function unpackSkill(file: string, options: UnpackOptions): Promise<UnpackedSkill> {
  const { folder } = options;
  makeFolder(folder);
  return withUnpacked(file, options, async (ready, content, integrity) => {
    checkFolderName(content.name);
    const path = joinPath(folder, content.name);
    refuseLinks(path, folder);
    if ((await placeFolder(ready, path)) === "placed") return { ...content, path, integrity };
    throw registryError(
      registryCodes.nameTaken,
      `\`${content.name}\` already exists in the folder.`,
      { file: path, hint: "Nothing was written. `--to` names another folder." },
    );
  });
}

/** Reads the one skill of an archive without writing anything. */
export function readPackage(file: string): Promise<SkillContent> {
  return readPackageBytes(readArchive(file, packageLimits), file);
}

/** The same for one that is in memory; `file` is what it is called where something is wrong with it. */
export async function readPackageBytes(
  bytes: Uint8Array,
  file: string,
  limits: SizeLimits = packageLimits,
): Promise<SkillContent> {
  if (bytes.length > 2 * limits.maxBytes) throw tooLarge(file, limits);
  const kind = archiveKind(bytes, file);
  const inner = { ...limits, stripComponents: 0, isPortable: true };
  const tree = await unpackBytes(bytes, kind, inner).catch((error: unknown) => {
    throw asInvalid(error, file);
  });
  const has = (path: string): boolean => tree.files.some((item) => item.path === path);
  const [only = "", ...others] = tree.topNames;
  const isFlat = has("SKILL.md");
  if (!isFlat && (others.length > 0 || !has(`${only}/SKILL.md`))) throw notOneSkill(file);
  const start = isFlat ? 0 : only.length + 1;
  const content = contentOf(
    only,
    inPathOrder(tree.files.map((item) => ({ ...item, path: item.path.slice(start) }))),
  );
  checkContent(content, isFlat, file);
  return content;
}

async function withUnpacked<T>(
  file: string,
  { folder, integrity, limits = packageLimits }: UnpackOptions,
  work: (ready: string, content: SkillContent, integrity: string) => Promise<T>,
): Promise<T> {
  const bytes = readArchive(file, limits);
  const actual = computeIntegrity(bytes);
  if (integrity !== undefined && integrity !== actual)
    throw fail(
      "registry/wrong-digest",
      { what: "The archive", actual, promised: integrity },
      { file },
    );
  const kind = archiveKind(bytes, file);
  const stage = await createStage(folder);
  try {
    const inner = stage.path("content");
    makeFolder(inner);
    try {
      await unpack(file, kind, inner, { ...limits, stripComponents: 0, isPortable: true });
    } catch (error) {
      throw asInvalid(error, file);
    }
    const ready = rootOf(inner, file);
    const content = readInstalled(ready, limits);
    checkContent(content, ready === inner, file);
    return await work(ready, content, actual);
  } finally {
    await stage.remove();
  }
}

function readArchive(file: string, { maxBytes }: SizeLimits): Uint8Array {
  if (kindOf(file) !== "file")
    throw invalidPackage("The archive does not exist or cannot be read.", file);
  // Headers come on top of what is in it; a whole limit of them is more than any archive needs.
  if ((takeStamp(file)?.size ?? 0) > 2 * maxBytes) throw tooLarge(file, { maxBytes });
  return readBytes(file);
}

function tooLarge(file: string, { maxBytes }: Pick<SizeLimits, "maxBytes">): Error {
  return invalidPackage(`The archive is larger than ${maxBytes} bytes.`, file);
}

function notOneSkill(file: string): Error {
  return invalidPackage("The archive must contain exactly one skill.", file);
}

function archiveKind(bytes: Uint8Array, file: string): Exclude<ArchiveKind, "tar.bz2"> {
  const begins = (...start: readonly number[]): boolean =>
    start.every((byte, index) => bytes[index] === byte);
  if (begins(0x50, 0x4b)) return "zip";
  const isTar = Buffer.from(bytes.subarray(257, 262)).toString("latin1") === "ustar";
  if (begins(0x1f, 0x8b) || isTar) return "tar";
  throw invalidPackage("The file is not a zip, tar or tar.gz archive.", file);
}

function isSkill(folder: string): boolean {
  return fileExists(joinPath(folder, "SKILL.md"));
}

/** The folder with the SKILL.md: the archive itself, or the one folder that it holds. */
function rootOf(inner: string, file: string): string {
  if (isSkill(inner)) return inner;
  const [only, ...others] = listEntries(inner);
  if (only?.kind === "folder" && others.length === 0 && isSkill(joinPath(inner, only.name)))
    return joinPath(inner, only.name);
  throw notOneSkill(file);
}

/** A skill at the top of an archive has no folder that could name it; a signature has to fit. */
function checkContent(
  { name, version, files, read }: SkillContent,
  isFlat: boolean,
  file: string,
): void {
  if (isFlat && read.skill.identity.name === undefined)
    throw invalidPackage("The skill has no name to call its folder.", file);
  const verdict = verifySignature({ name, version: version ?? "", files }, new Map());
  if (verdict.kind === "wrong") throw wrongSignature(name, verdict.reason, file);
}

export function wrongSignature(name: string, reason: string, file: string): Error {
  return fail("registry/wrong-signature", { name, reason, isInstalled: false }, { file });
}
