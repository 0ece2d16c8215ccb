import { joinPath } from "../../platform/index.ts";
import type { FetchedSkill, Origin } from "../sources/fetched.ts";

/** Beside the skills and not among their files, so that a skill stays what its author made. */
const FOLDER = [".skillwright", "origins"] as const;

/** What is kept of where a skill came from: enough to fetch it again, and to see that it was changed. */
export interface OriginRecord {
  readonly version: 1;
  readonly name: string;
  readonly origin: Origin;
  /** When it was installed, as ISO 8601 says it. */
  readonly installed: string;
  readonly files: readonly {
    readonly path: string;
    readonly size: number;
    readonly digest: string;
  }[];
}

function originFolder(folder: string): string {
  return joinPath(folder, ...FOLDER);
}

/** One file for each skill, so that two installations at once cannot lose each other's. */
export function originPath(folder: string, name: string): string {
  return joinPath(originFolder(folder), `${name}.json`);
}

export function originRecord(skill: FetchedSkill, now: number): OriginRecord {
  return {
    version: 1,
    name: skill.name,
    origin: skill.origin,
    installed: new Date(now).toISOString(),
    files: skill.files.map(({ path, bytes, digest }) => ({ path, size: bytes.length, digest })),
  };
}
