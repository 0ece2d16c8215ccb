import { newId } from "../../platform/machine/index.ts";
import {
  type BuildOrigin,
  checkReserved,
  checkTag,
  toFullName,
  isSlug,
  marketCodes,
  marketRefusal,
  type PublishContent,
  type PublishRequest,
  versionKey,
  type Viewer,
} from "../../registry/contract/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { timestampAt } from "../accounts/index.ts";
import type { ReleaseJudgement } from "../../skill/compare/index.ts";
import {
  checkPackageSize,
  type PackageFacts,
  type PackageSource,
  packageTooLarge,
  type ReleaseFacts,
  type SourceFile,
  tooManyFiles,
} from "../jobs/index.ts";
import { type Audited, judgeAudit } from "./audit.ts";
import { holdOf, stateFor } from "./first-state.ts";
import { findFormer } from "./former-names.ts";
import { keysFor } from "./keys.ts";
import { lookAlikeWarnings } from "./look-alikes.ts";
import { REGISTRY } from "./log.ts";
import { packageKey } from "./packages.ts";
import { checkMayShow, noMember, type Place, placeOf } from "./place.ts";
import type { MarketPorts } from "./ports.ts";
import {
  checkNotBanned,
  ensureOwn,
  findPublisher,
  isAtLeastRole,
  roleIn,
  standingsOf,
} from "./publishers.ts";
import type { PublisherRow, SkillRow, VersionRow } from "./records.ts";
import { warningsOf } from "./publish-warnings.ts";
import { numberRelease } from "./releases.ts";
import { checkReservedName, isReservedName } from "./reserved.ts";
import { type Member, requireMember } from "./viewer.ts";
import { readUpload } from "./uploads.ts";

/** Everything that will be written of a version, after every gate was passed. */
export interface Plan {
  /** The handle of whoever publishes. */
  readonly actor: string;
  readonly publisher: PublisherRow;
  /** The skill that it is a version of; undefined for a new one. */
  readonly skill: SkillRow | undefined;
  readonly slug: string;
  /** The name came without a publisher: nobody else may have it. */
  readonly isPlain: boolean;
  readonly isFullOnly?: boolean;
  readonly row: VersionRow;
  /** Absent where nothing is to be kept. */
  readonly archive?: Uint8Array;
  readonly audited: Audited;
  /** Why a moderator looks at it first, whatever the audit says. */
  readonly hold?: string;
  readonly warnings: readonly Diagnostic[];
}

/** Passes a version through every gate; keeps nothing. */
export async function planPublish(
  ports: MarketPorts,
  viewer: Viewer,
  request: PublishRequest,
): Promise<Plan> {
  const member = requireMember(viewer);
  for (const tag of request.tags ?? []) checkTag(tag);
  const source = await gatherFiles(ports, member, request.content);
  const { userId: owner } = member;
  const read = await ports.jobs.run("read-package", source, { owner });
  if (read === undefined)
    throw marketRefusal(marketCodes.invalid, "The package has no `SKILL.md`.", {
      path: ["files"],
    });
  checkPermissions(read);
  const own = await ensureOwn(ports, member);
  const place = await placeOf(ports, member, own, request, read);
  // Neither under another name: whoever is shut out could make a team and publish as that.
  checkNotBanned(own);
  checkNotBanned(place.publisher);
  if (place.skill === undefined) {
    if (place.isPlain) checkReservedName(ports, viewer, place.slug);
    checkReservedName(ports, viewer, toFullName(place.publisher.handle, place.slug));
    const { permissions } = read;
    checkReserved(place.slug, { isOfficial: place.publisher.is_official === 1, permissions });
  }
  // Under a publisher's own name a slug is free, but the plain name is not taken with it.
  const isFullOnly =
    (!viewer.isModerator && isReservedName(ports, place.slug)) ||
    (await findFormer(ports.database.query, [place.slug])).size > 0;
  return await planAt(
    ports,
    { ...place, isFullOnly },
    {
      source,
      read,
      request,
      actor: own.handle,
      owner,
      ...(viewer.origin && { origin: viewer.origin }),
    },
  );
}

/** The gates that do not ask who publishes. */
export async function planAt(
  ports: MarketPorts,
  place: Place,
  { source, read, request, actor, owner, origin }: Parcel,
): Promise<Plan> {
  const isProposed = request.isDryRun === true && request.version === "next";
  const { version, judgement, decision } = await numberRelease(ports, place.skill, {
    version: isProposed ? read.version : (request.version ?? read.version),
    manifest: read.manifest,
    ...(read.module === undefined ? {} : { module: read.module }),
    isProposed,
    // Copies of another registry are as they are; whoever gets them is told.
    policy: actor === REGISTRY ? "warn" : ports.settings.semver,
    ...(owner === undefined ? {} : { owner }),
  });
  const folder = folderOf(place, read);
  const release = {
    version,
    trust: await keysFor(ports.database.query, place.publisher.handle),
    folder,
    withArchive: request.isDryRun !== true,
  };
  const audit = await ports.jobs.run(
    "audit-package",
    { slug: place.slug, source, release },
    owner === undefined ? {} : { owner },
  );
  if (audit.release === undefined) throw new Error("The worker told nothing of the release.");
  const attested = audit.release.signature.attests;
  const audited = judgeAudit(ports, audit, { attested, claimed: read.tier });
  const made = makeRow(ports, {
    place,
    read,
    version,
    folder,
    facts: audit.release,
    contentDigest: audit.contentDigest,
    audited,
    request,
    judgement,
  });
  const published = { ...made, published_by: actor, provenance: provenanceOf(origin) };
  const hold =
    decision.hold ??
    (await holdOf(
      ports.database.query,
      { ...published, publisher: place.publisher.handle },
      place.skill === undefined,
    ));
  const row = {
    ...published,
    state: stateFor(request.isDraft === true, audited, hold !== undefined),
  };
  const warnings = [
    ...warningsOf(place, read, version),
    ...decision.warnings,
    ...(await nameWarnings(ports, place, {
      isModerator: false,
      ...(owner === undefined ? {} : { userId: owner }),
      ...(origin && { origin }),
    })),
  ];
  const { archive } = audit.release;
  return {
    ...place,
    actor,
    row,
    audited,
    warnings,
    ...(hold === undefined ? {} : { hold }),
    ...(archive === undefined ? {} : { archive }),
  };
}

/** Whoever has a name already has chosen it. */
async function nameWarnings(
  { database: { query } }: MarketPorts,
  { skill, slug, publisher }: Place,
  viewer: Viewer,
): Promise<readonly Diagnostic[]> {
  if (skill !== undefined) return [];
  return await lookAlikeWarnings(query, { slug, publisher: publisher.handle }, viewer);
}

/** What comes to be published, and by whom. */
interface Parcel {
  readonly source: PackageSource;
  readonly read: PackageFacts;
  readonly request: PublishRequest;
  /** The handle that the log names. */
  readonly actor: string;
  /** The user whose work it is. Default: the registry's own. */
  readonly owner?: string;
  /** The build that brings it. */
  readonly origin?: BuildOrigin;
}

function provenanceOf(origin: BuildOrigin | undefined): string | null {
  if (origin === undefined) return null;
  const { publisher: _publisher, skill: _skill, ...claims } = origin;
  return JSON.stringify(claims);
}

/** Reading and scanning take their time, in which whoever publishes may be sent away. */
export async function requireStill(
  ports: MarketPorts,
  viewer: Viewer,
  plan: Plan,
  request: PublishRequest,
): Promise<void> {
  await viewer.confirm?.();
  await requireStanding(ports, viewer, plan, request);
}

/** Refuses who may not publish for the publisher of a plan, or was shut out under whichever name. */
export async function requireStanding(
  ports: Pick<MarketPorts, "database">,
  viewer: Viewer,
  plan: Plan,
  request: PublishRequest,
): Promise<void> {
  const { handle } = plan.publisher;
  for (const one of new Set([handle, plan.actor]))
    checkNotBanned(await findPublisher(ports.database.query, one));
  if (viewer.isModerator) return;
  const standings = await standingsOf(ports, viewer);
  if (!isAtLeastRole(roleIn(standings, handle), "publisher")) throw noMember(handle);
  checkMayShow(viewer, standings, plan, request);
}

interface Parts {
  readonly place: Place;
  readonly read: PackageFacts;
  readonly version: string;
  /** The name of the folder in the archive. */
  readonly folder: string;
  readonly facts: ReleaseFacts;
  readonly contentDigest: string;
  readonly audited: Audited;
  readonly request: PublishRequest;
  readonly judgement: ReleaseJudgement | undefined;
}

/** A name in the file that no folder could have is not taken over. */
function folderOf({ slug }: Place, { name = "" }: PackageFacts): string {
  return isSlug(name) ? name : slug;
}

/** Lists show the permissions of each skill, and people are asked about every one. */
const MOST_PERMISSIONS = 200;
const MOST_PERMISSION_LENGTH = 20_000;

function checkPermissions({ permissions }: PackageFacts): void {
  const isFew = permissions.length <= MOST_PERMISSIONS;
  if (isFew && permissions.join("").length <= MOST_PERMISSION_LENGTH) return;
  const hint = "Ask for a folder or a host as a whole, instead of for each part of it.";
  throw marketRefusal(
    marketCodes.invalid,
    `The skill asks for ${permissions.length} permissions; ${MOST_PERMISSIONS} of ${MOST_PERMISSION_LENGTH} characters in all are the most.`,
    { path: ["files"], hint },
  );
}

/** Lists give so much of a description for each skill; the file itself says all of it. */
const MOST_DESCRIPTION = 4096;

/** A version that is told to be no version is shown, but not as a text of any length. */
const LONGEST_STATED = 64;

function makeRow(
  { clock }: MarketPorts,
  { place, read, version, folder, facts, contentDigest, audited, request, judgement }: Parts,
): Omit<VersionRow, "state"> {
  const id = newId();
  const row: Omit<VersionRow, "state"> = {
    id,
    skill_id: place.skill?.id ?? "",
    version,
    version_key: versionKey(version),
    stated_version: read.version?.slice(0, LONGEST_STATED) ?? "",
    semver: judgement === undefined ? null : withoutNul(JSON.stringify(judgement)),
    held_by: request.isDraft === true ? "publisher" : "registry",
    tier: audited.tier,
    claimed_tier: read.tier ?? null,
    name: folder,
    description: (read.description ?? "").slice(0, MOST_DESCRIPTION),
    author: read.author ?? null,
    changelog: request.changelog ?? "",
    license: read.license ?? null,
    dialect: read.dialect,
    permissions: JSON.stringify(read.permissions),
    works_on: JSON.stringify(audited.worksOn),
    topics: JSON.stringify(topicsOf(request, read)),
    dependencies: JSON.stringify(read.dependencies),
    frontmatter: withoutNul(read.frontmatter),
    source: request.source === undefined ? null : JSON.stringify(request.source),
    provenance: null,
    deprecation: null,
    notice: null,
    files: JSON.stringify(facts.files),
    size: facts.size,
    tree: facts.tree,
    content_digest: contentDigest,
    fingerprint: facts.fingerprint,
    package_key: packageKey(facts.folderArchive.digest, id),
    folder_digest: facts.folderArchive.digest,
    folder_size: facts.folderArchive.size,
    flat_digest: facts.flatArchive.digest,
    flat_size: facts.flatArchive.size,
    signature: signatureText(facts.signature),
    body_words: read.bodyWords,
    audit: JSON.stringify(audited.kept),
    downloads: 0,
    published_by: "",
    created_at: timestampAt(clock),
  };
  return clean(row);
}

function signatureText(signature: ReleaseFacts["signature"]): string | null {
  if (signature.kind === "unsigned") return null;
  const { keyId, publicKey, role, publisher } = signature;
  return JSON.stringify({ keyId, publicKey, role, publisher });
}

const MOST_TOPICS = 20;
const LONGEST_TOPIC = 40;

function topicsOf({ topics = [] }: PublishRequest, { tags }: PackageFacts): readonly string[] {
  const all = [...topics, ...tags].map((topic) =>
    topic.trim().toLowerCase().slice(0, LONGEST_TOPIC),
  );
  return [...new Set(all)].filter((topic) => topic !== "").slice(0, MOST_TOPICS);
}

/** PostgreSQL keeps no NUL in a text, and what a stranger wrote may hold one. */
function clean(row: Omit<VersionRow, "state">): Omit<VersionRow, "state"> {
  // Only values that are text change, and they stay text.
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === "string" ? value.replaceAll("\0", "\u{fffd}") : value,
    ]),
  ) as unknown as Omit<VersionRow, "state">;
}

function withoutNul(json: string): string {
  return json.replaceAll("\\u0000", "\\ufffd");
}

/** The files of a version to be, whichever way they came, for the workers that unpack and check them. */
async function gatherFiles(
  ports: MarketPorts,
  member: Member,
  content: PublishContent,
): Promise<PackageSource> {
  const { maxBytes, maxFiles } = ports.settings;
  const limits = { maxBytes, maxFiles };
  if (content.kind === "archive") {
    if (content.bytes.length > 2 * maxBytes) throw packageTooLarge(maxBytes);
    return { kind: "archive", bytes: content.bytes, limits };
  }
  if (content.kind === "files") {
    checkPackageSize(limits, content.files);
    return { kind: "files", files: content.files, limits };
  }
  if (content.files.length > maxFiles) throw tooManyFiles(maxFiles);
  const files: SourceFile[] = [];
  let size = 0;
  for (const { path, upload, sha256, isExecutable = false } of content.files) {
    const bytes = await readUpload(ports, member, upload);
    size += bytes.length;
    if (size > maxBytes) throw packageTooLarge(maxBytes);
    files.push({ path, bytes, isExecutable, ...(sha256 === undefined ? {} : { sha256 }) });
  }
  return { kind: "files", files, limits };
}
