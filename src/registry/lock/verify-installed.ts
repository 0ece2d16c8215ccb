import {
  fileExists,
  joinPath,
  lastPart,
  parentOf,
  realPath,
  resolvePath,
} from "../../platform/index.ts";
import { type SkillError } from "../../skill/index.ts";
import { fail, registryCodes, registryError } from "../errors.ts";
import { readInstalled } from "../package/read-files.ts";
import { BUNDLE_FILE, PGP_FILE, SIGNATURE_FILE } from "../sign/signature.ts";
import { lesserTier, type Tier } from "../sign/tiers.ts";
import type { TrustedKeys } from "../sign/trust.ts";
import type { SignatureVerdict } from "../sign/verify.ts";
import { verifyRelease } from "../sign/verify-release.ts";
import { type Drift, findDrifts } from "./check-lock.ts";
import { LOCAL_SOURCE, type Signer } from "./entry.ts";
import { lockPath, openLock } from "./lock-file.ts";

/**
 * The tier that the lock around a skill and its signature attest. Throws where an installed skill is not what the lock
 * says, and where a signature does not fit: such a skill is worth less than one without any. A skill that was never
 * installed has the tier of its signature.
 */
export async function verifyInstalled(given: string, trust: TrustedKeys): Promise<Tier> {
  const folder = await placeOf(given);
  const around = parentOf(folder);
  if (!fileExists(lockPath(around))) return await signedTier(folder, trust);
  const entry = (await openLock(around)).get(lastPart(folder));
  if (entry === undefined) return await signedTier(folder, trust);
  const drifts = await findDrifts(around, entry, trust);
  const isInstalled = entry.source !== LOCAL_SOURCE;
  const grave = drifts.filter(
    ({ isGrave, kind }) => isGrave || (isInstalled && kind !== "unrecorded"),
  );
  const taken = drifts.find(({ kind }) => kind === "taken-down");
  if (taken !== undefined) {
    const { name, expected: version, actual: reason } = taken;
    throw fail("registry/taken-down", { name, version, reason, during: "load" }, { file: folder });
  }
  if (grave.length > 0) throw drifted(entry.name, folder, grave);
  const recorded = lesserTier(entry.enforcedTier, entry.attestedTier);
  return drifts.length === 0 ? recorded : lesserTier(recorded, await signedTier(folder, trust));
}

/** Who signed a skill, where somebody did: by its files, or by the lock where it was converted for here. */
export async function findSigner(given: string, trust: TrustedKeys): Promise<string | undefined> {
  const folder = await placeOf(given);
  const verdict = await signatureOf(folder, trust);
  if (verdict?.kind === "signed")
    return signerName({ keyId: verdict.keyId, publisher: verdict.publisher ?? "" });
  const around = parentOf(folder);
  const lock = fileExists(lockPath(around)) ? await openLock(around) : undefined;
  const signer = lock?.get(lastPart(folder))?.signer;
  return signer === undefined ? undefined : signerName(signer);
}

/** Keys that are trusted under one name are those of one publisher. */
export function signerName({ keyId, publisher }: Signer): string {
  return publisher === "" ? keyId : publisher;
}

/** A link from the folder of a client leads to where the skill was installed; one in the place of a skill does not. */
async function placeOf(given: string): Promise<string> {
  const path = resolvePath(given);
  const around = realPath(parentOf(path));
  const isRecorded = fileExists(lockPath(around)) && (await openLock(around)).has(lastPart(path));
  return isRecorded ? joinPath(around, lastPart(path)) : realPath(path);
}

/** Undefined where there is none: most skills are not signed, and need not be read whole. */
async function signatureOf(
  folder: string,
  trust: TrustedKeys,
): Promise<(SignatureVerdict & { readonly name: string }) | undefined> {
  const kinds = [SIGNATURE_FILE, BUNDLE_FILE, PGP_FILE];
  if (!kinds.some((name) => fileExists(joinPath(folder, name)))) return undefined;
  const { name, version = "", files } = readInstalled(folder);
  return { ...(await verifyRelease({ name, version, files }, trust)), name };
}

async function signedTier(folder: string, trust: TrustedKeys): Promise<Tier> {
  const verdict = await signatureOf(folder, trust);
  if (verdict === undefined) return "experimental";
  if (verdict.kind !== "wrong") return verdict.attests;
  throw fail(
    "registry/wrong-signature",
    { name: verdict.name, reason: verdict.reason, isInstalled: true },
    { file: folder },
  );
}

function drifted(name: string, folder: string, drifts: readonly Drift[]): SkillError {
  const kinds = [...new Set(drifts.map(({ kind }) => kind))].join(", ");
  return registryError(
    registryCodes.lockDrift,
    `The installed skill \`${name}\` does not match \`skill-lock.json\`: ${kinds}.`,
    {
      file: folder,
      hint: "It is not loaded. Install it again, or record your own changes with `skillwright lock`.",
      related: drifts.map(({ kind, expected, actual }) => ({
        message: `${kind}: \`${actual}\`, expected \`${expected}\``,
      })),
    },
  );
}
