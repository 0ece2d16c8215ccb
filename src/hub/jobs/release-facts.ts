import { type TreeContent, writeZip } from "../../platform/archive/index.ts";
import { computeSha256 } from "../../platform/index.ts";
import {
  type FileRecord,
  computeFingerprint,
  marketCodes,
  marketRefusal,
} from "../../registry/contract/index.ts";
import { type SkillFile, treeIntegrity } from "../../registry/package/index.ts";
import {
  type SignatureVerdict,
  type TrustedKeys,
  verifyRelease,
} from "../../registry/sign/index.ts";

export interface ReleaseInput {
  /** The name and version that a signature has to be for. */
  readonly slug: string;
  readonly version: string;
  readonly trust: TrustedKeys;
  readonly folder: string;
  /** False: the version is not stored, and its archive only measured. */
  readonly withArchive: boolean;
}

/** What is kept of the files of a version beside the files themselves. */
export interface ReleaseFacts {
  readonly signature: Exclude<SignatureVerdict, { readonly kind: "wrong" }>;
  readonly files: readonly FileRecord[];
  readonly size: number;
  readonly tree: string;
  readonly fingerprint: string;
  readonly folderArchive: ArchiveFacts;
  readonly flatArchive: ArchiveFacts;
  readonly archive?: Uint8Array;
}

interface ArchiveFacts {
  readonly digest: string;
  readonly size: number;
}

/** Throws for a signature that does not match. */
export async function toReleaseFacts(
  files: readonly SkillFile[],
  { slug, version, trust, folder, withArchive }: ReleaseInput,
): Promise<ReleaseFacts> {
  const signature = await checkSignature(files, { slug, version, trust });
  const archive = writeZip(filesBelow(files, folder));
  return {
    signature,
    files: files.map(toRecord),
    size: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    tree: treeIntegrity(files),
    fingerprint: computeFingerprint(files),
    folderArchive: measure(archive),
    flatArchive: measure(writeZip(filesBelow(files, undefined))),
    ...(withArchive ? { archive } : {}),
  };
}

/** Signed for another name or version, it would carry trust to where none was given. */
async function checkSignature(
  files: readonly SkillFile[],
  { slug, version, trust }: Pick<ReleaseInput, "slug" | "version" | "trust">,
): Promise<ReleaseFacts["signature"]> {
  const verdict = await verifyRelease({ name: slug, version, files }, trust);
  if (verdict.kind !== "wrong") return verdict;
  throw marketRefusal(
    marketCodes.wrongSignature,
    `The signature of \`${slug}\` does not match: ${verdict.reason}.`,
    { path: ["files"], hint: "Sign the skill again as it is published. Nothing was kept." },
  );
}

function toRecord({ path, bytes, isExecutable = false }: SkillFile): FileRecord {
  return { path, size: bytes.length, digest: `sha256:${computeSha256(bytes)}`, isExecutable };
}

function measure(archive: Uint8Array): ArchiveFacts {
  return { digest: computeSha256(archive), size: archive.length };
}

/** Below a folder of the given name, or at the root without one. */
export function filesBelow(
  files: readonly SkillFile[],
  folder: string | undefined,
): readonly TreeContent[] {
  return files.map(({ path, bytes, isExecutable = false }) => ({
    path: folder === undefined ? path : `${folder}/${path}`,
    bytes,
    isExecutable,
  }));
}
