import { joinPath, writeFileAtomically } from "../../platform/index.ts";
import type { KeyPair } from "../../platform/signing/index.ts";
import { registryCodes, registryError } from "../diagnostics.ts";
import { readForPackage } from "../package/read-files.ts";
import { keyIdOf, SIGNATURE_FILE, writeSignature } from "./signature.ts";

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
  const { name, version, files } = await readForPackage(folder);
  if (version === undefined)
    throw registryError(
      registryCodes.noVersion,
      `Unexpected skill \`${name}\` without a version, expected one to sign.`,
      { file: joinPath(folder, "SKILL.md"), hint: "Add a `version` such as `1.0.0`." },
    );
  const file = joinPath(folder, SIGNATURE_FILE);
  writeFileAtomically(file, writeSignature({ name, version, files }, key, publisher));
  const covered = files.map(({ path }) => path).filter((path) => path !== SIGNATURE_FILE);
  return { name, version, keyId: keyIdOf(key.publicBytes), file, files: covered };
}
