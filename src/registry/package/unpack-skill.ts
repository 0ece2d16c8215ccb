import {
  type ArchiveKind,
  createStage,
  placeFolder,
  type SizeLimits,
  unpack,
} from "../../platform/archive/index.ts";
import {
  fileExists,
  joinPath,
  kindOf,
  makeFolder,
  readBytes,
  takeStamp,
} from "../../platform/index.ts";
import { listEntries } from "../../platform/tree/index.ts";
import { registryCodes, registryError } from "../diagnostics.ts";
import { checkFolderName } from "../install/name-check.ts";
import { verifySignature } from "../sign/verify.ts";
import { integrityOf } from "./digests.ts";
import {
  asInvalid,
  invalidPackage,
  packageLimits,
  readInstalled,
  type SkillContent,
} from "./read-files.ts";

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
    if ((await placeFolder(ready, path)) === "placed") return { ...content, path, integrity };
    throw registryError(
      registryCodes.nameTaken,
      `Unexpected \`${content.name}\` in the folder, expected the name to be free.`,
      { file: path, hint: "Nothing was written. `--to` names another folder." },
    );
  });
}

/** Reads an archive without keeping anything of it; `folder` is only where it is made ready. */
export function readPackage(file: string, options: UnpackOptions): Promise<SkillContent> {
  return withUnpacked(file, options, (_ready, content) => Promise.resolve(content));
}

async function withUnpacked<T>(
  file: string,
  { folder, integrity, limits = packageLimits }: UnpackOptions,
  work: (ready: string, content: SkillContent, integrity: string) => Promise<T>,
): Promise<T> {
  const bytes = readArchive(file, limits);
  const actual = integrityOf(bytes);
  if (integrity !== undefined && integrity !== actual)
    throw registryError(
      registryCodes.wrongDigest,
      `Unexpected bytes with \`${actual}\`, expected \`${integrity}\`.`,
      { file, hint: "Nothing was written. Fetch the archive again." },
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
    if (ready === inner && content.read.skill.identity.name === undefined)
      throw invalidPackage(
        "Unexpected skill without a name, expected one to call its folder.",
        file,
      );
    checkSigned(content, file);
    return await work(ready, content, actual);
  } finally {
    await stage.remove();
  }
}

function readArchive(file: string, { maxBytes }: SizeLimits): Uint8Array {
  if (kindOf(file) !== "file") throw invalidPackage("Unexpected path, expected an archive.", file);
  // Headers come on top of what is in it; a whole limit of them is more than any archive needs.
  if ((takeStamp(file)?.size ?? 0) > 2 * maxBytes)
    throw invalidPackage(`Unexpected size, expected at most ${maxBytes} bytes.`, file);
  return readBytes(file);
}

function archiveKind(bytes: Uint8Array, file: string): ArchiveKind {
  const begins = (...start: readonly number[]): boolean =>
    start.every((byte, index) => bytes[index] === byte);
  if (begins(0x50, 0x4b)) return "zip";
  const isTar = Buffer.from(bytes.subarray(257, 262)).toString("latin1") === "ustar";
  if (begins(0x1f, 0x8b) || isTar) return "tar";
  throw invalidPackage("Unexpected file, expected a zip, a tar or a tar.gz.", file);
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
  throw invalidPackage("Unexpected content, expected exactly one skill.", file);
}

function checkSigned({ name, version, files }: SkillContent, file: string): void {
  const verdict = verifySignature({ name, version: version ?? "", files }, new Map());
  if (verdict.kind === "wrong") throw wrongSignature(name, verdict.reason, file);
}

export function wrongSignature(name: string, reason: string, file: string): Error {
  return registryError(
    registryCodes.wrongSignature,
    `Unexpected signature of \`${name}\`, expected one that fits: ${reason}.`,
    { file, hint: "Do not use the skill. Nothing was written." },
  );
}
