import type { PublicScan } from "../../check/scan/index.ts";
import { partsOf, PortableNames, UnsafeArchiveError } from "../../platform/archive/index.ts";
import { reasonOf, computeSha256 } from "../../platform/index.ts";
import { openScanEngines } from "../../platform/scanning/index.ts";
import { isOwnName, isRepositoryName, quoteForShell } from "../../skill/model/index.ts";
import { fail, registryCodes, registryError } from "../errors.ts";
import { toLockEntry, type LockEntry, type Signer } from "../lock/index.ts";
import { contentDigest, treeIntegrity } from "../package/digests.ts";
import { readManifest } from "../package/read-files.ts";
import type { TrustedKeys } from "../sign/index.ts";
import type { FetchedFile, FetchedSkill } from "../sources/fetched.ts";
import { type Agree, agreeToListed, type ConsentRequest } from "./consent.ts";
import type { ConvertedSkill } from "./convert-fetched.ts";
import { checkFolderName } from "./name-check.ts";
import { type Risks, findRisks } from "./risks.ts";
import { checkReview, type ReviewOptions, scanFetched, type ScanMemory } from "./scan-fetched.ts";
import { checkSigner, type SignerOptions } from "./signer.ts";

import { openTrusted } from "../states/roots.ts";
import { RULES_VERSION } from "../../check/scan/rules-version.ts";

/** What a skill passes before anything of it is written, in this order. */
export type GateName = "integrity" | "signature" | "tier" | "permissions" | "scan";

/** What a gate found, in words. */
export interface GateStep {
  readonly gate: GateName;
  readonly says: string;
}

export interface GateOptions extends SignerOptions, ReviewOptions {
  readonly trust: TrustedKeys;
  readonly now: number;
  readonly allowsExperimental?: boolean;
  /** Takes what the scanner blocks. */
  readonly mayBeRisky?: boolean;
  /** Spares the scan of files that were scanned before. */
  readonly scans?: ScanMemory;
  /** Scans also what a trusted registry has scanned. */
  readonly scansAgain?: boolean;
  /** Asks for what needs a yes; where absent, only `allow` counts. */
  readonly agree?: Agree;
  /** Permissions that were agreed to by name. */
  readonly allow?: readonly string[];
  /** Options with which a command reaches the same folder, for hints. */
  readonly placeOptions?: string;
}

/** A skill before the gates. */
export interface Applicant {
  /** Its files as somebody published them. */
  readonly published: FetchedSkill;
  /** Its files as they are to be installed. */
  readonly skill: FetchedSkill;
  /** What was made of the published files, where a client could not take them. */
  readonly conversion?: ConvertedSkill;
  /** Only here since another one needs it. */
  readonly isDependency: boolean;
  /** What the tree of the published files has to be, where that is known. */
  readonly promised?: string;
  /** What the lock has of its name. */
  readonly before?: LockEntry;
}

export interface AdmittedSkill extends Applicant {
  readonly entry: LockEntry;
  readonly steps: readonly GateStep[];
  readonly risks: Risks;
  readonly scan: PublicScan;
  /** Permissions to which somebody agreed. */
  readonly agreed: readonly string[];
}

/** Takes all skills through all gates, or throws at the first that stays shut. Nothing is written. */
export async function passGates(
  applicants: readonly Applicant[],
  options: GateOptions,
): Promise<readonly AdmittedSkill[]> {
  const whole = applicants.map((applicant) => ({
    applicant,
    integrity: checkIntegrity(applicant),
  }));
  const signed = await Promise.all(
    whole.map(async (item) => ({ ...item, ...(await checkSignature(item.applicant, options)) })),
  );
  for (const { applicant, signer } of signed)
    await checkSigner(applicant.skill.name, applicant.before, signer, options);
  const tiered = signed.map((item) => ({
    ...item,
    tier: checkTier(item.applicant, item.entry, options),
  }));
  const consents = await requestConsent(
    tiered.map(({ applicant, entry }) => ({ skill: asJudged(applicant, entry), entry })),
    options,
  );
  const ports = openScanEngines();
  const { mayBeRisky = false, scans, scansAgain = false } = options;
  const memory = scans === undefined ? {} : { memory: scans };
  const admitted: AdmittedSkill[] = [];
  for (const [index, { applicant, entry, integrity, signature, tier }] of tiered.entries()) {
    // A registry may not know what the feeds of this user know.
    const isTaken = !scansAgain && ports.knownBad.feeds.length === 0;
    const stated = isTaken ? statedScan(applicant, options.trust) : undefined;
    const scan =
      stated ?? (await scanFetched(fromElsewhere(applicant), { mayBeRisky, ports, ...memory }));
    // The very files that are installed were agreed to before.
    if (!mayBeRisky && applicant.before?.integrity !== entry.integrity)
      await checkReview(applicant.skill.name, scan, options);
    const consent = consents[index] ?? { agreed: [], says: "" };
    admitted.push({
      ...applicant,
      entry: withGrants(entry, consent.agreed),
      agreed: consent.agreed,
      risks: findRisks(applicant.skill),
      scan,
      steps: [
        { gate: "integrity", says: integrity },
        { gate: "signature", says: signature },
        { gate: "tier", says: tier },
        { gate: "permissions", says: consent.says },
        { gate: "scan", says: `the scanner says ${scan.verdict}: ${scan.reason}` },
      ],
    });
  }
  return admitted;
}

/** Without the files of a version control under which somebody here keeps an installed skill. */
function fromElsewhere({ published, skill }: Pick<Applicant, "published" | "skill">): FetchedSkill {
  const paths = new Set(published.files.map(({ path }) => path));
  const isOwn = ({ path }: FetchedFile): boolean =>
    !paths.has(path) && path.split("/").some((part) => isRepositoryName(part) || isOwnName(part));
  return { ...skill, files: skill.files.filter((file) => !isOwn(file)) };
}

function checkIntegrity({ published, skill, promised }: Applicant): string {
  checkFolderName(skill.name);
  const names = new PortableNames();
  for (const file of [...published.files, ...fromElsewhere({ published, skill }).files]) {
    if (`sha256:${computeSha256(file.bytes)}` !== file.digest)
      throw fail("registry/wrong-digest", {
        what: `The content of \`${file.path}\` of \`${skill.name}\``,
        promised: file.digest,
      });
    try {
      const parts = partsOf(file.path, 0);
      if (parts.join("/") !== file.path) throw new UnsafeArchiveError("it is no plain path");
      names.add(parts);
    } catch (error) {
      throw registryError(
        registryCodes.unsafePath,
        `The path \`${file.path}\` of \`${skill.name}\` is not possible on every system: ${reasonOf(error)}.`,
        { hint: "Nothing was written.", cause: error },
      );
    }
  }
  const actual = treeIntegrity(published.files);
  if (promised === undefined)
    return published.isAsPromised === true
      ? `every file is as its source promised (${actual})`
      : `no digest was promised; its own is ${actual}`;
  if (promised === actual) return `every file is as promised (${actual})`;
  throw fail("registry/wrong-digest", {
    what: `The content of \`${skill.name}\``,
    actual,
    promised,
  });
}

/** Judged by what was published; what was changed here is worth no more than its own signature. */
async function checkSignature(
  applicant: Applicant,
  { trust, now }: GateOptions,
): Promise<{
  readonly entry: LockEntry;
  readonly signature: string;
  readonly signer: Signer | undefined;
}> {
  const { published, skill, conversion } = applicant;
  const original = await toLockEntry(published, { trust, now });
  const { signer } = original;
  const converted = conversion && {
    conversion: { to: conversion.to.id, integrity: original.integrity },
  };
  const integrity = treeIntegrity(skill.files);
  const isSame = treeIntegrity((conversion?.skill ?? published).files) === integrity;
  const entry = isSame
    ? { ...original, ...converted, integrity, contentDigest: contentDigest(skill.files) }
    : {
        ...(await toLockEntry(skill, { trust, now })),
        ...converted,
        ...(signer === undefined ? {} : { signer }),
        isEdited: true,
      };
  const { publisher, key_id: keyId } = original.signature;
  const key = typeof keyId === "string" ? keyId : "a key";
  const stated = original.signature["stated"];
  if (original.signature["signed"] !== true)
    return {
      entry,
      signature:
        typeof stated === "string"
          ? `not signed by its publisher; a registry that you trust states ${stated}`
          : "not signed",
      signer,
    };
  const who = typeof publisher === "string" && publisher !== "" ? ` of ${publisher}` : "";
  const worth =
    original.attestedTier === "experimental"
      ? "which is not trusted here"
      : `which attests ${original.attestedTier}`;
  const note = isSame
    ? conversion === undefined
      ? ""
      : "; it holds for what was published, which was converted"
    : "; it does not cover the changes made here";
  return { entry, signature: `signed with ${key}${who}, ${worth}${note}`, signer };
}

/** Somebody agrees to what was published; what was changed here may ask for something else. */
function asJudged({ published, skill }: Applicant, { isEdited }: LockEntry): FetchedSkill {
  return isEdited === true ? skill : published;
}

function checkTier(
  applicant: Applicant,
  entry: LockEntry,
  { allowsExperimental = false, placeOptions = "" }: GateOptions,
): string {
  const { skill, isDependency } = applicant;
  const claim = describeClaim(applicant, entry);
  const words = `claims ${claim}, so it counts as ${entry.enforcedTier}`;
  if (entry.enforcedTier !== "experimental") return words;
  const why = whyExperimental(entry, claim);
  if (isDependency) {
    const command = `skillwright install ${quoteForShell(skill.name)} --allow-experimental ${placeOptions}`;
    throw fail("registry/experimental-skill", {
      name: skill.name,
      why,
      command: command.trimEnd(),
    });
  }
  if (allowsExperimental) return `${words}, which was allowed`;
  throw fail("registry/experimental-skill", { name: skill.name, why });
}

/** What the skill says of itself, in words; to say nothing is worth as little as to say the least. */
function describeClaim(applicant: Applicant, entry: LockEntry): string {
  const tier = readManifest(asJudged(applicant, entry).files)?.skill.authority.tier;
  return tier === undefined ? "no tier" : entry.claimedTier;
}

function whyExperimental({ isEdited, attestedTier, signature }: LockEntry, claim: string): string {
  if (isEdited === true) return "no signature covers its files as they are here";
  if (attestedTier !== "experimental")
    return `its signature attests ${attestedTier}, but it claims ${claim} itself`;
  return signature["signed"] === true
    ? "the key that signed it is not trusted here"
    : "it is not signed by a key that is trusted here";
}

async function requestConsent(
  requests: readonly ConsentRequest[],
  { agree = agreeToListed, allow = [] }: GateOptions,
): Promise<readonly { readonly agreed: readonly string[]; readonly says: string }[]> {
  const answers: { readonly agreed: readonly string[]; readonly says: string }[] = [];
  for (const request of requests) {
    const declared = request.entry.permissions.length;
    // Also one without permissions may need secrets of the environment.
    const agreed = await agree(request, allow);
    answers.push({
      agreed,
      says:
        declared === 0 && agreed.length === 0
          ? "asks for none"
          : agreed.length === 0
            ? "nothing needs a yes"
            : `agreed to ${agreed.join(", ")}`,
    });
  }
  return answers;
}

function withGrants(entry: LockEntry, agreed: readonly string[]): LockEntry {
  const added = Object.fromEntries(agreed.map((permission) => [permission, "agreed"]));
  return { ...entry, grants: { ...entry.grants, ...added } };
}

/**
 * What a trusted registry found in the very files that are to be installed, by the same or newer rules. Only where it has
 * nothing against them: whoever is to look at findings has to see them.
 */
function statedScan(
  { published, skill }: { readonly published: FetchedSkill; readonly skill: FetchedSkill },
  trust: TrustedKeys,
): PublicScan | undefined {
  const { statement, origin } = published;
  const said = statement && openTrusted(statement, trust, origin.server);
  if (said?.state !== "listed") return undefined;
  if (said.scan?.verdict !== "allow" || said.scan.rules < RULES_VERSION) return undefined;
  if (said.digests?.tree !== treeIntegrity(skill.files)) return undefined;
  return {
    name: skill.name,
    path: skill.name,
    verdict: "allow",
    tier: said.tier ?? "experimental",
    reason: `A registry that you trust has scanned these files with ${said.scan.engine}.`,
    score: { total: 0, shares: [] },
    counts: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
    accepted: 0,
    files: skill.files.length,
    uses: [],
    unread: [],
    findings: [],
  };
}
