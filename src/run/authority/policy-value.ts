import type { HostRule, Limits } from "../../platform/sandbox/index.ts";
import type { GrantDecision, Permission } from "../../skill/index.ts";

export type PermissionState =
  /** It holds. */
  | "granted"
  /** It holds once the user has agreed. */
  | "asks"
  /** The tier, the system of the skill or the organisation forbids it. */
  | "refused"
  /** The skill itself gives up the whole domain. */
  | "denied"
  /** Nothing here can give it. */
  | "unavailable";

/** One declared permission, with what a person is told about it. */
export interface PolicyItem {
  readonly permission: string;
  readonly parts: Permission;
  /** What the table of the tiers says. */
  readonly decision: GrantDecision;
  readonly state: PermissionState;
  /** Who decided. */
  readonly by: "tier" | "user" | "organisation" | "skill" | "sandbox";
  /** What it lets the skill do, as one sentence for a person. */
  readonly sentence: string;
  /** Why it does not hold, or holds only in part. */
  readonly note?: string;
}

/** A place that may be read or written: a path, or a glob such as `~/data/**`. */
export interface FileRule {
  readonly pattern: string;
  readonly access: "read" | "write";
  /** A file of a database, which is made if it is not there. */
  readonly isDatabase: boolean;
}

/** All that a skill may touch: what a user consents to, and what a runner enforces. */
export interface SandboxPolicy {
  readonly tier: string;
  /** The user has to agree to the skill as a whole, because it is unsigned. */
  readonly isExperimental: boolean;
  readonly items: readonly PolicyItem[];
  readonly files: readonly FileRule[];
  /** Places that no pattern opens. */
  readonly hidden: readonly string[];
  readonly hosts: readonly HostRule[];
  /** Hosts that an organisation denies: their addresses are closed by other names too. */
  readonly closedHosts?: readonly HostRule[];
  readonly commands: readonly string[] | "all";
  /** Names of variables, or all that carry no secret. */
  readonly environment: { readonly names: readonly string[]; readonly isOpen: boolean };
  /** MCP servers by name, and tools of them as `SERVER/TOOL`; they are called outside of the sandbox. */
  readonly mcp: readonly string[] | "all";
  readonly limits: Limits;
}
