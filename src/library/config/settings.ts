import type { JsonObject } from "../../skill/index.ts";
import type { Secret } from "./secret.ts";

/** Where a secret is kept, instead of the secret itself. */
export interface SecretReference {
  readonly kind: "reference";
  readonly source: string;
  readonly provider: string;
  readonly id: string;
}

export interface SecretValue {
  readonly kind: "value";
  readonly secret: Secret<string>;
}

/** Neither text nor a reference that any provider could follow. */
export interface UnusableSecret {
  readonly kind: "unusable";
}

/** What the settings say of one skill. */
export interface SkillEntry {
  readonly isEnabled: boolean;
  /** Takes the place of what the skill says of itself. */
  readonly always?: boolean;
  readonly requires?: JsonObject;
  readonly apiKey?: SecretValue | SecretReference | UnusableSecret;
  readonly env: ReadonlyMap<string, Secret<string>>;
  /** Whatever the skill wants to be told; it may hold secrets. */
  readonly config?: Secret<JsonObject>;
}

export interface AgentSettings {
  readonly workspace?: string;
  /** The only skills it may have, by name. */
  readonly skills?: readonly string[];
}

export interface LoadSettings {
  readonly extraDirs: readonly string[];
  readonly allowSymlinkTargets: readonly string[];
  readonly watch: boolean;
  readonly watchDebounceMs: number;
}

export interface InstallSettings {
  readonly preferBrew: boolean;
  readonly nodeManager: string;
}

/** A configuration that was read and checked. Nothing in it shows a secret when it is printed. */
export interface LibraryConfig {
  /** The file it was read from. */
  readonly file?: string;
  readonly entries: ReadonlyMap<string, SkillEntry>;
  readonly allowBundled?: readonly string[];
  readonly load: LoadSettings;
  readonly install: InstallSettings;
  /** Skills that are shortened and cut last in the list for the model, the most wanted first. */
  readonly priorities?: readonly string[];
  readonly defaultAgent: AgentSettings;
  readonly agents: ReadonlyMap<string, AgentSettings>;
  /** What the system adds to its environment. */
  readonly variables: ReadonlyMap<string, Secret<string>>;
  /** The whole document with its secrets masked, as gates look at it. */
  readonly facts: JsonObject;
}
