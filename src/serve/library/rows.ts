import type { Considered, Explanation } from "../../library/index.ts";
import type { KeptSkill } from "../skills/index.ts";

/** A line of the list of all skills, wherever they lie. */
export interface SkillRow {
  /** `shelf`: kept by this server; `folder`: in a folder that an agent reads. */
  readonly kind: "shelf" | "folder";
  readonly name: string;
  /** Its beginning. */
  readonly description: string;
  readonly dialect: string;
  readonly is_eligible: boolean;
  /** Why it does not load, or is not offered, in sentences. */
  readonly reasons: readonly { readonly code: string; readonly say: string }[];
  readonly updated_at?: string;
  /** Who owns it, where the server keeps it. */
  readonly owner_id?: string;
  /** Where it was found, for a folder. */
  readonly path?: string;
  readonly agent?: string;
  readonly source?: string;
  readonly root?: string;
  readonly hosts?: readonly string[];
  /** The file that takes its place. */
  readonly shadowed_by?: string;
}

const MOST_SHOWN = 280;

export function rowOfShelf({ name, reading, skill, updatedAt }: KeptSkill): SkillRow {
  const { userId } = skill.ownership;
  return {
    kind: "shelf",
    name,
    description: shorten(reading.dialect.describe(reading).description ?? ""),
    dialect: reading.dialect.id,
    is_eligible: true,
    reasons: [],
    updated_at: updatedAt,
    ...(userId === undefined ? {} : { owner_id: userId }),
  };
}

export interface FolderPlace {
  readonly dialect: string;
  readonly agent: string;
}

export function rowOfFolder(
  explanation: Explanation,
  considered: Considered | undefined,
  place: FolderPlace,
): SkillRow {
  const { name, path, source, root, hosts, isEligible, reasons } = explanation;
  const winner = reasons.find(({ code }) => code === "shadowed")?.winner;
  return {
    kind: "folder",
    name: name ?? path,
    description: shorten(considered?.loaded?.description ?? ""),
    ...place,
    is_eligible: isEligible,
    reasons: reasons.map(({ code, say }) => ({ code, say })),
    path,
    source,
    hosts,
    ...(root === undefined ? {} : { root }),
    ...(winner === undefined ? {} : { shadowed_by: winner }),
  };
}

function shorten(text: string): string {
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}…`;
}
