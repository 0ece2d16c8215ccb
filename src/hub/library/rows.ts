import type { KeptSkill } from "../skills/index.ts";

/** What one agent of one system makes of a skill in a folder. */
export interface SystemState {
  readonly dialect: string;
  readonly agent: string;
  readonly is_eligible: boolean;
  /** Why it does not load, or is not offered, in sentences. */
  readonly reasons: readonly { readonly code: string; readonly say: string }[];
  /** Which of its places the system found it in. */
  readonly source: string;
  /** How the system calls it and its file, where that is not as the row does. */
  readonly name?: string;
  readonly path?: string;
  readonly hosts?: readonly string[];
  /** The file that takes its place. */
  readonly shadowed_by?: string;
}

/** A line of the list of all skills, wherever they lie: one for each file. */
export interface SkillRow {
  /** `shelf`: kept by this server; `folder`: in a folder that agents read. */
  readonly kind: "shelf" | "folder";
  readonly name: string;
  /** Its beginning. */
  readonly description: string;
  /** The format in which it is written. */
  readonly dialect: string;
  /** For a folder, the first system that loads it, or else that knows it; `is_eligible` and `reasons` are of that one. */
  readonly system?: string;
  readonly is_eligible: boolean;
  readonly reasons: readonly { readonly code: string; readonly say: string }[];
  readonly updated_at?: string;
  /** Who owns it, where the server keeps it. */
  readonly owner_id?: string;
  /** Where it lies, for a folder. */
  readonly path?: string;
  readonly root?: string;
  /** What each system makes of it, for a folder. */
  readonly systems?: readonly SystemState[];
}

const MOST_SHOWN = 280;

export function rowOfShelf({
  name,
  format,
  description = "",
  skill,
  updatedAt,
}: KeptSkill): SkillRow {
  const { userId } = skill.ownership;
  return {
    kind: "shelf",
    name,
    description: shorten(description),
    dialect: format,
    is_eligible: true,
    reasons: [],
    updated_at: updatedAt,
    ...(userId === undefined ? {} : { owner_id: userId }),
  };
}

export function shorten(text: string): string {
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}…`;
}
