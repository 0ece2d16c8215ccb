import { joinPath, writeWithoutLinks } from "../../platform/index.ts";
import type { KeyPair } from "../../platform/signing/index.ts";
import { fail } from "../errors.ts";
import { readForPackage } from "../package/read-files.ts";
import {
  BUNDLE_FILE,
  computeKeyId,
  PGP_FILE,
  SIGNATURE_FILE,
  type SignedRelease,
  writeSignature,
} from "./signature.ts";
import { signBundle, type SigstoreOptions } from "./sigstore.ts";

export interface SignedSkill {
  readonly name: string;
  readonly version: string;
  readonly keyId: string;
  readonly file: string;
  /** What the signature covers: the files that a package has. */
  readonly files: readonly string[];
}

/** Signs the skill of a folder as it would be packed, over a signature that is there. */
export async function signSkill(
  folder: string,
  key: KeyPair,
  publisher: string,
): Promise<SignedSkill> {
  const release = await readRelease(folder);
  const file = joinPath(folder, SIGNATURE_FILE);
  writeWithoutLinks(file, writeSignature(release, key, publisher));
  return toSigned(release, computeKeyId(key.publicBytes), file, [SIGNATURE_FILE]);
}

/** The same with a bundle of Sigstore, by whoever the certificate names. */
export async function signWithSigstore(
  folder: string,
  options: SigstoreOptions,
): Promise<SignedSkill> {
  const release = await readRelease(folder);
  const file = joinPath(folder, BUNDLE_FILE);
  writeWithoutLinks(file, await signBundle(release, options));
  return toSigned(release, "an identity of Sigstore", file, OTHERS);
}

const OTHERS = [SIGNATURE_FILE, BUNDLE_FILE, PGP_FILE];

function toSigned(
  { name, version, files }: SignedRelease,
  keyId: string,
  file: string,
  leftOut: readonly string[],
): SignedSkill {
  const covered = files.map(({ path }) => path).filter((path) => !leftOut.includes(path));
  return { name, version, keyId, file, files: covered };
}

/** What a signature is made for; a skill without a version cannot be told from its next one. */
export async function readRelease(folder: string): Promise<SignedRelease> {
  const { name, version, files } = await readForPackage(folder);
  if (version === undefined)
    throw fail(
      "registry/no-version",
      { name, purpose: "signing" },
      { file: joinPath(folder, "SKILL.md") },
    );
  return { name, version, files };
}
