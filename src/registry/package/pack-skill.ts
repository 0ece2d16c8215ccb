import { partsOf, type SizeLimits, writeZip } from "../../platform/archive/index.ts";
import { computeSha256 } from "../../platform/index.ts";
import { fail } from "../errors.ts";
import { checkFolderName } from "../install/name-check.ts";
import { SIGNATURE_FILE } from "../sign/signature.ts";
import { verifySignature } from "../sign/verify.ts";
import { contentDigest, computeIntegrity, manifestDigest, treeIntegrity } from "./digests.ts";
import { readForPackage, type SkillContent } from "./read-files.ts";

export interface PackedFile {
  readonly path: string;
  readonly size: number;
  /** `sha256:` and hexadecimal digits. */
  readonly digest: string;
  readonly isExecutable: boolean;
}

/** A skill as one archive, and everything by which it can be told from another. */
export interface PackedSkill {
  readonly name: string;
  readonly version: string | undefined;
  /** What such an archive is usually called. */
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** Of the archive. */
  readonly integrity: string;
  /** Of every file with its right to be run. */
  readonly tree: string;
  readonly contentDigest: string;
  readonly manifestDigest: string | undefined;
  readonly isSigned: boolean;
  readonly files: readonly PackedFile[];
  /** Files that were left out since secrets are kept in such ones. */
  readonly withheld: readonly string[];
}

/** Packs the skill of a folder; the same content gives the same bytes, wherever and whenever that is. */
export async function packSkill(folder: string, limits?: SizeLimits): Promise<PackedSkill> {
  const content = await readForPackage(folder, limits);
  const { name, version, files, withheld } = content;
  checkFolderName(name);
  checkFreshSignature(content, folder);
  const bytes = writeZip(files.map((file) => ({ ...file, path: `${name}/${file.path}` })));
  return {
    name,
    version,
    fileName: `${name}${isPlain(version) ? `-${version}` : ""}.zip`,
    bytes,
    integrity: computeIntegrity(bytes),
    tree: treeIntegrity(files),
    contentDigest: contentDigest(files),
    manifestDigest: manifestDigest(files),
    withheld,
    isSigned: files.some(({ path }) => path === SIGNATURE_FILE),
    files: files.map((file) => ({
      path: file.path,
      size: file.bytes.length,
      digest: `sha256:${computeSha256(file.bytes)}`,
      isExecutable: file.isExecutable,
    })),
  };
}

/** A version comes from the file of somebody; only a plain one becomes part of a name. */
function isPlain(version: string | undefined): boolean {
  if (version === undefined) return false;
  try {
    return partsOf(version, 0).length === 1;
  } catch {
    return false;
  }
}

function checkFreshSignature({ name, version, files }: SkillContent, folder: string): void {
  const verdict = verifySignature({ name, version: version ?? "", files }, new Map());
  if (verdict.kind === "wrong")
    throw fail(
      "registry/stale-signature",
      { file: SIGNATURE_FILE, reason: verdict.reason },
      { file: folder },
    );
}
