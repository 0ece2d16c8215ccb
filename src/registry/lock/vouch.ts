import {
  fileExists,
  joinPath,
  lastPart,
  parentOf,
  realPath,
  resolvePath,
} from "../../platform/index.ts";
import { quoteForShell, type SkillError } from "../../skill/index.ts";
import { registryCodes, registryError } from "../diagnostics.ts";
import { readInstalled } from "../package/read-files.ts";
import { BUNDLE_FILE, PGP_FILE, SIGNATURE_FILE } from "../sign/signature.ts";
import { lesserTier, type Tier } from "../sign/tiers.ts";
import type { TrustedKeys } from "../sign/trust.ts";
import { verifyRelease } from "../sign/verify-release.ts";
import { type Drift, driftsOf } from "./check-lock.ts";
import { LOCAL_SOURCE } from "./entry.ts";
import { lockPath, openLock } from "./lock-file.ts";

/**
 * The tier for which somebody vouches who is trusted: by the lock around a skill and by its signature. Throws where an
 * installed skill is not what the lock says, and where a signature does not fit: such a skill is worth less than one
 * without any. A skill that nobody installed is worth what its signature is.
 */
export async function vouchFor(given: string, trust: TrustedKeys): Promise<Tier> {
  const folder = await placeOf(given);
  const around = parentOf(folder);
  if (!fileExists(lockPath(around))) return await signedTier(folder, trust);
  const entry = (await openLock(around)).get(lastPart(folder));
  if (entry === undefined) return await signedTier(folder, trust);
  const drifts = await driftsOf(around, entry, trust);
  const isInstalled = entry.source !== LOCAL_SOURCE;
  const grave = drifts.filter(
    ({ isGrave, kind }) => isGrave || (isInstalled && kind !== "unrecorded"),
  );
  const taken = drifts.find(({ kind }) => kind === "taken-down");
  if (taken !== undefined) throw takenDown(taken, folder);
  if (grave.length > 0) throw drifted(entry.name, folder, grave);
  const recorded = lesserTier(entry.enforcedTier, entry.attestedTier);
  return drifts.length === 0 ? recorded : lesserTier(recorded, await signedTier(folder, trust));
}

/** A link from the folder of a client leads to where the skill was installed; one in the place of a skill does not. */
async function placeOf(given: string): Promise<string> {
  const path = resolvePath(given);
  const around = realPath(parentOf(path));
  const isRecorded = fileExists(lockPath(around)) && (await openLock(around)).has(lastPart(path));
  return isRecorded ? joinPath(around, lastPart(path)) : realPath(path);
}

async function signedTier(folder: string, trust: TrustedKeys): Promise<Tier> {
  // Most skills are not signed, and need not be read whole.
  const kinds = [SIGNATURE_FILE, BUNDLE_FILE, PGP_FILE];
  if (!kinds.some((name) => fileExists(joinPath(folder, name)))) return "experimental";
  const { name, version = "", files } = readInstalled(folder);
  const verdict = await verifyRelease({ name, version, files }, trust);
  if (verdict.kind !== "wrong") return verdict.attests;
  throw registryError(
    registryCodes.wrongSignature,
    `The signature of \`${name}\` does not match: ${verdict.reason}.`,
    {
      file: folder,
      hint: "It is not loaded, whatever is allowed. Get it again from where it came from; where the changes are yours, sign it again, or delete the signature.",
    },
  );
}

function takenDown({ name, expected, actual }: Drift, folder: string): SkillError {
  return registryError(
    registryCodes.takenDown,
    `\`${name}\` ${expected} was taken down by the registry: ${actual.replace(/\.$/u, "")}.`,
    {
      file: folder,
      hint: `It is not loaded. Remove it with \`skillwright remove ${quoteForShell(name)}\`, or see whether \`skillwright update ${quoteForShell(name)}\` has another version.`,
    },
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
