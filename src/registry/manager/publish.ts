import { inc, valid } from "semver";
import { joinPath } from "../../platform/index.ts";
import { registryCodes, registryError } from "../diagnostics.ts";
import { scanFetched } from "../install/scan-fetched.ts";
import { isLeak } from "../contract/leaks.ts";
import { type Packed, packSkill } from "../package/index.ts";
import type { FetchedSkill } from "../sources/fetched.ts";
import { openFolder } from "../sources/folder/index.ts";
import type { PublishedSkill, RegistryClient } from "../sources/registry/index.ts";
import { unreadNeeds } from "./unread-needs.ts";

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
  readonly packed: Omit<Packed, "bytes">;
}

/** Packs a skill, scans it as those will who install it, and hands it to a registry. */
export async function publishSkill(
  folder: string,
  client: RegistryClient,
  options: PublishOptions = {},
): Promise<Published> {
  const { bytes, ...packed } = await packSkill(folder);
  const version = options.version ?? packed.version;
  if (version === undefined)
    throw registryError(
      registryCodes.noVersion,
      `\`${packed.name}\` has no version, which publishing needs.`,
      {
        file: joinPath(folder, "SKILL.md"),
        hint: "Add a `version` such as `1.0.0`, or name one with `--version`.",
      },
    );
  const skill = await openFolder(folder).fetch(packed.name, "");
  await scanBefore(skill, folder, options.mayBeRisky ?? false);
  const { mayBeRisky: _own, ...request } = options;
  const published = await client.publish({ ...request, archive: bytes });
  const warnings = [...published.warnings, ...unreadNeeds(skill.files)];
  return { ...published, warnings, packed };
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
  const next = version ?? nextVersion(known?.latest, bump);
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

function nextVersion(latest: string | undefined, bump: Bump): string {
  if (latest === undefined || valid(latest) === null) return "1.0.0";
  return inc(latest, bump) ?? "1.0.0";
}
