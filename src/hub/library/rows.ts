import type { DiscoveredAgent } from "../../library/agents/index.ts";
import type { StoredSkill } from "../skills/index.ts";

/** What one agent of one system makes of a skill in a folder. */
export interface SystemState {
  /** Of the system, or the id of a coding agent. */
  readonly dialect: string;
  readonly agent: string;
  /** What a coding agent is called, with its release. */
  readonly title?: string;
  /** It is a format whose folders coding agents of this machine read, each in its own way. */
  readonly is_format?: true;
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

/** What a coding agent of the machine makes of the skills that it finds. */
export interface AgentFiles {
  readonly id: string;
  readonly title: string;
  readonly roots: readonly string[];
  readonly files: readonly AgentFile[];
}

export interface AgentFile {
  readonly name?: string;
  readonly description?: string;
  readonly file: string;
  readonly root?: string;
  readonly source: string;
  readonly isEligible: boolean;
  readonly reasons: readonly { readonly code: string; readonly say: string }[];
  /** The file that counts in its place. */
  readonly winner?: string;
}

/** Coding agents of the machine, as they were when last looked at. */
export interface AgentsView {
  readonly list: () => readonly AgentFiles[];
  /** Looks at the agent of that id now, with all that `explain` wants to know; none where it has no model. */
  readonly see: (id: string) => readonly DiscoveredAgent[];
  readonly subscribe: (listener: () => void) => () => void;
}

const MOST_SHOWN = 280;

export function toStoredSkillRow({
  name,
  format,
  description = "",
  skill,
  updatedAt,
}: StoredSkill): SkillRow {
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
