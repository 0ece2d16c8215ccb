import { gt, inc, valid } from "semver";
import { joinPath } from "../../platform/index.ts";
import { SkillError, type Dialect, isObject, quoteForShell } from "../../skill/index.ts";
import { fail, registryCodes, registryError } from "../errors.ts";
import { scanFetched } from "../install/scan-fetched.ts";
import { isLeak } from "../contract/leaks.ts";
import { type PackedSkill, packSkill } from "../package/index.ts";
import type { FetchedSkill } from "../sources/fetched.ts";
import { openFolder } from "../sources/folder/index.ts";
import type { PublishedSkill, PublishRequest, RegistryClient } from "../sources/registry/index.ts";

import type { SkillFile } from "../package/skill-file.ts";
import { readManifest } from "../package/read-files.ts";

const FACET = "relations.skills";

/** Where authors name skills that they need, in whatever system; what a dialect reads is never among what is left. */
const USUAL: ReadonlySet<string> = new Set([
  "dependencies",
  "depends",
  "depends-on",
  "depends_on",
  "requirements.skills",
  "requires",
  "skills",
]);

/** What a SKILL.md says of skills that it needs in places where nobody reads it, as warnings. */
function unreadNeeds(files: readonly SkillFile[]): readonly string[] {
  const read = readManifest(files);
  if (read === undefined || read.skill.relations.skills !== undefined) return [];
  const { skill, dialect } = read;
  return skill.extensions
    .flatMap(({ path, value }) => {
      const name = path.join(".");
      const inner = isObject(value) ? Object.keys(value).map((key) => `${name}.${key}`) : [];
      return [name, ...inner].filter((place) => USUAL.has(place));
    })
    .map(
      (name) =>
        `${dialect.title} has no field \`${name}\`, so the skills it names are not installed; write the skills that this one needs into \`${placeFor(dialect)}\``,
    );
}

function placeFor({ fields, preserve }: Dialect): string {
  const own = fields.find(({ facet }) => facet === FACET)?.path;
  return (own ?? [...preserve.path, preserve.prefix + FACET]).join(".");
}

/** Publisher, version, visibility and changelog of a release. */
export interface PublishOptions {
  readonly publisher?: string;
  readonly changelog?: string;
  readonly tags?: readonly string[];
  readonly visibility?: string;
  /** Counts for the registry, whatever the SKILL.md says; default: what that says. */
  readonly version?: string;
  readonly isDraft?: boolean;
  readonly mayBeRisky?: boolean;
  readonly isDryRun?: boolean;
}

export interface Published extends PublishedSkill {
  readonly packed: Omit<PackedSkill, "bytes">;
}

/** Packs a skill, scans it as those will who install it, and hands it to a registry. */
export async function publishSkill(
  folder: string,
  client: RegistryClient,
  options: PublishOptions = {},
): Promise<Published> {
  const { bytes, ...packed } = await packSkill(folder);
  const skill = await openFolder(folder).fetch(packed.name, "");
  await scanBefore(skill, folder, options.mayBeRisky ?? false);
  const { mayBeRisky: _own, ...request } = options;
  const isNumbered = (options.version ?? packed.version) !== undefined;
  if (!isNumbered && options.isDryRun !== true)
    throw await noVersion(folder, packed.name, client, { ...request, archive: bytes });
  const number = isNumbered ? {} : { version: NEXT };
  const published = await client.publish({ ...request, ...number, archive: bytes });
  const warnings = [
    ...published.warnings,
    ...unreadNeeds(skill.files),
    ...(isNumbered ? [] : [numberAsk(published.version)]),
  ];
  return { ...published, warnings, packed };
}

function numberAsk(version: string): string {
  return `SKILL.md has no version: publish it with \`--version ${quoteForShell(version)}\`, or add one.`;
}

/** Names the number that the registry proposes, where it can be asked. */
async function noVersion(
  folder: string,
  name: string,
  client: RegistryClient,
  request: PublishRequest,
): Promise<SkillError> {
  const proposed = await proposeVersion(client, request);
  return fail(
    "registry/no-version",
    {
      name,
      purpose: "publishing",
      ...(proposed?.semver === undefined
        ? {}
        : {
            lowest: {
              version: proposed.version,
              since: proposed.semver.since,
              why: proposed.semver.changes[0]?.message ?? "",
            },
          }),
    },
    { file: joinPath(folder, "SKILL.md") },
  );
}

/** Stands for the lowest number that fits, in a dry run. */
const NEXT = "next";

/** What the registry would make of a version without a number. */
async function proposeVersion(
  client: RegistryClient,
  { version: _none, ...request }: PublishRequest,
): Promise<PublishedSkill | undefined> {
  try {
    return await client.publish({ ...request, version: NEXT, isDryRun: true });
  } catch (error) {
    // Whatever stands in the way of publishing is told once there is a number.
    if (SkillError.isInstance(error)) return undefined;
    throw error;
  }
}

/** What is blocked here would be blocked there and everywhere. */
async function scanBefore(skill: FetchedSkill, folder: string, mayBeRisky: boolean): Promise<void> {
  const { findings } = await scanFetched(skill, { mayBeRisky });
  const leaks = findings.filter(isLeak);
  if (leaks.length === 0 || mayBeRisky) return;
  const files = [...new Set(leaks.map(({ file }) => `\`${file}\``))].join(", ");
  throw registryError(
    registryCodes.riskySkill,
    `There is a secret in ${files}, which would be published.`,
    {
      file: folder,
      hint: "Nothing was published. Take it out, and revoke it where others may have seen it; `--allow-risky` publishes it nevertheless.",
      related: leaks.map(({ message, file }) => ({ message, file })),
    },
  );
}

export type Bump = "patch" | "minor" | "major";

export interface SyncOptions extends Omit<PublishOptions, "version"> {
  /** The part of the number that a changed skill without a version of its own gets. */
  readonly bump?: Bump;
}

export interface SyncedSkill {
  readonly name: string;
  readonly folder: string;
  readonly done: "published" | "unchanged" | "failed";
  readonly version?: string;
  /** Why it was not published. */
  readonly reason?: string;
}

/** Publishes what a registry does not have yet of skills in folders: new ones, and those that have changed. */
export async function syncSkill(
  folder: string,
  client: RegistryClient,
  { bump = "patch", ...options }: SyncOptions = {},
): Promise<SyncedSkill> {
  const { name, version, tree } = await packSkill(folder);
  const handle = options.publisher ?? (await client.whoAmI());
  const known = await client.resolve(`@${handle}/${name}`, tree);
  if (known?.match !== undefined) return { name, folder, done: "unchanged", version: known.match };
  const next = version ?? (await numberFor(folder, client, known?.latest, { bump, ...options }));
  if (version !== undefined && version === known?.latest)
    return {
      name,
      folder,
      done: "failed",
      version,
      reason: `version ${version} is published with other files; give it a new one`,
    };
  const published = await publishSkill(folder, client, { ...options, version: next });
  return { name, folder, done: "published", version: published.version };
}

/** As high as what changed asks for, and no lower than what was asked for. */
async function numberFor(
  folder: string,
  client: RegistryClient,
  latest: string | undefined,
  { bump = "patch", mayBeRisky = false, ...options }: SyncOptions,
): Promise<string> {
  const wanted = nextVersion(latest, bump);
  if (latest === undefined) return wanted;
  const { bytes, name } = await packSkill(folder);
  await scanBefore(await openFolder(folder).fetch(name, ""), folder, mayBeRisky);
  const proposed = (await proposeVersion(client, { ...options, archive: bytes }))?.version;
  return proposed !== undefined && gt(proposed, wanted) ? proposed : wanted;
}

function nextVersion(latest: string | undefined, bump: Bump): string {
  if (latest === undefined || valid(latest) === null) return "1.0.0";
  return inc(latest, bump) ?? "1.0.0";
}
