/** Skills as archives, and who signed them. */
import { failure, isInside, kindOf, resolvePath, writeWithoutLinks } from "../../platform/index.ts";
import {
  contentDigest,
  type PackedSkill,
  packSkill,
  readForPackage,
  readInstalled,
  readPackage,
  type SkillContent,
  treeIntegrity,
  unpackSkill,
} from "../../registry/package/index.ts";
import {
  createKey,
  keyFiles,
  computeKeyId,
  lesserTier,
  loadKey,
  pgpStatement,
  readRelease,
  type SignatureVerdict,
  type SignedSkill,
  signSkill,
  signWithSigstore,
  type Tier,
  parseTier,
  verifyRelease,
  verifySignature,
} from "../../registry/sign/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { keysFolder, readSigstoreRoot, trustedKeys } from "./trusted-keys.ts";

interface PathInput {
  readonly path?: string;
}

function readPath({ folder }: LocalComputer, { path = "." }: PathInput): string {
  return resolvePath(folder, path);
}

export type PackAnswer = Omit<PackedSkill, "bytes"> & {
  readonly file: string;
  readonly size: number;
};

/** Writes the skill of a folder as an archive. */
export async function packFolder(
  computer: LocalComputer,
  input: PathInput & { readonly output?: string },
): Promise<PackAnswer> {
  const folder = readPath(computer, input);
  const { bytes, ...packed } = await packSkill(folder);
  const file = resolvePath(computer.folder, input.output ?? packed.fileName);
  if (isInside(file, folder) && (input.output !== undefined || folder !== computer.folder))
    throw failure("cli/usage", "The archive would lie inside the skill.", {
      hint: "The next archive would contain this one. Name another file with `-o`.",
    });
  const target = isInside(file, folder) ? resolvePath(folder, "..", packed.fileName) : file;
  writeWithoutLinks(target, bytes);
  return { ...packed, file: target, size: bytes.length };
}

export interface UnpackAnswer {
  readonly name: string;
  readonly version?: string;
  readonly path: string;
  readonly integrity: string;
  readonly contentDigest: string;
  readonly files: readonly string[];
}

/** Unpacks the skill of an archive, checked. */
export async function unpackArchive(
  { folder }: LocalComputer,
  {
    archive,
    to = ".",
    integrity,
  }: { readonly archive: string; readonly to?: string; readonly integrity?: string },
): Promise<UnpackAnswer> {
  const unpacked = await unpackSkill(resolvePath(folder, archive), {
    folder: resolvePath(folder, to),
    ...(integrity === undefined ? {} : { integrity }),
  });
  const { name, version, path, files } = unpacked;
  return {
    name,
    ...(version === undefined ? {} : { version }),
    path,
    integrity: unpacked.integrity,
    contentDigest: contentDigest(files),
    files: files.map((file) => file.path),
  };
}

export interface KeyAnswer {
  readonly name: string;
  readonly keyId: string;
  readonly publicKey: string;
  readonly privateFile: string;
  readonly publicFile: string;
}

/** Makes a key pair to sign with. */
export function makeKey(
  computer: LocalComputer,
  { name = "publisher", force }: { readonly name?: string; readonly force: boolean },
): KeyAnswer {
  const { publicBytes, privateFile, publicFile } = createKey(keysFolder(computer), name, force);
  const publicKey = Buffer.from(publicBytes).toString("base64");
  return { name, keyId: computeKeyId(publicBytes), publicKey, privateFile, publicFile };
}

interface SignInput extends PathInput {
  readonly key?: string;
  readonly publisher?: string;
  readonly sigstore: boolean;
  readonly fulcio?: string;
  readonly rekor?: string;
  readonly statement: boolean;
}

export type SignAnswer = SignedSkill | { readonly statement: string };

/** Signs the skill of a folder with a key of the user; or gives what GPG has to sign. */
export async function signFolder(computer: LocalComputer, input: SignInput): Promise<SignAnswer> {
  const folder = readPath(computer, input);
  if (input.statement) {
    const bytes = pgpStatement(await readRelease(folder));
    return { statement: new TextDecoder().decode(bytes) };
  }
  const { sigstore, fulcio, rekor, publisher = "" } = input;
  if (!sigstore) return await signSkill(folder, loadKey(keyFile(computer, input.key)), publisher);
  const identityToken = computer.environment["SIGSTORE_ID_TOKEN"];
  return await signWithSigstore(folder, {
    ...(identityToken === undefined || identityToken === "" ? {} : { identityToken }),
    ...(fulcio === undefined ? {} : { fulcioUrl: fulcio }),
    ...(rekor === undefined ? {} : { rekorUrl: rekor }),
  });
}

/** A name of a key, or the path of its file. */
function keyFile(computer: LocalComputer, given = "publisher"): string {
  return /[/\\]|\.key$/.test(given)
    ? resolvePath(computer.folder, given)
    : keyFiles(keysFolder(computer), given).privateFile;
}

interface VerifyInput extends PathInput {
  readonly trust?: string;
  readonly require?: Tier;
  readonly asPacked: boolean;
  readonly trustedRoot?: string;
}

export interface VerifyAnswer {
  readonly content: SkillContent;
  readonly verdict: SignatureVerdict;
  readonly claimed: Tier;
  readonly enforced: Tier;
  /** The signature is not wrong, and attests the tier that is required. */
  readonly isEnough: boolean;
  /** The signature is wrong only because of files that a package leaves out. */
  readonly fitsAsPacked: boolean;
  readonly toJSON: () => object;
}

/** Judges the signature of a skill or an archive; asks no network. */
export async function verifySkill(
  computer: LocalComputer,
  input: VerifyInput,
): Promise<VerifyAnswer> {
  const path = readPath(computer, input);
  const trust = trustedKeys(computer, input.trust);
  const content = await readContent(path, input.asPacked);
  const { name, version = "", files, read } = content;
  const { trustedRoot } = input;
  const verdict = await verifyRelease(
    { name, version, files },
    trust,
    trustedRoot === undefined ? {} : { sigstoreRoot: readSigstoreRoot(computer, trustedRoot) },
  );
  const isWrong = verdict.kind === "wrong";
  const claimed = parseTier(read.skill.authority.tier);
  const attested: Tier = isWrong ? "experimental" : verdict.attests;
  const enforced = lesserTier(claimed, attested);
  const least = input.require;
  return {
    content,
    verdict,
    claimed,
    enforced,
    isEnough: !isWrong && (least === undefined || lesserTier(least, attested) === least),
    fitsAsPacked: isWrong && !input.asPacked && (await fitsAsPacked(path)),
    toJSON: () => ({
      name,
      version,
      ...verdict,
      claims: claimed,
      enforced: isWrong ? null : enforced,
      integrity: treeIntegrity(files),
      contentDigest: contentDigest(files),
    }),
  };
}

async function readContent(path: string, isAsPacked: boolean): Promise<SkillContent> {
  if (kindOf(path) !== "folder") return await readPackage(path);
  return isAsPacked ? await readForPackage(path) : readInstalled(path);
}

/** An author signs what a package holds, in a folder that holds more. */
async function fitsAsPacked(path: string): Promise<boolean> {
  if (kindOf(path) !== "folder") return false;
  const { name, version = "", files } = await readForPackage(path);
  return verifySignature({ name, version, files }, new Map()).kind === "signed";
}
