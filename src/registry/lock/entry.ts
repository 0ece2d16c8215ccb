import {
  getKey,
  isBeyondSandbox,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type ReadSkill,
} from "../../skill/index.ts";
import { contentDigest, computeIntegrity, treeIntegrity } from "../package/digests.ts";
import type { SkillContent } from "../package/read-files.ts";
import type { SkillFile } from "../package/skill-file.ts";
import type { SignedRelease } from "../sign/signature.ts";
import { attestedBy, greaterTier, lesserTier, type Tier, parseTier } from "../sign/tiers.ts";
import type { TrustedKeys } from "../sign/trust.ts";
import { verifyRelease } from "../sign/verify-release.ts";
import type { SignatureVerdict } from "../sign/verify.ts";
import type { LoggedStatement } from "../sources/fetched.ts";
import { openTrusted } from "../states/roots.ts";
import { isTakenDown } from "../transparency/index.ts";

/** The source of a skill that was there when the lock was made. */
export const LOCAL_SOURCE = "local";

/** Where a skill came from, as far as the lock keeps it. */
export interface LockSource {
  /** `local` for a skill that was there when the lock was made. */
  readonly source: string;
  /** The address to ask for it again; empty for a local one. */
  readonly resolved: string;
  /** What was asked for; `*` where anything would do. */
  readonly requested: string;
  /** What `install` takes to fetch the very same again. */
  readonly reference?: string;
  /** Of the archive that it came in. */
  readonly artifact?: string;
  /** Under which a registry has it; counts for these sources alone. */
  readonly version?: string;
  /** What the registry stated of it. */
  readonly statement?: LoggedStatement;
}

/** Places that keep versions themselves: what they call one counts, whatever its SKILL.md says. */
const VERSIONED: ReadonlySet<string> = new Set(["registry", "clawhub"]);

/** Who signed what was published under a name. */
export interface Signer {
  readonly keyId: string;
  /** As the trust file has it; empty where nobody trusts the key. */
  readonly publisher: string;
}

/** A skill that was said in another dialect before it was installed. */
export interface Conversion {
  /** The id of the dialect. */
  readonly to: string;
  /** Of every file as it was published. */
  readonly integrity: string;
}

/** What is recorded of an installed skill. */
export interface LockEntry extends LockSource {
  readonly name: string;
  readonly version: string;
  /** What its SKILL.md says where that is another version; empty where it says none. */
  readonly statedVersion?: string;
  /** Of every file with its right to be run; empty in a lock of another program. */
  readonly integrity: string;
  /** The digest by which GAIA knows the content. */
  readonly contentDigest: string;
  readonly claimedTier: Tier;
  readonly attestedTier: Tier;
  /** The lesser of the two, which is what counts here. */
  readonly enforcedTier: Tier;
  readonly signature: JsonObject;
  /** Whom the name is bound to, also where changes made here have no signature. */
  readonly signer?: Signer;
  readonly permissions: readonly string[];
  /** What the enforced tier makes of each permission. */
  readonly grants: Readonly<Record<string, string>>;
  /** The exact versions of the skills that it needs. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Only there since another one needs it. */
  readonly isDependency?: boolean;
  /** Its files are not those that were published, or converted from them: somebody has changed them here. */
  readonly isEdited?: boolean;
  readonly conversion?: Conversion;
  /** Why no other version is wanted, where that is so. */
  readonly pin?: string;
  readonly installedAt: string;
}

/** What a lock says of these files; undefined where their signature is wrong. */
export async function entryOf(
  folderName: string,
  {
    name,
    version: stated = "",
    read,
    files,
  }: Omit<SkillContent, "files"> & { readonly files: readonly SkillFile[] },
  {
    source,
    resolved,
    requested,
    reference,
    artifact,
    statement,
    version: registered = "",
  }: LockSource,
  context: { readonly trust: TrustedKeys; readonly now: number },
): Promise<LockEntry | { readonly wrong: string }> {
  const version = VERSIONED.has(source) && registered !== "" ? registered : stated;
  const verdict = await verifyAs({ name, version, files }, stated, context.trust);
  if (verdict.kind === "wrong") return { wrong: verdict.reason };
  const byRoot = statement && statedTier(statement, { version, files, resolved }, context.trust);
  const attestedTier = greaterTier(verdict.attests, byRoot ?? "experimental");
  // The registry has looked at what a skill claims; one that claims nothing is worth what is stated.
  const claimedTier = parseTier(read.skill.authority.tier ?? byRoot);
  const enforcedTier = lesserTier(claimedTier, attestedTier);
  const permissions = read.skill.authority.permissions ?? [];
  return {
    name: folderName,
    version,
    ...(stated === version ? {} : { statedVersion: stated }),
    source,
    resolved,
    requested,
    ...(reference === undefined ? {} : { reference }),
    ...(artifact === undefined ? {} : { artifact }),
    ...(statement === undefined ? {} : { statement }),
    integrity: treeIntegrity(files),
    contentDigest: contentDigest(files),
    claimedTier,
    attestedTier,
    enforcedTier,
    signature:
      verdict.kind === "unsigned"
        ? { signed: false, ...(byRoot === undefined ? {} : { stated: byRoot }) }
        : {
            signed: true,
            key_id: verdict.keyId,
            publisher: verdict.publisher ?? "",
            role: verdict.role ?? "",
          },
    ...(verdict.kind === "unsigned"
      ? {}
      : { signer: { keyId: verdict.keyId, publisher: verdict.publisher ?? "" } }),
    permissions,
    grants: Object.fromEntries(
      permissions.map((permission) => [permission, decisionOn(permission, enforcedTier, read)]),
    ),
    dependencies: {},
    installedAt: new Date(context.now).toISOString(),
  };
}

/** The tier that a trusted registry states of these very files; undefined where none does. */
function statedTier(
  statement: LoggedStatement,
  {
    version,
    files,
    resolved,
  }: Pick<SignedRelease, "version" | "files"> & Pick<LockSource, "resolved">,
  trust: TrustedKeys,
): Tier | undefined {
  const said = openTrusted(statement, trust, resolved);
  if (said === undefined || said.version !== version || isTakenDown(said.state)) return undefined;
  return said.digests?.tree === treeIntegrity(files) ? said.tier : undefined;
}

/** What `permissions` will say of it as well. */
function decisionOn(permission: string, tier: Tier, { dialect: { trust } }: ReadSkill): string {
  const parts = trust?.readPermission(permission);
  if (parts !== undefined && isBeyondSandbox(parts)) return "unavailable";
  return trust?.decide(tier, permission) ?? "prompt";
}

/**
 * A signature for what the SKILL.md says is right, but carries no trust to another version: an old release could be
 * offered as a new one.
 */
async function verifyAs(
  release: SignedRelease,
  stated: string,
  trust: TrustedKeys,
): Promise<SignatureVerdict> {
  const verdict = await verifyRelease(release, trust);
  if (verdict.kind !== "wrong" || stated === release.version) return verdict;
  const own = await verifyRelease({ ...release, version: stated }, trust);
  return own.kind === "wrong" ? verdict : { kind: "unsigned", attests: attestedBy(undefined) };
}

/** What the SKILL.md of an installed skill has to say. */
export function statedVersion({ version, statedVersion: stated }: LockEntry): string {
  return stated ?? version;
}

/** In the words of the specification, with those of GAIA's own program beside them. */
export function writeEntry(entry: LockEntry): JsonObject {
  return {
    name: entry.name,
    version: entry.version,
    ...(entry.statedVersion === undefined ? {} : { stated_version: entry.statedVersion }),
    requested: entry.requested,
    source: entry.source,
    resolved: entry.resolved,
    ...(entry.reference === undefined ? {} : { reference: entry.reference }),
    ...(entry.artifact === undefined ? {} : { artifact: entry.artifact }),
    ...(entry.statement === undefined ? {} : { statement: { ...entry.statement } }),
    integrity: entry.integrity,
    content_digest: entry.contentDigest,
    security_tier: entry.enforcedTier,
    claimed_tier: entry.claimedTier,
    attested_tier: entry.attestedTier,
    installed_tier: entry.enforcedTier,
    signature: entry.signature,
    ...(entry.signer === undefined
      ? {}
      : { signer: { key_id: entry.signer.keyId, publisher: entry.signer.publisher } }),
    permissions: [...entry.permissions],
    grants: entry.grants,
    dependencies: entry.dependencies,
    dependencies_hash: computeIntegrity(JSON.stringify(entry.dependencies)),
    ...(entry.isDependency === true ? { dependency: true } : {}),
    ...(entry.isEdited === true ? { edited: true } : {}),
    ...(entry.conversion === undefined ? {} : { converted: { ...entry.conversion } }),
    ...(entry.pin === undefined ? {} : { pinned: entry.pin }),
    installed_at: entry.installedAt,
    path: entry.name,
  };
}

export function readEntry(name: string, value: JsonObject): LockEntry {
  const text = (key: string, otherwise = ""): string => {
    const found = getKey(value, key);
    return typeof found === "string" ? found : otherwise;
  };
  const permissions = getKey(value, "permissions");
  const signature = getKey(value, "signature");
  const optional = (key: string): string | undefined => {
    const found = getKey(value, key);
    return typeof found === "string" ? found : undefined;
  };
  const conversion = parseConversion(getKey(value, "converted"));
  const signer = parseSigner(getKey(value, "signer")) ?? parseSigner(signature);
  const [reference, artifact, pin] = ["reference", "artifact", "pinned"].map(optional);
  const statement = parseStatement(getKey(value, "statement"));
  const source = text("source", "local");
  const version = text("version") || versionAt(source, reference);
  const stated = version === text("version") ? optional("stated_version") : "";
  return {
    name,
    version,
    ...(stated === undefined ? {} : { statedVersion: stated }),
    requested: text("requested", "*"),
    source,
    resolved: text("resolved", text("hub_url")),
    ...(reference === undefined ? {} : { reference }),
    ...(artifact === undefined ? {} : { artifact }),
    ...(statement === undefined ? {} : { statement }),
    integrity: text("integrity"),
    contentDigest: text("content_digest"),
    claimedTier: parseTier(getKey(value, "claimed_tier")),
    attestedTier: parseTier(getKey(value, "attested_tier")),
    enforcedTier: parseTier(getKey(value, "installed_tier") ?? getKey(value, "security_tier")),
    signature: isObject(signature) ? signature : { signed: false },
    ...(signer === undefined ? {} : { signer }),
    permissions: isList(permissions) ? permissions.filter((item) => typeof item === "string") : [],
    grants: textsOf(getKey(value, "grants")),
    dependencies: textsOf(getKey(value, "dependencies")),
    ...(getKey(value, "dependency") === true ? { isDependency: true } : {}),
    ...(getKey(value, "edited") === true ? { isEdited: true } : {}),
    ...(conversion === undefined ? {} : { conversion }),
    ...(pin === undefined ? {} : { pin }),
    installedAt: text("installed_at"),
  };
}

/** Locks that were written before registries counted have the version of what was fetched in its address alone. */
function versionAt(source: string, reference = ""): string {
  if (!VERSIONED.has(source)) return "";
  const name = reference.slice(reference.lastIndexOf("#") + 1);
  const at = name.indexOf("@", 1);
  return at === -1 ? "" : name.slice(at + 1);
}

/** Locks that were written before it was recorded have it in the signature. */
function parseSigner(value: Json | undefined): Signer | undefined {
  const { key_id: keyId = "", publisher = "" } = textsOf(value);
  return keyId === "" ? undefined : { keyId, publisher };
}

function parseStatement(value: Json | undefined): LoggedStatement | undefined {
  if (!isObject(value)) return undefined;
  const { note, index } = value;
  return typeof note === "string" && typeof index === "number" ? { note, index } : undefined;
}

function parseConversion(value: Json | undefined): Conversion | undefined {
  const { to, integrity } = textsOf(value);
  return to === undefined || integrity === undefined ? undefined : { to, integrity };
}

function textsOf(value: Json | undefined): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (typeof item === "string" ? [[key, item]] : [])),
  );
}
