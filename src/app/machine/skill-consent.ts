import { failure } from "../../platform/index.ts";
import type { AgreedTo, Agreement, SignedConsent } from "../tools/local-tools.ts";
import {
  consentFor,
  type GrantRecord,
  grantsFile,
  type StoredConsent,
  namesFolder,
  readGrants,
  readOrganisation,
  skillDigest,
  withoutSkill,
  withRecord,
  writeGrants,
} from "../../run/grants/index.ts";
import { findSigner, verifyInstalled } from "../../registry/lock/index.ts";
import { realPlace } from "../../run/sandbox/index.ts";
import { policyFor, type SkillTools } from "../../run/tools/index.ts";
import { dialects, type TrustRules } from "../../skill/index.ts";
import type { LocalComputer } from "./local-computer.ts";
import { readMcpServers } from "./mcp-servers.ts";
import { findHome } from "../../platform/process/index.ts";
import { trustedKeys } from "../registry/trusted-keys.ts";
import { checkStatesBeforeLoading } from "../registry/states.ts";

/** What the user has agreed to for a skill before, as far as it still holds. */
function readStoredConsent(
  skill: SkillTools,
  { attestedTier, signer }: { readonly attestedTier: string; readonly signer: string | undefined },
  computer: LocalComputer,
): StoredConsent {
  const digest = skillDigest(skill.folder);
  const trust = findTrustRules(skill);
  if (digest === undefined || trust === undefined) return { grants: [], allowsExperimental: false };
  const known = {
    ...toIdentity(skill),
    digest,
    folder: workingFolder(computer),
    declared: skill.skill.authority.permissions ?? [],
    isExperimental: policyFor(skill, { attestedTier }).isExperimental,
    ...(signer === undefined ? {} : { signer }),
  };
  return consentFor(readGrants(consentFile(computer)), known, trust);
}

/**
 * What was kept, and what the options of a command add to it, with the tier for which the lock and trusted signatures
 * vouch, and the rules of the organisation. Throws where an installed skill is not what was recorded, and where rules
 * cannot be read.
 */
export async function consentBy(
  skill: SkillTools,
  { allow, allowExperimental, policy }: Agreement,
  computer: LocalComputer,
): Promise<SignedConsent> {
  checkAllowed(skill, allow);
  await checkStatesBeforeLoading(computer, [skill.folder], { policy });
  const keys = trustedKeys(computer, undefined, policy);
  const attestedTier = await verifyInstalled(skill.folder, keys);
  const signer = await findSigner(skill.folder, keys);
  const kept = readStoredConsent(skill, { attestedTier, signer }, computer);
  const { folder, environment } = computer;
  const organisation = readOrganisation({ folder, environment, named: policy });
  const home = findHome(computer.environment);
  return {
    ...kept,
    attestedTier,
    signer,
    ...(organisation === undefined ? {} : { organisation }),
    mcpServers: [...readMcpServers(computer).keys()],
    around: {
      homes: [home, realPlace(home)],
      folders: [folder, workingFolder(computer)],
      realOf: realPlace,
    },
    grants: [...kept.grants, ...allow],
    allowsExperimental: kept.allowsExperimental || allowExperimental,
  };
}

/** A slip in a permission would otherwise be a yes to nothing. */
function checkAllowed(skill: SkillTools, allow: readonly string[]): void {
  const trust = findTrustRules(skill);
  const odd = allow.find((text) => trust?.readPermission(text) === undefined);
  if (odd === undefined || trust === undefined) return;
  throw failure("cli/usage", `\`--allow ${odd}\` is not a permission.`, {
    hint: "Example: `--allow network:read:example.org`. `skillwright permissions` shows what a skill asks for.",
  });
}

/** Keeps a yes for these files of the skill; false where they are too many to be looked at. */
export function storeConsent(
  skill: SkillTools,
  agreed: AgreedTo,
  computer: LocalComputer,
): boolean {
  const digest = skillDigest(skill.folder);
  if (digest === undefined) return false;
  const declared = skill.skill.authority.permissions ?? [];
  const trust = findTrustRules(skill);
  const isBound = trust !== undefined && namesFolder(declared, trust);
  const record: GrantRecord = {
    ...toIdentity(skill),
    digest,
    declared,
    ...(isBound ? { folder: workingFolder(computer) } : {}),
    permissions: [...new Set(agreed.permissions)],
    allowsExperimental: agreed.allowsExperimental,
    ...(agreed.signer === undefined ? {} : { signer: agreed.signer }),
    at: new Date(computer.now()).toISOString(),
  };
  const file = consentFile(computer);
  writeGrants(file, withRecord(readGrants(file), record));
  return true;
}

export function forgetConsent(skill: SkillTools, computer: LocalComputer): void {
  const file = consentFile(computer);
  writeGrants(file, withoutSkill(readGrants(file), toIdentity(skill)));
}

function toIdentity({ name, folder }: SkillTools): Pick<GrantRecord, "skill" | "place"> {
  return { skill: name, place: folder };
}

function findTrustRules({ dialect }: SkillTools): TrustRules | undefined {
  return dialect.trust ?? dialects.find((item) => item.trust)?.trust;
}

/** The folder that `./` means, by the name that does not depend on how one came there. */
function workingFolder({ folder }: LocalComputer): string {
  return realPlace(folder);
}

function consentFile(computer: LocalComputer): string {
  return grantsFile(findHome(computer.environment));
}
