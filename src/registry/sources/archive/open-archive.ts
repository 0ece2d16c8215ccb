import { readBytes, resolvePath } from "../../../platform/index.ts";
import { SkillError } from "../../../skill/index.ts";
import { fail, registryCodes, registryError, toError } from "../../errors.ts";
import { computeIntegrity } from "../../package/digests.ts";
import type { SkillContent } from "../../package/read-files.ts";
import { readPackageBytes } from "../../package/unpack-skill.ts";
import { toFetched } from "../fetched-files.ts";
import type { FetchedSkill, Origin } from "../fetched.ts";
import { fetchBody, readWebAddress, type WebOptions } from "../http.ts";
import type { SkillPlace } from "../place.ts";
import { createSkillIndex } from "../skill-index.ts";

/** The one skill of an archive; `integrity` is what the archive has to be. */
export async function openArchive(
  given: string,
  options: WebOptions & { readonly integrity?: string } = {},
): Promise<SkillPlace> {
  const isWeb = /^https?:\/\//iu.test(given);
  const address = isWeb ? readWebAddress(given) : resolvePath(given);
  const bytes = isWeb
    ? (await fetchBody({ url: address }, options)).bytes
    : readLocal(address, given);
  const artifact = computeIntegrity(bytes);
  const { integrity } = options;
  if (integrity !== undefined && integrity !== artifact)
    throw fail("registry/wrong-digest", {
      what: "The archive",
      actual: artifact,
      promised: integrity,
    });
  const content = await readArchiveBytes(bytes);
  const skill = skillOf(content, {
    kind: "archive",
    server: address,
    uri: content.name,
    reference: isWeb ? address : `file:${address}`,
    artifact,
  });
  return createSkillIndex(
    "archive",
    address,
    new Map([[skill.name, () => Promise.resolve(skill)]]),
  );
}

function readLocal(path: string, given: string): Uint8Array {
  try {
    return readBytes(path);
  } catch (error) {
    throw registryError(registryCodes.readFailed, `The archive \`${given}\` cannot be read.`, {
      cause: error,
    });
  }
}

function skillOf({ name, read, files }: SkillContent, origin: Origin): FetchedSkill {
  return {
    name,
    description: read.skill.guidance.description ?? "",
    origin,
    files: files.map(toFetched),
  };
}

/** The skill in the bytes of an archive, with everything checked that `unpack` checks. */
export async function readArchiveBytes(bytes: Uint8Array): Promise<SkillContent> {
  try {
    return await readPackageBytes(bytes, "");
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    // There is no file.
    const { file: _own, ...diagnostic } = error.diagnostic;
    throw toError(diagnostic);
  }
}
