/** Made by scripts/gen-docs.ts from src/app/hub and src/serve/api/routes; edit the tables there. */
import type { CallOptions, Json, OperationSpec, StreamEvent } from "./wire.ts";

type InlineSkill = { readonly path: string; readonly text: string };

type Skill = {
  readonly path: string;
  readonly text: string;
  readonly files?: readonly (string | InlineSkill | { readonly path: string; readonly base64: string })[] | undefined;
};

type Diagnostic = Reason & {
  readonly code: string;
  readonly severity: "error" | "warning" | "info" | "hint";
  readonly related?: readonly Related[];
  readonly fix?: {
    readonly title: string;
    readonly safety: "safe" | "unsafe";
    readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  };
};

type Range = { readonly start: Position; readonly end: Position };

type Position = { readonly line: number; readonly column: number; readonly offset: number };

type Related = { readonly message: string; readonly file?: string; readonly range?: Range };

type Skipped = { readonly path: string; readonly reason: string; readonly isFailure: boolean };

type Problem = Diagnostic & { readonly file?: string };

type ConfirmedBy = { readonly program: string; readonly version: string; readonly cases: number };

type Reason = {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly range?: Range;
  readonly hint?: string;
};

type Share = { readonly taken: number; readonly of: number };

type MissingOn = {
  readonly host: string;
  readonly missing: { readonly [key: string]: readonly string[] };
  readonly unknown?: readonly string[];
};

type Remedy = {
  readonly say: string;
  readonly config?: { readonly file?: string; readonly text: string };
  readonly command?: string;
};

type SkillReason = { readonly code: string; readonly say: string };

type SessionBody = {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
};

type Session = {
  readonly token: string;
  readonly expires_in: number;
  readonly key: string;
  readonly user: User;
  readonly is_first: boolean;
};

type User = {
  readonly id: string;
  readonly email: string;
  readonly role: "admin" | "user";
  readonly is_active: boolean;
  readonly created_at: string;
};

type Credentials = { readonly email: string; readonly password: string };

type Register = {
  readonly token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly user: User;
};

type AddressBody = { readonly token: string; readonly password: string };

type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly site: string;
  readonly created_at: string;
  readonly used_at: string | null;
};

type Token = {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
};

type Page = { readonly limit?: number | undefined; readonly offset?: number | undefined };

type UserUser = { readonly success: true; readonly message: string };

type Item = { readonly key: string; readonly enabled: boolean };

type ByProvider = {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly requests: number;
};

type Team = { readonly id: string; readonly name: string; readonly created_at: string };

type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly role: "owner" | "maintainer" | "publisher" | "member";
  readonly created_at: string;
};

type Input = {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
  readonly default: string | null;
  readonly description: string | null;
};

type SkillSkill = {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly metadata: { readonly [key: string]: Json } | null;
  readonly inputs: readonly Input[] | null;
  readonly knowledge_base: string | null;
  readonly model: { readonly temperature: number | null; readonly max_tokens: number | null } | null;
  readonly user_id: string | null;
  readonly prompt: string;
  readonly raw_content: string;
  readonly source: string;
  readonly created_at: string;
  readonly updated_at: string;
};

type SkillFile = {
  readonly path: string;
  readonly size: number;
  readonly version: string;
  readonly is_executable: boolean;
};

type NameAndVersion = { readonly name: string; readonly version: string };

type SkillSharing = {
  readonly visibility: "private" | "team" | "public";
  readonly team_id: string | null;
};

type SkillBody = {
  readonly visibility: "private" | "team" | "public";
  readonly team_id?: string | null | undefined;
};

type GrantSkill = {
  readonly skill: string;
  readonly owner_id: string | null;
  readonly digest: string;
  readonly rights: readonly {
    readonly permission: string;
    readonly sentence: string;
    readonly state: "given" | "asks" | "refused";
    readonly by: "tier" | "settings" | "grant" | null;
  }[];
  readonly grant: {
    readonly permissions: readonly string[];
    readonly granted_by: string;
    readonly granted_at: string;
    readonly is_current: boolean;
  } | null;
};

type Run = {
  readonly id: string;
  readonly user_id: string;
  readonly kind: "skill" | "chat" | "workflow";
  readonly skill: string | null;
  readonly session_id: string | null;
  readonly model: string | null;
  readonly status: "success" | "error" | "cancelled";
  readonly message: string;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cost: number | null;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly first_token_ms: number | null;
  readonly request_id: string;
};

type Event = { readonly event: string; readonly data: { readonly [key: string]: Json } };

type ChatFile = { readonly name: string; readonly data: string };

type KnowledgeBase = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly owner_id: string;
  readonly document_count: number;
  readonly created_at: string;
  readonly max_document_bytes: number;
};

type Document = {
  readonly id: string;
  readonly task_id: string;
  readonly kb_id: string;
  readonly filename: string;
  readonly size: number;
  readonly file_size: number;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly error: string | null;
  readonly chunk_count: number;
  readonly attempts: number;
  readonly vectors: Vector;
  readonly tags: readonly string[];
  readonly created_at: string;
};

type Vector = {
  readonly status: "none" | "pending" | "processing" | "completed" | "failed" | "cancelled";
  readonly done: number;
  readonly total: number;
  readonly model: string | null;
  readonly error: string | null;
};

type DocumentParam = { readonly kb: string; readonly doc: string };

type Chunk = { readonly chunk_index: number; readonly text: string };

type Chat = {
  readonly id: string;
  readonly session_id: string;
  readonly user_id: string;
  readonly message_count: number;
  readonly title: string;
  readonly created_at: string;
  readonly updated_at: string;
};

type ModelProvider = {
  readonly providers: readonly {
    readonly name: string;
    readonly kind: "openai" | "anthropic" | "google" | "azure" | "bedrock" | "mistral" | "openrouter" | "ollama" | "lm-studio" | "vllm" | "openai-compatible";
    readonly base_url: string | null;
    readonly has_key: boolean;
    readonly origin: "settings" | "added";
    readonly models: readonly {
      readonly id: string;
      readonly context_window: number | null;
      readonly price: {
        readonly input: number;
        readonly output: number;
        readonly cached_input: number | null;
        readonly as_of: string | null;
      } | null;
    }[];
  }[];
  readonly kinds: readonly {
    readonly kind: "openai" | "anthropic" | "google" | "azure" | "bedrock" | "mistral" | "openrouter" | "ollama" | "lm-studio" | "vllm" | "openai-compatible";
    readonly title: string;
    readonly needs_key: boolean;
    readonly needs_url: boolean;
    readonly base_url: string | null;
  }[];
  readonly rules: {
    readonly default?: string;
    readonly fallback: readonly string[];
    readonly allow: readonly string[];
    readonly budget: { readonly tokens: number; readonly cost: number };
    readonly currency?: string;
  };
};

type ModelProviderModel = {
  readonly id: string;
  readonly context_window?: number | undefined;
  readonly price?: {
    readonly input: number;
    readonly output: number;
    readonly cached_input?: number | undefined;
    readonly as_of?: string | undefined;
  } | undefined;
};

type Execution = {
  readonly id: string;
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly status: "running" | "completed" | "failed" | "cancelled";
  readonly input: string;
  readonly output: Json;
  readonly error: string | null;
  readonly failed_node: string | null;
  readonly attempts: number;
  readonly parent_id: string | null;
  readonly paused_until: string | null;
  readonly paused_reason: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
};

type Workflow = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly graph_data: { readonly [key: string]: Json };
  readonly user_id: string;
  readonly inputs: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
  readonly problems: readonly {
    readonly code: string;
    readonly severity: string;
    readonly node_id: string | null;
    readonly message: string;
  }[];
  readonly created_at: string;
  readonly updated_at: string;
};

type Trigger = {
  readonly id: string;
  readonly kind: "webhook" | "schedule";
  readonly name: string;
  readonly enabled: boolean;
  readonly signed: boolean;
  readonly cron: string | null;
  readonly time_zone: string | null;
  readonly missed: "skip" | "once" | "all" | null;
  readonly input: string | null;
  readonly next_times: readonly string[];
  readonly last_at: string | null;
  readonly last_error: string | null;
  readonly created_at: string;
};

type TriggerParam = { readonly id: string; readonly trigger: string };

type GraphData = {
  readonly nodes?: readonly {
    readonly id: string;
    readonly type: "start" | "llm" | "skill" | "knowledge" | "condition" | "http" | "code" | "tool" | "mcp" | "template" | "variables" | "iterate" | "loop" | "workflow" | "wait" | "approval" | "end";
    readonly data?: { readonly [key: string]: Json } | undefined;
  }[] | undefined;
  readonly edges?: readonly {
    readonly source: string;
    readonly target: string;
    readonly sourceHandle?: string | null | undefined;
  }[] | undefined;
};

type RegistrySkill = RegistrySkillSkill & {
  readonly is_deleted: boolean;
  readonly is_starred: boolean;
  readonly role: "owner" | "maintainer" | "publisher" | "moderator" | null;
  readonly fork_of: string | null;
};

type Publisher = {
  readonly handle: string;
  readonly display_name: string;
  readonly kind: "user" | "team";
  readonly is_official: boolean;
  readonly reputation: number;
  readonly is_banned: boolean;
  readonly created_at: string;
};

type Latest = {
  readonly version: string;
  readonly state: "draft" | "in-review" | "listed" | "quarantined" | "yanked";
  readonly is_held: boolean;
  readonly is_given: boolean;
  readonly security_tier: "experimental" | "community" | "verified";
  readonly claimed_tier: "experimental" | "community" | "verified" | null;
  readonly changelog: string;
  readonly license: string | null;
  readonly dialect: string;
  readonly permissions: readonly string[];
  readonly works_on: readonly string[];
  readonly deprecated: string | null;
  readonly published_at: string;
  readonly tree: string;
  readonly size_bytes: number;
  readonly stated_version: string | null;
};

type RegistryVersion = Latest & {
  readonly name: string;
  readonly full_name: string;
  readonly folder: string;
  readonly description: string;
  readonly author: string | null;
  readonly provenance: {
    readonly issuer: string;
    readonly repository: string;
    readonly workflow: string;
    readonly ref?: string;
    readonly commit?: string;
    readonly run?: string;
    readonly environment?: string;
  } | null;
  readonly semver: Semver | null;
  readonly publisher: string;
  readonly downloads: number;
  readonly files: readonly {
    readonly path: string;
    readonly size_bytes: number;
    readonly sha256: string;
    readonly is_executable: boolean;
  }[];
  readonly artifact: Artifact;
  readonly artifacts: readonly Artifact[];
  readonly content_digest: string;
  readonly fingerprint: string;
  readonly signature: {
    readonly key_id: string;
    readonly public_key: string;
    readonly role: "publisher" | "amd" | null;
    readonly publisher: string | null;
  } | null;
  readonly dependencies: readonly NameAndVersion[];
  readonly frontmatter: Json;
  readonly source: Json | null;
  readonly audit: Audit;
};

type Semver = {
  readonly since: string;
  readonly needs: "major" | "minor" | "patch";
  readonly proposed: string;
  readonly is_honest: boolean;
  readonly changes: readonly {
    readonly level: "major" | "minor" | "patch";
    readonly subject: "tool" | "input" | "permission" | "requirement" | "field" | "evaluation";
    readonly is_wider: boolean;
    readonly message: string;
  }[];
  readonly omitted: number;
};

type Artifact = {
  readonly filename: string;
  readonly path: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly integrity: string;
  readonly content_type: string;
  readonly layout: "folder" | "flat";
};

type Audit = {
  readonly verdict: "allow" | "review" | "block";
  readonly cleared_tiers: readonly ("experimental" | "community" | "verified")[];
  readonly reason: string;
  readonly score: number;
  readonly lint_errors: number;
  readonly audited_at: string;
  readonly engine: string;
  readonly uses: readonly {
    readonly domain: "network" | "filesystem" | "shell" | "env" | "database" | "desktop";
    readonly is_writing: boolean;
    readonly subjects: readonly string[];
  }[] | null;
};

type Key = {
  readonly key_id: string;
  readonly public_key: string;
  readonly role: "publisher" | "amd";
  readonly publisher: string | null;
  readonly added_at: string;
};

type Build = {
  readonly id: string;
  readonly publisher: string;
  readonly skill: string | null;
  readonly issuer: string;
  readonly repository: string;
  readonly workflow: string;
  readonly environment: string | null;
  readonly created_at: string;
};

type Webhook = {
  readonly id: string;
  readonly url: string;
  readonly skills: readonly string[];
  readonly failures: number;
  readonly problem: string | null;
  readonly created_at: string;
};

type Transfer = {
  readonly id: string;
  readonly full_name: string;
  readonly from: string;
  readonly to: string;
  readonly created_at: string;
  readonly expires_at: string;
};

type Review = {
  readonly author: string;
  readonly rating: number;
  readonly text: string;
  readonly version: string;
  readonly is_counted: boolean;
  readonly created_at: string;
  readonly updated_at: string;
};

type Report = {
  readonly id: string;
  readonly kind: "report" | "appeal";
  readonly by: string | null;
  readonly full_name: string;
  readonly version: string;
  readonly version_state: "draft" | "in-review" | "listed" | "quarantined" | "yanked";
  readonly verdict: "allow" | "review" | "block";
  readonly becomes: {
    readonly upheld: "draft" | "in-review" | "listed" | "quarantined" | "yanked";
    readonly dismissed: "draft" | "in-review" | "listed" | "quarantined" | "yanked";
  };
  readonly reason: string;
  readonly text: string;
  readonly state: "open" | "upheld" | "dismissed";
  readonly decision: string | null;
  readonly created_at: string;
  readonly due_at: string;
  readonly decided_at: string | null;
};

type Promotion = {
  readonly id: string;
  readonly full_name: string;
  readonly version: string;
  readonly from: "experimental" | "community" | "verified";
  readonly to: "experimental" | "community" | "verified";
  readonly state: "open" | "granted" | "refused";
  readonly steps: readonly {
    readonly code: string;
    readonly demand: string;
    readonly is_met: boolean;
    readonly evidence: string;
  }[];
  readonly reason: string;
  readonly created_at: string;
};

type RegistryOfferSkill = RegistrySkill & {
  readonly author: string | null;
  readonly license: string | null;
  readonly security_tier: "experimental" | "community" | "verified";
  readonly permissions: readonly string[];
  readonly audit: Audit | null;
  readonly semver: Semver | null;
  readonly versions: { readonly [key: string]: Latest };
};

type RegistrySkillSkill = {
  readonly name: string;
  readonly full_name: string;
  readonly has_plain_name: boolean;
  readonly display_name: string;
  readonly description: string;
  readonly publisher: Publisher;
  readonly topics: readonly string[];
  readonly visibility: "public" | "team" | "private";
  readonly downloads: number;
  readonly stars: number;
  readonly ratings: number;
  readonly rating: number;
  readonly latest_version: string | null;
  readonly latest: Latest | null;
  readonly tags: { readonly [key: string]: string };
  readonly deprecated: string | null;
  readonly successor: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

type CursorPage = { readonly limit?: number | undefined; readonly cursor?: string | undefined };

/** Input and output of every operation, by name. */
export interface Operations {
  /** Create a skill. */
  readonly draftSkill: (request: CallOptions & {
    readonly body: {
      readonly name: string;
      readonly dialect?: string | undefined;
      readonly description?: string | undefined;
    };
  }) => Promise<{
    readonly name: string;
    readonly dialect: string;
    readonly folder?: string;
    readonly files: readonly InlineSkill[];
  }>;
  /** Find problems in skills, and fix them. */
  readonly lintSkill: (request: CallOptions & {
    readonly body: {
      readonly skills: readonly (string | Skill)[];
      readonly dialect?: string | undefined;
      readonly fix?: boolean | undefined;
      readonly fixUnsafe?: boolean | undefined;
    };
  }) => Promise<{
    readonly errors: number;
    readonly warnings: number;
    readonly infos: number;
    readonly fixable: number;
    readonly skills?: number;
    readonly files: readonly {
      readonly path: string;
      readonly name?: string;
      readonly description?: string;
      readonly dialect: string;
      readonly reason: string;
      readonly diagnostics: readonly Diagnostic[];
    }[];
    readonly skipped: readonly Skipped[];
    readonly fixed?: readonly {
      readonly path: string;
      readonly applied: readonly { readonly title: string; readonly code: string }[];
      readonly text?: string;
      readonly diff?: string;
    }[];
    readonly unfixed?: readonly Skipped[];
  }>;
  /** Check whether skills are valid in one format. */
  readonly validateSkill: (request: CallOptions & {
    readonly body: {
      readonly skills: readonly (string | Skill)[];
      readonly dialect?: string | undefined;
    };
  }) => Promise<{
    readonly dialect: string;
    readonly valid: number;
    readonly invalid: number;
    readonly skipped: readonly Skipped[];
    readonly skills: readonly {
      readonly path: string;
      readonly valid: boolean;
      readonly fields: readonly string[];
      readonly problems: readonly {
        readonly field: string;
        readonly severity: "error" | "warning" | "info" | "hint";
        readonly message: string;
        readonly hint?: string;
      }[];
    }[];
  }>;
  /** Show every value of a skill and its position. */
  readonly inspectSkill: (request: CallOptions & {
    readonly body: { readonly skill: string | Skill; readonly dialect?: string | undefined };
  }) => Promise<{
    readonly path: string;
    readonly dialect: string;
    readonly dialectTitle: string;
    readonly reason: string;
    readonly name?: string;
    readonly description?: string;
    readonly values: readonly {
      readonly facet: "identity.name" | "identity.id" | "identity.version" | "identity.title" | "identity.emoji" | "identity.icon" | "identity.color" | "identity.homepage" | "identity.repository" | "identity.registry" | "identity.license" | "identity.tags" | "identity.configKey" | "guidance.description" | "guidance.shortDescription" | "guidance.whenToUse" | "invocation.byModel" | "invocation.byUser" | "invocation.argumentHint" | "invocation.argumentNames" | "invocation.paths" | "invocation.dispatch" | "invocation.dispatchTool" | "invocation.dispatchArgumentMode" | "requirements.always" | "requirements.os" | "requirements.bins" | "requirements.anyBins" | "requirements.env" | "requirements.primaryEnv" | "requirements.config" | "requirements.hostRoles" | "requirements.capabilities" | "requirements.anyCapabilities" | "requirements.install" | "requirements.compatibility" | "requirements.modelSize" | "requirements.contextWindow" | "requirements.python" | "requirements.hardware" | "authority.permissions" | "authority.tier" | "authority.allowedTools" | "authority.disallowedTools" | "tools.declared" | "tools.required" | "template.inputs" | "execution.model" | "execution.temperature" | "execution.maxTokens" | "execution.knowledgeBase" | "execution.effort" | "execution.context" | "execution.agent" | "execution.background" | "execution.shell" | "execution.hooks" | "relations.skills" | "relations.pythonPackages" | "relations.nodePackages" | "relations.references" | "relations.published" | "ownership.author" | "ownership.userId";
      readonly title: string;
      readonly value: Json;
      readonly path?: string;
      readonly range?: Range;
    }[];
    readonly extensions: readonly { readonly path: string; readonly value: Json; readonly range: Range }[];
    readonly body: {
      readonly start: Position;
      readonly lines: number;
      readonly characters: number;
    };
    readonly problems: readonly Problem[];
  }>;
  /** Show which systems skills work on, and why not on others. */
  readonly compareSystems: (request: CallOptions & {
    readonly body: {
      readonly skills: readonly (string | Skill)[];
      readonly systems?: readonly string[] | undefined;
    };
  }) => Promise<{
    readonly systems: readonly {
      readonly id: string;
      readonly title: string;
      readonly kind: "dialect" | "client";
      readonly source: string;
      readonly date: string;
      readonly confirmedBy: ConfirmedBy | null;
    }[];
    readonly rows: readonly {
      readonly path: string;
      readonly name: string;
      readonly dialect: string;
      readonly cells: readonly {
        readonly system: string;
        readonly verdict: "works" | "partial" | "refused";
        readonly confirmedBy: string | null;
        readonly reasons: readonly Reason[];
      }[];
    }[];
    readonly skipped: readonly Skipped[];
  }>;
  /** Convert a skill to another format and report what is lost. */
  readonly convertSkill: (request: CallOptions & {
    readonly body: {
      readonly skill: string | Skill;
      readonly to: string;
      readonly from?: string | undefined;
    };
  }) => Promise<{
    readonly conversions: readonly {
      readonly path: string;
      readonly from: string;
      readonly to: string;
      readonly name?: string;
      readonly text: string;
      readonly files: { readonly [key: string]: string };
      readonly report: {
        readonly from: string;
        readonly to: string;
        readonly entries: readonly {
          readonly source: readonly (string | number)[];
          readonly facet?: "identity.name" | "identity.id" | "identity.version" | "identity.title" | "identity.emoji" | "identity.icon" | "identity.color" | "identity.homepage" | "identity.repository" | "identity.registry" | "identity.license" | "identity.tags" | "identity.configKey" | "guidance.description" | "guidance.shortDescription" | "guidance.whenToUse" | "invocation.byModel" | "invocation.byUser" | "invocation.argumentHint" | "invocation.argumentNames" | "invocation.paths" | "invocation.dispatch" | "invocation.dispatchTool" | "invocation.dispatchArgumentMode" | "requirements.always" | "requirements.os" | "requirements.bins" | "requirements.anyBins" | "requirements.env" | "requirements.primaryEnv" | "requirements.config" | "requirements.hostRoles" | "requirements.capabilities" | "requirements.anyCapabilities" | "requirements.install" | "requirements.compatibility" | "requirements.modelSize" | "requirements.contextWindow" | "requirements.python" | "requirements.hardware" | "authority.permissions" | "authority.tier" | "authority.allowedTools" | "authority.disallowedTools" | "tools.declared" | "tools.required" | "template.inputs" | "execution.model" | "execution.temperature" | "execution.maxTokens" | "execution.knowledgeBase" | "execution.effort" | "execution.context" | "execution.agent" | "execution.background" | "execution.shell" | "execution.hooks" | "relations.skills" | "relations.pythonPackages" | "relations.nodePackages" | "relations.references" | "relations.published" | "ownership.author" | "ownership.userId";
          readonly outcome: "kept" | "mapped" | "approximated" | "preserved" | "dropped";
          readonly target?: readonly (string | number)[];
          readonly also?: readonly (readonly (string | number)[])[];
          readonly note?: string;
          readonly value?: Json;
          readonly preservedAt?: readonly (string | number)[];
        }[];
        readonly added: readonly {
          readonly target: readonly (string | number)[];
          readonly value: Json;
          readonly note: string;
        }[];
        readonly missing: readonly { readonly path: readonly (string | number)[]; readonly doc: string }[];
        readonly review: readonly string[];
      };
      readonly counts: {
        readonly kept: number;
        readonly mapped: number;
        readonly approximated: number;
        readonly preserved: number;
        readonly dropped: number;
      };
      readonly diagnostics: readonly Problem[];
    }[];
    readonly written?: readonly string[];
    readonly left?: readonly { readonly path: string; readonly reason: string }[];
    readonly skipped: readonly Skipped[];
  }>;
  /** List evaluation cases in any format, and check them. */
  readonly listEvalCases: (request: CallOptions & {
    readonly body: { readonly suites: readonly InlineSkill[]; readonly from?: string | undefined };
  }) => Promise<{
    readonly suites: readonly {
      readonly path: string;
      readonly format: string;
      readonly formatTitle: string;
      readonly skill?: string;
      readonly name?: string;
      readonly cases: readonly {
        readonly id: string;
        readonly prompt: string;
        readonly turns: readonly string[];
        readonly context?: string;
        readonly files: readonly string[];
        readonly trigger?: {
          readonly fires: readonly string[];
          readonly acceptable: readonly string[];
          readonly silent: readonly string[];
          readonly none: boolean;
        };
        readonly output?: string;
        readonly assertions: readonly {
          readonly text: string;
          readonly weight?: number;
          readonly isCriterion?: boolean;
          readonly extensions?: { readonly [key: string]: Json };
        }[];
        readonly checks: readonly { readonly kind: string }[];
        readonly split?: string;
        readonly tags: readonly string[];
        readonly rationale?: string;
        readonly extensions: { readonly [key: string]: Json };
      }[];
      readonly problems: readonly Problem[];
    }[];
    readonly cases: number;
    readonly errors: number;
    readonly warnings: number;
    readonly problems: readonly Problem[];
    readonly skipped: readonly Skipped[];
  }>;
  /** Draft evaluation cases for a skill. */
  readonly draftEvals: (request: CallOptions & { readonly body: { readonly skill: string | Skill } }) => Promise<{
    readonly skill: string;
    readonly folder?: string;
    readonly files: readonly InlineSkill[];
  }>;
  /** Convert evaluations to another format and report what is lost. */
  readonly convertEvals: (request: CallOptions & {
    readonly body: {
      readonly suites: readonly InlineSkill[];
      readonly to: string;
      readonly from?: string | undefined;
    };
  }) => Promise<{
    readonly skill?: string;
    readonly from: readonly string[];
    readonly to: string;
    readonly cases: number;
    readonly files: readonly InlineSkill[];
    readonly folder?: string;
    readonly losses: readonly {
      readonly case?: string;
      readonly field: string;
      readonly outcome: "preserved" | "lost";
      readonly message: string;
    }[];
  }>;
  /** Find skills that fight for the same request. */
  readonly findCollisions: (request: CallOptions & {
    readonly body: {
      readonly skills: readonly (string | Skill)[];
      readonly ranker?: "words" | "meaning" | undefined;
      readonly all?: boolean | undefined;
      readonly strict?: boolean | undefined;
    };
  }) => Promise<{
    readonly ranker: "words" | "meaning";
    readonly model?: string;
    readonly skills: number;
    readonly sentences: number;
    readonly collisions: readonly {
      readonly a: string;
      readonly b: string;
      readonly pathA: string;
      readonly pathB: string;
      readonly level: "collision" | "declared" | "overlap";
      readonly ofA: Share;
      readonly ofB: Share;
      readonly evidence: readonly {
        readonly skill: string;
        readonly kind: "sentence" | "request";
        readonly text: string;
        readonly against: string;
      }[];
      readonly lines: readonly { readonly skill: string; readonly proposal: string }[];
    }[];
    readonly ranks?: {
      readonly requests: number;
      readonly first: number;
      readonly amongThree: number;
      readonly amongFive: number;
    };
    readonly levels: {
      readonly collision: number;
      readonly declared: number;
      readonly overlap: number;
    };
    readonly strict: boolean;
    readonly skipped: readonly Skipped[];
  }>;
  /** Compare the results of two evaluations. */
  readonly compareEvals: (request: CallOptions & {
    readonly body: {
      readonly results: readonly InlineSkill[];
      readonly strict?: boolean | undefined;
    };
  }) => Promise<{
    readonly lift: {
      readonly value: number;
      readonly low: number;
      readonly high: number;
      readonly cases: number;
      readonly better: number;
      readonly worse: number;
      readonly same: number;
    };
    readonly verdict: {
      readonly verdict: "helps" | "hurts" | "no clear effect" | "too few runs";
      readonly needed?: number;
    };
    readonly mcnemar: { readonly onlyFirst: number; readonly onlySecond: number; readonly p: number };
    readonly better: readonly string[];
    readonly worse: readonly string[];
    readonly onlyA: readonly string[];
    readonly onlyB: readonly string[];
    readonly strict: boolean;
  }>;
  /** List the formats of evaluations, or show one. */
  readonly listEvalFormats: (request?: CallOptions & { readonly body?: { readonly id?: string | undefined } }) => Promise<{
    readonly formats: readonly {
      readonly id: string;
      readonly title: string;
      readonly file: string;
      readonly example?: readonly InlineSkill[];
    }[];
  }>;
  /** Scan skills for security risks, with evidence. */
  readonly scanSkill: (request: CallOptions & {
    readonly body: {
      readonly skills: readonly (string | Skill)[];
      readonly tier?: "experimental" | "community" | "verified" | undefined;
    };
  }) => Promise<{
    readonly engine: string;
    readonly skills: readonly {
      readonly path: string;
      readonly name?: string;
      readonly verdict: "allow" | "review" | "block";
      readonly tier: "experimental" | "community" | "verified";
      readonly reason: string;
      readonly score: {
        readonly total: number;
        readonly shares: readonly { readonly code: string; readonly points: number; readonly count: number }[];
      };
      readonly counts: {
        readonly critical: number;
        readonly high: number;
        readonly medium: number;
        readonly low: number;
        readonly info: number;
      };
      readonly accepted: number;
      readonly files: number;
      readonly uses: readonly {
        readonly domain: "network" | "filesystem" | "shell" | "env" | "database" | "desktop";
        readonly isWriting: boolean;
        readonly subjects: readonly string[];
        readonly isDeclared?: boolean;
      }[];
      readonly unread: readonly string[];
      readonly findings: readonly {
        readonly code: string;
        readonly severity: "critical" | "high" | "medium" | "low" | "info";
        readonly category: "injection" | "execution" | "exfiltration" | "credentials" | "persistence" | "privilege" | "destruction" | "obfuscation" | "supply" | "permissions" | "secrets" | "artifacts" | "impersonation";
        readonly message: string;
        readonly hint?: string;
        readonly file: string;
        readonly path: string;
        readonly range?: Range;
        readonly evidence?: {
          readonly text: string;
          readonly decoding: readonly ("base64" | "hex" | "url" | "escapes" | "concatenation" | "homoglyphs" | "hidden-characters" | "tag-characters" | "variation-selectors" | "html-entities" | "reversed" | "rot13" | "morse" | "html-comment" | "invisible-text")[];
        };
        readonly related: readonly Related[];
        readonly confidence: "high" | "medium" | "low";
        readonly lowered?: {
          readonly from: "critical" | "high" | "medium" | "low" | "info";
          readonly reason: string;
        };
        readonly more?: number;
      }[];
    }[];
    readonly skipped: readonly Skipped[];
    readonly baseline?: {
      readonly file: string;
      readonly added?: number;
      readonly problems: readonly Problem[];
    };
  }>;
  /** List skills with their format and problems. */
  readonly listLibrary: (request?: CallOptions & {
    readonly query?: { readonly as?: string | undefined; readonly agent?: string | undefined };
  }) => Promise<{
    readonly dialect?: string;
    readonly evidence?: string;
    readonly confirmedBy?: ConfirmedBy | null;
    readonly basis?: string;
    readonly agent?: string;
    readonly version?: string;
    readonly note?: string;
    readonly skills: readonly ({
      readonly name?: string;
      readonly description?: string;
      readonly source: string;
      readonly path: string;
      readonly file: string;
      readonly isEligible: boolean;
      readonly isOfferedToModel: boolean;
      readonly hosts: readonly string[];
      readonly reasons: readonly {
        readonly code: string;
        readonly names?: readonly string[];
        readonly say: string;
      }[];
      readonly missing?: { readonly [key: string]: readonly string[] };
      readonly missingOn?: readonly MissingOn[];
    } | {
      readonly path: string;
      readonly name?: string;
      readonly description?: string;
      readonly dialect?: string;
      readonly reason?: string;
      readonly errors: number;
      readonly warnings: number;
      readonly codes: readonly string[];
      readonly failure?: string;
    })[];
    readonly duplicates?: readonly { readonly name: string; readonly paths: readonly string[] }[];
    readonly skipped?: readonly Skipped[];
    readonly problems?: readonly Problem[];
  }>;
  /** Explain why an agent loads a skill or not, and what would change it. */
  readonly explainSkill: (request: CallOptions & {
    readonly query: {
      readonly name: string;
      readonly as?: string | undefined;
      readonly agent?: string | undefined;
      readonly priority?: string | undefined;
    };
  }) => Promise<{
    readonly name: string;
    readonly systems: readonly {
      readonly dialect: string;
      readonly title: string;
      readonly evidence?: string;
      readonly confirmedBy: ConfirmedBy | null;
      readonly basis?: string;
      readonly agent: string;
      readonly settings?: string;
      readonly note?: string;
      readonly isRefused?: true;
      readonly isLoaded: boolean;
      readonly isListed: boolean;
      readonly list?: {
        readonly place: number;
        readonly of: number;
        readonly length: number;
        readonly maxLength?: number;
      };
      readonly files: readonly {
        readonly name?: string;
        readonly path: string;
        readonly file: string;
        readonly source: string;
        readonly root?: string;
        readonly isEligible: boolean;
        readonly isOfferedToModel: boolean;
        readonly hosts: readonly string[];
        readonly hides: readonly string[];
        readonly problem?: Problem;
        readonly steps: readonly {
          readonly stage: "find" | "read" | "names" | "switches" | "requirements" | "agent" | "prompt";
          readonly check: string;
          readonly host?: string;
          readonly wanted: readonly string[];
          readonly found: string;
          readonly isPassed: boolean;
        }[];
        readonly reasons: readonly {
          readonly code: string;
          readonly names: readonly string[];
          readonly isOfHosts?: boolean;
          readonly winner?: string;
          readonly isByFolder?: boolean;
          readonly detail?: string;
          readonly say: string;
          readonly asSystem?: string;
          readonly remedies: readonly Remedy[];
        }[];
        readonly missing?: { readonly [key: string]: readonly string[] };
        readonly missingOn?: readonly MissingOn[];
      }[];
      readonly problems: readonly Problem[];
    }[];
    readonly nearest?: string;
    readonly owner?: string;
    readonly isOutside?: true;
    readonly isSupposed?: true;
    readonly problems?: readonly Problem[];
    readonly served?: readonly {
      readonly path: string;
      readonly name?: string;
      readonly dialect?: string;
      readonly isServed: boolean;
      readonly isListed: boolean;
      readonly isPrompt: boolean;
      readonly reasons: readonly SkillReason[];
      readonly mends: readonly string[];
    }[];
  }>;
  /** Show or install the programs that a skill needs. */
  readonly showDependencies: (request: CallOptions & {
    readonly query: {
      readonly name: string;
      readonly as?: string | undefined;
      readonly agent?: string | undefined;
    };
  }) => Promise<{
    readonly name: string;
    readonly dialect: string;
    readonly file: string;
    readonly bins: { readonly [key: string]: boolean };
    readonly hosts: readonly {
      readonly id: string;
      readonly os?: string;
      readonly bins: { readonly [key: string]: boolean };
    }[];
    readonly choices: readonly {
      readonly option: {
        readonly id: string;
        readonly kind: string;
        readonly spec: { readonly [key: string]: Json };
      };
      readonly state: "chosen" | "other-system" | "malformed" | "program-missing" | "not-preferred";
      readonly systems: readonly string[];
      readonly actions: readonly ({
        readonly kind: "run";
        readonly program: string;
        readonly path: string;
        readonly parameters: readonly string[];
        readonly environment: { readonly [key: string]: string };
        readonly folder?: string;
      } | {
        readonly kind: "download";
        readonly url: string;
        readonly sha256?: string;
        readonly archive?: "zip" | "tar" | "tar.bz2";
        readonly bzip2?: string;
        readonly stripComponents: number;
        readonly fileName: string;
        readonly isExecutable: boolean;
        readonly root: string;
        readonly target: string;
      })[];
      readonly problems: readonly Problem[];
    }[];
    readonly installed?: {
      readonly missing: readonly string[];
      readonly folders: readonly string[];
      readonly targets: readonly string[];
    };
  }>;
  /** Show the list of skills that the model gets. */
  readonly showPrompt: (request?: CallOptions & {
    readonly query?: {
      readonly as?: string | undefined;
      readonly agent?: string | undefined;
      readonly budget?: number | undefined;
      readonly context?: number | undefined;
      readonly priority?: string | undefined;
      readonly explain?: string | undefined;
    };
  }) => Promise<{
    readonly dialect: string;
    readonly prompt?: string;
    readonly agent?: string;
    readonly characters?: number;
    readonly tokens?: number;
    readonly encoding?: string;
    readonly maxCharacters?: number;
    readonly frame?: { readonly characters: number; readonly tokens: number };
    readonly skills?: readonly {
      readonly name: string;
      readonly path?: string;
      readonly state: "whole" | "shortened" | "cut";
      readonly characters: number;
      readonly tokens: number;
      readonly shown?: number;
      readonly of?: number;
      readonly why?: string;
      readonly remedy?: Remedy;
    }[];
  }>;
  /** List diagnostic codes, or explain one. */
  readonly listRules: (request?: CallOptions & { readonly query?: { readonly code?: string | undefined } }) => Promise<{
    readonly rules: readonly {
      readonly code: string;
      readonly title: string;
      readonly severity: "error" | "warning" | "info" | "hint";
      readonly fixable?: "safe" | "unsafe";
      readonly isOptIn?: true;
      readonly page: string;
      readonly text?: string;
    }[];
  }>;
  /** List the tools of skills. */
  readonly toolsList: (request: CallOptions & { readonly body: { readonly skills: readonly (string | Skill)[] } }) => Promise<{
    readonly tools: readonly {
      readonly shortName: string;
      readonly name: string;
      readonly qualifiedName: string;
      readonly title?: string;
      readonly description: string;
      readonly input: { readonly [key: string]: Json };
      readonly output?: { readonly [key: string]: Json };
      readonly atomic: boolean;
      readonly skill: string;
      readonly skillVersion?: string;
      readonly timeout?: number;
      readonly hints: { readonly [key: string]: boolean };
      readonly collidesWith: readonly string[];
      readonly isLoadable: boolean;
    }[];
  }>;
  /** Check tools against the frontmatter. */
  readonly checkSkillTools: (request: CallOptions & { readonly body: { readonly skills: readonly (string | Skill)[] } }) => Promise<{
    readonly skills: readonly {
      readonly skill: string;
      readonly file: string;
      readonly module: string | null;
      readonly tools: readonly string[];
      readonly isLoadable: boolean;
      readonly diagnostics: readonly Problem[];
    }[];
  }>;
  /** Show, grant and revoke the permissions of skills. */
  readonly showPermissions: (request: CallOptions & { readonly body: { readonly skills: readonly (string | Skill)[] } }) => Promise<{
    readonly skills: readonly {
      readonly skill: string;
      readonly file: string;
      readonly claimedTier?: string;
      readonly tier: string;
      readonly isExperimental: boolean;
      readonly items: readonly {
        readonly permission: string;
        readonly parts: { readonly domain: string; readonly level: string; readonly scope?: string };
        readonly decision: "auto" | "prompt" | "sandboxed" | "refused";
        readonly state: "granted" | "asks" | "refused" | "denied" | "unavailable";
        readonly by: "tier" | "user" | "organisation" | "skill" | "sandbox";
        readonly sentence: string;
        readonly note?: string;
      }[];
      readonly files: readonly {
        readonly pattern: string;
        readonly access: "read" | "write";
        readonly isDatabase: boolean;
      }[];
      readonly hidden: readonly string[];
      readonly hosts: readonly {
        readonly host: string;
        readonly port?: number;
        readonly access: "read" | "write";
      }[];
      readonly commands: readonly string[] | "all";
      readonly environment: { readonly names: readonly string[]; readonly isOpen: boolean };
      readonly mcp: readonly string[] | "all";
      readonly limits: {
        readonly cpuSeconds: number;
        readonly wallSeconds: number;
        readonly memoryBytes: number;
        readonly processes: number;
        readonly openFiles: number;
        readonly fileBytes: number;
        readonly writtenBytes: number;
        readonly scratchBytes: number;
        readonly outputBytes: number;
        readonly networkBytes: number;
        readonly networkBytesPerSecond: number;
      };
      readonly allowsExperimental: boolean;
      readonly asks: readonly string[];
      readonly change?: { readonly added: readonly string[]; readonly dropped: readonly string[] };
      readonly isKept: boolean;
      readonly isSettled: boolean;
    }[];
  }>;
  /** Opens a session for a page of this server. It is renewed by two parts: a cookie that no script can read, and a key for the page. */
  readonly openSession: (request: CallOptions & { readonly body: SessionBody }) => Promise<Session>;
  /** Opens a session for a page of this server with the token of a link that works once, such as the server prints at its first start. */
  readonly openSessionByLink: (request: CallOptions & { readonly body: { readonly token: string } }) => Promise<Session>;
  /** Returns what a browser needs to ask a passkey, as `PublicKeyCredential.parseRequestOptionsFromJSON` takes it. */
  readonly askForPasskey: (request?: CallOptions) => Promise<{ readonly question: { readonly [key: string]: Json } }>;
  /** Opens a session for a page of this server with the answer of a passkey, instead of password and code. */
  readonly openSessionByPasskey: (request: CallOptions & { readonly body: { readonly answer: { readonly [key: string]: Json } } }) => Promise<Session>;
  /** Creates an account and opens a session for a page of this server. */
  readonly registerSession: (request: CallOptions & { readonly body: Credentials }) => Promise<Session | { readonly awaits_confirmation: true }>;
  /** Returns a new access token for the session of the cookie and the key. */
  readonly renewSession: (request?: CallOptions) => Promise<Session>;
  /** Ends the session of the cookie and the key. */
  readonly closeSession: (request?: CallOptions) => Promise<void>;
  /** Redirects a browser to another service to log in there. */
  readonly beginSignOn: (request: CallOptions & { readonly params: { readonly service: string } }) => Promise<void>;
  /** Receives a browser that has logged in at another service, and redirects it to a page that opens the session. */
  readonly finishSignOn: (request: CallOptions & { readonly params: { readonly service: string } }) => Promise<void>;
  /** Fetches a public repository of GitHub as a zip archive. Nothing of it is stored, unpacked or run. */
  readonly fetchRepository: (request: CallOptions & {
    readonly body: {
      readonly owner: string;
      readonly repository: string;
      readonly ref?: string | undefined;
    };
  }) => Promise<Uint8Array>;
  /** Creates an account and opens a session; the first account is an administrator. Where the server sends mail, the link in a message has to be opened first. */
  readonly register: (request: CallOptions & { readonly body: Credentials }) => Promise<Register | { readonly awaits_confirmation: true }>;
  /** Opens a session for an email address and its password. Where the account has a second factor, 401 names the field `code`. */
  readonly login: (request: CallOptions & { readonly body: SessionBody }) => Promise<Register>;
  /** Renews a session. A refresh token works once. */
  readonly refresh: (request: CallOptions & { readonly body: { readonly refresh_token: string } }) => Promise<Register>;
  /** Lists what a page can offer before a login. */
  readonly readSessionOptions: (request?: CallOptions) => Promise<{
    readonly registration: boolean;
    readonly letters: boolean;
    readonly services: readonly { readonly id: string; readonly title: string }[];
  }>;
  /** Returns the public keys that verify tokens of this server. */
  readonly readKeys: (request?: CallOptions) => Promise<{ readonly keys: readonly { readonly [key: string]: Json }[] }>;
  /** Confirms the email address of a new account with the token of the link that was sent and the password of the account. */
  readonly confirmAddress: (request: CallOptions & { readonly body: AddressBody }) => Promise<void>;
  /** Sends a link to reset a password. The answer does not say whether the address has an account. */
  readonly forgetPassword: (request: CallOptions & { readonly body: { readonly email: string } }) => Promise<void>;
  /** Sets a new password with the token of the link that was sent, and ends every session, personal token and passkey of the account. */
  readonly resetPassword: (request: CallOptions & { readonly body: AddressBody }) => Promise<void>;
  /** Ends the session of the token. */
  readonly logout: (request?: CallOptions) => Promise<{ readonly success: boolean }>;
  /** Changes the user's password and ends every session. Personal tokens stay valid, and cannot do this. */
  readonly changePassword: (request: CallOptions & {
    readonly body: { readonly current_password: string; readonly password: string };
  }) => Promise<Register>;
  /** Lists the second factors and passkeys of the account. */
  readonly readFactors: (request?: CallOptions) => Promise<{
    readonly authenticator: { readonly created_at: string; readonly recovery_codes: number } | null;
    readonly passkeys: readonly Passkey[];
  }>;
  /** Starts to set up an authenticator app. It takes effect when one of its codes is confirmed. */
  readonly beginAuthenticator: (request: CallOptions & { readonly body: { readonly password: string } }) => Promise<{ readonly secret: string; readonly uri: string }>;
  /** Confirms the first code of the authenticator app; from now on logins need one. Returns recovery codes, which are shown only once. */
  readonly confirmAuthenticator: (request: CallOptions & { readonly body: { readonly code: string } }) => Promise<{ readonly recovery_codes: readonly string[] }>;
  /** Removes the authenticator app. */
  readonly removeAuthenticator: (request: CallOptions & { readonly body: { readonly password: string } }) => Promise<void>;
  /** Returns what a browser needs to create a passkey, as `PublicKeyCredential.parseCreationOptionsFromJSON` takes it. */
  readonly askForNewPasskey: (request: CallOptions & { readonly body: { readonly password: string } }) => Promise<{ readonly question: { readonly [key: string]: Json } }>;
  /** Adds the passkey that a browser created. */
  readonly addPasskey: (request: CallOptions & {
    readonly body: { readonly name: string; readonly answer: { readonly [key: string]: Json } };
  }) => Promise<Passkey>;
  /** Removes a passkey of the user. */
  readonly removePasskey: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly body: { readonly password: string };
  }) => Promise<void>;
  /** Removes the authenticator app of an account whose owner lost it; the password alone logs in again. */
  readonly resetAuthenticator: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<void>;
  /** Returns the account of the token. */
  readonly readMe: (request?: CallOptions) => Promise<User>;
  /** Lists the user's personal tokens, without their secrets. */
  readonly listTokens: (request?: CallOptions) => Promise<{ readonly tokens: readonly Token[] }>;
  /** Creates a personal token; its secret is shown only once. A token cannot create one with scopes or a lifetime that it does not have. */
  readonly makeToken: (request: CallOptions & {
    readonly body: {
      readonly name: string;
      readonly scopes: readonly ("skills:read" | "skills:write" | "skills:run" | "knowledge:read" | "knowledge:write" | "workflows:read" | "workflows:write" | "workflows:run" | "workflows:approve" | "chat" | "registry:read" | "registry:write" | "registry:moderate" | "registry:keys" | "account" | "users" | "models")[];
      readonly days?: number | undefined;
    };
  }) => Promise<Token & { readonly token: string }>;
  /** Revokes a personal token. */
  readonly revokeToken: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<void>;
  /** Rotates the key that signs tokens; tokens of the previous key stay valid until they expire. */
  readonly rotateKeys: (request?: CallOptions) => Promise<void>;
  /** Lists accounts, oldest first, in pages. */
  readonly listUsers: (request?: CallOptions & { readonly query?: Page }) => Promise<{ readonly users: readonly User[]; readonly next_offset?: number }>;
  /** Creates an account; without a password, one is generated and shown only once. */
  readonly createUser: (request: CallOptions & {
    readonly body: { readonly email: string; readonly password?: string | undefined };
  }) => Promise<{
    readonly id: string;
    readonly email: string;
    readonly role: "admin" | "user";
    readonly password: string | null;
  }>;
  /** Changes the role of an account, disables or enables it, or sets its password. Setting passwords and appointing administrators take a session, not a token. */
  readonly changeUser: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly body?: {
      readonly role?: "admin" | "user" | undefined;
      readonly is_active?: boolean | undefined;
      readonly password?: string | undefined;
    };
  }) => Promise<User>;
  /** Lists accounts, newest first, in pages. */
  readonly listAdminUsers: (request?: CallOptions & { readonly query?: Page }) => Promise<{
    readonly users: readonly User[];
    readonly total: number;
    readonly next_offset?: number;
  }>;
  /** Disables an account and ends its sessions. */
  readonly disableUser: (request: CallOptions & { readonly params: { readonly user: string } }) => Promise<UserUser>;
  /** Enables an account that was disabled. */
  readonly enableUser: (request: CallOptions & { readonly params: { readonly user: string } }) => Promise<UserUser>;
  /** Closes an account for good, and revokes its sessions and tokens. What it owns stays, for administrators. */
  readonly deleteUser: (request: CallOptions & { readonly params: { readonly user: string } }) => Promise<UserUser>;
  /** Lists the audit log, newest first: all entries for administrators, otherwise those of the user and of the publishers that the user owns. */
  readonly readAuditLog: (request?: CallOptions & {
    readonly query?: {
      readonly actor?: string | undefined;
      readonly action?: string | undefined;
      readonly target?: string | undefined;
      readonly publisher?: string | undefined;
      readonly since?: string | undefined;
      readonly until?: string | undefined;
      readonly limit?: number | undefined;
      readonly before?: number | undefined;
    };
  }) => Promise<{
    readonly lines: readonly {
      readonly number: number;
      readonly at: string;
      readonly handle: string | null;
      readonly email: string | null;
      readonly address: string | null;
      readonly via: string;
      readonly action: string;
      readonly target: string;
      readonly publisher: string | null;
      readonly detail: string;
    }[];
    readonly next: number | null;
  }>;
  /** Lists the features that can be switched, and their state. */
  readonly listFeatureFlags: (request?: CallOptions) => Promise<{ readonly items: readonly Item[]; readonly total: number }>;
  /** Switches a feature on or off without a restart, within what the settings of the server allow. */
  readonly setFeatureFlag: (request: CallOptions & {
    readonly params: { readonly flag: string };
    readonly body: { readonly enabled: boolean };
  }) => Promise<Item>;
  /** Returns the health of the server: whether it can answer, what is queued, and what it stores. */
  readonly readServerHealth: (request?: CallOptions) => Promise<{
    readonly version: string;
    readonly database: "sqlite" | "postgres";
    readonly problem?: string;
    readonly free_bytes?: number;
    readonly work: readonly {
      readonly kind: "documents-waiting" | "documents-failed" | "vectors-waiting" | "runs-at-work" | "runs-waiting" | "webhooks-failing";
      readonly count: number;
    }[];
    readonly storage: readonly {
      readonly kind: "skills" | "versions" | "uploads" | "documents" | "workflows" | "workflow-runs" | "chats" | "runs";
      readonly count: number;
      readonly bytes: number;
    }[];
  }>;
  /** Sums up the tokens that all runs used in the last hours. */
  readonly readTokenUsage: (request?: CallOptions & { readonly query?: { readonly hours?: number | undefined } }) => Promise<{
    readonly total_input_tokens: number;
    readonly total_output_tokens: number;
    readonly total_requests: number;
    readonly by_provider: { readonly [key: string]: ByProvider };
    readonly by_model: { readonly [key: string]: ByProvider };
  }>;
  /** Lists the teams of the user, or all teams for an administrator, in pages. */
  readonly listTeams: (request?: CallOptions & { readonly query?: Page }) => Promise<{
    readonly teams: readonly Team[];
    readonly total: number;
    readonly next_offset?: number;
  }>;
  /** Creates a team, owned by the user. */
  readonly createTeam: (request: CallOptions & { readonly body: { readonly name: string } }) => Promise<Team>;
  /** Returns a team with its members. */
  readonly readTeam: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<{
    readonly id: string;
    readonly name: string;
    readonly created_at: string;
    readonly members: readonly {
      readonly user_id: string;
      readonly email: string;
      readonly role: "owner" | "member";
    }[];
    readonly invitations: readonly Invitation[];
  }>;
  /** Renames a team. */
  readonly renameTeam: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly body: { readonly name: string };
  }) => Promise<Team>;
  /** Deletes a team; what was shared with it is private again, and its owners keep its publishers. */
  readonly deleteTeam: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<void>;
  /** Invites an email address to a team, or changes the role of a member. An invited account becomes a member by accepting; invite an address without an account again when it has one. */
  readonly setTeamMember: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly body: { readonly email: string; readonly role?: "owner" | "member" | undefined };
  }) => Promise<void>;
  /** Removes a member; every member may leave. */
  readonly removeTeamMember: (request: CallOptions & { readonly params: { readonly id: string; readonly user: string } }) => Promise<void>;
  /** Lists the user's invitations to teams and publishers, newest first. */
  readonly listInvitations: (request?: CallOptions & { readonly query?: Page }) => Promise<{
    readonly invitations: readonly {
      readonly id: string;
      readonly kind: "team" | "publisher";
      readonly target: string;
      readonly name: string;
      readonly role: "owner" | "maintainer" | "publisher" | "member";
      readonly invited_by: string;
      readonly created_at: string;
    }[];
    readonly total: number;
  }>;
  /** Accepts an invitation. */
  readonly acceptInvitation: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<void>;
  /** Declines an invitation; owners of the team or publisher withdraw it. */
  readonly removeInvitation: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<void>;
  /** Lists the user's skills, or all skills for an administrator, newest first, in pages. */
  readonly listSkills: (request?: CallOptions & {
    readonly query?: {
      readonly shared?: "true" | "false" | undefined;
      readonly limit?: number | undefined;
      readonly offset?: number | undefined;
    };
  }) => Promise<{
    readonly skills: readonly {
      readonly name: string;
      readonly description: string;
      readonly inputs: readonly Input[] | null;
      readonly has_inputs: boolean;
      readonly has_knowledge_base: boolean;
      readonly updated_at: string;
    }[];
    readonly total: number;
    readonly next_offset?: number;
  }>;
  /** Returns a skill with its text. */
  readonly readSkill: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<SkillSkill>;
  /** Creates a skill, owned by the user. */
  readonly createSkill: (request: CallOptions & { readonly body: { readonly name: string; readonly content: string } }) => Promise<SkillSkill>;
  /** Replaces the text of a skill; with `If-Match`, only if its version matches. */
  readonly updateSkill: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body: { readonly content: string };
  }) => Promise<SkillSkill>;
  /** Deletes a skill and all its files. */
  readonly deleteSkill: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<void>;
  /** Lists the files of a skill. */
  readonly listSkillFiles: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<{ readonly files: readonly SkillFile[]; readonly total: number }>;
  /** Stores a file beside the `SKILL.md`, such as a reference or a tool module; `is_executable` marks a program. With `If-Match`, only if its version matches. */
  readonly writeSkillFile: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly query?: { readonly path?: string | undefined };
    readonly body: {
      readonly content: string;
      readonly encoding?: "utf-8" | "base64" | undefined;
      readonly is_executable?: boolean | undefined;
    };
  }) => Promise<SkillFile>;
  /** Deletes a file of a skill. */
  readonly deleteSkillFile: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly query?: { readonly path?: string | undefined };
  }) => Promise<void>;
  /** Lists the saved texts of a skill, newest first, for those who may change it. */
  readonly listSkillVersions: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<{
    readonly versions: readonly { readonly id: string; readonly saved_at: string; readonly size: number }[];
    readonly total: number;
  }>;
  /** Returns an earlier text of a skill. */
  readonly readSkillVersion: (request: CallOptions & { readonly params: NameAndVersion }) => Promise<{ readonly content: string }>;
  /** Returns who besides the owner may read and run a skill. */
  readonly readSkillSharing: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<SkillSharing>;
  /** Shares a skill with no one, a team or all accounts; only the owner can change it. */
  readonly shareSkill: (request: CallOptions & { readonly params: { readonly name: string }; readonly body: SkillBody }) => Promise<SkillSharing>;
  /** Lists the skills with tools that the user can see: the permissions each one requests and has, and who granted them. */
  readonly listGrants: (request?: CallOptions & { readonly query?: Page }) => Promise<{
    readonly is_enabled: boolean;
    readonly allows: readonly string[];
    readonly skills: readonly GrantSkill[];
    readonly next_offset?: number;
  }>;
  /** Grants permissions to the tools of a skill, for exactly the files that `digest` identifies; for administrators. */
  readonly grantSkill: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body: { readonly permissions: readonly string[]; readonly digest: string };
  }) => Promise<GrantSkill>;
  /** Revokes the permissions of the tools of a skill; for administrators. */
  readonly withdrawGrant: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<void>;
  /** Lists the user's skills, skills shared with the user and, for an administrator, those in served folders, each file once, with whether each system loads it and why not; with `limit` only the newest, as of the server's last look. */
  readonly listEverySkill: (request?: CallOptions & { readonly query?: { readonly limit?: number | undefined } }) => Promise<{
    readonly skills: readonly {
      readonly kind: "shelf" | "folder";
      readonly name: string;
      readonly description: string;
      readonly dialect: string;
      readonly system?: string;
      readonly is_eligible: boolean;
      readonly reasons: readonly SkillReason[];
      readonly updated_at?: string;
      readonly owner_id?: string;
      readonly path?: string;
      readonly root?: string;
      readonly systems?: readonly {
        readonly dialect: string;
        readonly agent: string;
        readonly title?: string;
        readonly is_format?: true;
        readonly is_eligible: boolean;
        readonly reasons: readonly SkillReason[];
        readonly source: string;
        readonly name?: string;
        readonly path?: string;
        readonly hosts?: readonly string[];
        readonly shadowed_by?: string;
      }[];
    }[];
    readonly total: number;
  }>;
  /** Returns what the model's list of skills is made of, with its limits. */
  readonly readPromptParts: (request: CallOptions & { readonly query: { readonly dialect: string; readonly agent: string } }) => Promise<{
    readonly skills: readonly {
      readonly name: string;
      readonly description: string;
      readonly location: string;
      readonly path?: string;
      readonly whenToUse?: string;
      readonly isAlways?: boolean;
      readonly note?: string;
      readonly isHidden?: boolean;
    }[];
    readonly maxLength?: number;
    readonly maxSkills?: number;
    readonly entries?: readonly {
      readonly name: string;
      readonly shown: string | null;
      readonly cut: number;
      readonly why?: string;
    }[];
  }>;
  /** Returns the text of a skill in a served folder. */
  readonly readLibraryText: (request: CallOptions & {
    readonly query: { readonly dialect: string; readonly agent: string; readonly path: string };
  }) => Promise<{ readonly text: string }>;
  /** Lists the hosts that are or were connected. */
  readonly listHosts: (request?: CallOptions) => Promise<{
    readonly hosts: readonly {
      readonly id: string;
      readonly role: string;
      readonly capabilities: readonly string[];
      readonly os?: string;
      readonly platform?: string;
      readonly env: readonly string[];
      readonly bins: { readonly [key: string]: boolean };
      readonly allowsCommands?: boolean;
      readonly isConnected: boolean;
    }[];
  }>;
  /** Streams an event whenever served skills or hosts change. */
  readonly followLibrary: (request?: CallOptions) => AsyncGenerator<StreamEvent, void>;
  /** Returns the text of a skill in a served folder, its files, and whether it can be changed there. */
  readonly openFolderSkill: (request: CallOptions & { readonly query: { readonly path: string } }) => Promise<{
    readonly text: string;
    readonly version: string;
    readonly files: readonly { readonly path: string; readonly size: number }[];
    readonly closed?: string;
    readonly problem?: string;
  }>;
  /** Returns a file beside the `SKILL.md` of a skill in a served folder; null where it is not text. */
  readonly readFolderFile: (request: CallOptions & { readonly query: { readonly path: string; readonly file: string } }) => Promise<{ readonly content: string | null }>;
  /** Writes the `SKILL.md` of a skill in a served folder, where the server is for this machine alone; `version` is that of the text that was changed. */
  readonly saveFolderSkill: (request: CallOptions & {
    readonly body: { readonly path: string; readonly content: string; readonly version: string };
  }) => Promise<{ readonly version: string }>;
  /** Imports a skill of a served folder into the server, with all its files; the folder stays as it is. */
  readonly copyLibrarySkill: (request: CallOptions & { readonly body: { readonly path: string; readonly name?: string | undefined } }) => Promise<{ readonly name: string; readonly files: number }>;
  /** Lists the user's finished runs, newest first, with tokens and cost in the `currency` of the prices. For the next page, pass `before` and `before_id` of the last run; `all` lists the runs of all users to an administrator. */
  readonly listRuns: (request?: CallOptions & {
    readonly query?: {
      readonly limit?: number | undefined;
      readonly before?: string | undefined;
      readonly before_id?: string | undefined;
      readonly skill?: string | undefined;
      readonly kind?: "skill" | "chat" | "workflow" | undefined;
      readonly status?: "success" | "error" | "cancelled" | undefined;
      readonly words?: string | undefined;
      readonly request_id?: string | undefined;
      readonly all?: "true" | "false" | undefined;
    };
  }) => Promise<{
    readonly runs: readonly Run[];
    readonly total: number;
    readonly currency: string;
  }>;
  /** Returns a finished run of the user with its inputs, answer and events; `null` stands for what is not kept. No one else can read it, administrators included. */
  readonly readRun: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<Run & {
    readonly inputs: { readonly [key: string]: string } | null;
    readonly answer: string | null;
    readonly events: readonly Event[] | null;
  }>;
  /** Runs a skill and streams its events; `dry_run` only shows the prompt. With `request`, the model answers that request under the instructions of the skill or, with `without_skill`, under none, as evaluations compare. `files` are images, PDF or text files for the model; they are not stored. */
  readonly runSkill: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body?: {
      readonly inputs?: { readonly [key: string]: string } | undefined;
      readonly model?: string | undefined;
      readonly request?: string | undefined;
      readonly without_skill?: boolean | undefined;
      readonly files?: readonly ChatFile[] | undefined;
    };
  }) => AsyncGenerator<StreamEvent, void>;
  /** Shows the messages that a run would send and the passages that it would retrieve, without calling a model. */
  readonly previewRun: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body?: {
      readonly inputs?: { readonly [key: string]: string } | undefined;
      readonly model?: string | undefined;
      readonly request?: string | undefined;
      readonly without_skill?: boolean | undefined;
      readonly files?: readonly ChatFile[] | undefined;
    };
  }) => Promise<{
    readonly model: string | null;
    readonly temperature: number | null;
    readonly max_tokens: number | null;
    readonly knowledge_base: string | null;
    readonly messages: readonly { readonly role: "system" | "user" | "assistant"; readonly content: string }[];
    readonly warnings: readonly string[];
  }>;
  /** Lists the knowledge bases that the user may search, newest first, in pages. */
  readonly listKnowledgeBases: (request?: CallOptions & { readonly query?: Page }) => Promise<{
    readonly items: readonly KnowledgeBase[];
    readonly total: number;
    readonly next_offset: number | null;
  }>;
  /** Creates a knowledge base, owned by the user. */
  readonly createKnowledgeBase: (request?: CallOptions & {
    readonly body?: {
      readonly name?: string | undefined;
      readonly description?: string | undefined;
    };
  }) => Promise<KnowledgeBase>;
  /** Returns a knowledge base by its id or name. */
  readonly readKnowledgeBase: (request: CallOptions & { readonly params: { readonly kb: string } }) => Promise<KnowledgeBase & {
    readonly kb_id: string;
    readonly collection_name: string;
    readonly vector_count: number;
    readonly collection_exists: boolean;
  }>;
  /** Deletes a knowledge base and all its documents. */
  readonly deleteKnowledgeBase: (request: CallOptions & { readonly params: { readonly kb: string } }) => Promise<void>;
  /** Lists the documents of a knowledge base and their progress, in pages. */
  readonly listDocuments: (request: CallOptions & { readonly params: { readonly kb: string }; readonly query?: Page }) => Promise<{
    readonly items: readonly Document[];
    readonly total: number;
    readonly next_offset: number | null;
    readonly documents: readonly Document[];
  }>;
  /** Deletes a document. */
  readonly deleteDocument: (request: CallOptions & { readonly params: DocumentParam }) => Promise<void>;
  /** Stops computing the vectors of a document (`cancel`), or continues (`resume`); its words stay searchable. */
  readonly changeVectors: (request: CallOptions & {
    readonly params: {
      readonly kb: string;
      readonly doc: string;
      readonly action: "cancel" | "resume";
    };
  }) => Promise<Document>;
  /** Returns the progress of a document; the id of the task is that of the document. */
  readonly readTask: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<{
    readonly task_id: string;
    readonly kb_id: string;
    readonly doc_id: string;
    readonly status: "pending" | "processing" | "completed" | "failed";
    readonly error: string | null;
    readonly chunk_count: number;
    readonly progress: number;
    readonly vectors: Vector;
    readonly started_at: string;
  }>;
  /** Returns one passage of a document, counted from 0, with the passages `around` it; overlaps are left out. */
  readonly readPassage: (request: CallOptions & {
    readonly params: { readonly kb: string; readonly doc: string; readonly index: string };
    readonly query?: { readonly around?: number | undefined };
  }) => Promise<{
    readonly kb_id: string;
    readonly kb_name: string;
    readonly doc_id: string;
    readonly filename: string;
    readonly chunk_index: number;
    readonly chunk_count: number;
    readonly text: string;
    readonly before: readonly Chunk[];
    readonly after: readonly Chunk[];
  }>;
  /** Searches passages by words and by meaning. */
  readonly searchKnowledgeBase: (request: CallOptions & {
    readonly params: { readonly kb: string };
    readonly query: {
      readonly query: string;
      readonly top_k?: number | undefined;
      readonly document?: string | undefined;
      readonly tag?: string | undefined;
    };
  }) => Promise<{
    readonly kb_id: string;
    readonly query: string;
    readonly top_k: number;
    readonly results: readonly {
      readonly text: string;
      readonly metadata: {
        readonly doc_id: string;
        readonly filename: string;
        readonly chunk_id: string;
        readonly chunk_index: number;
        readonly page?: number;
      };
      readonly score: number;
    }[];
    readonly total: number;
  }>;
  /** Returns who besides the owner may search a knowledge base. */
  readonly readKnowledgeBaseSharing: (request: CallOptions & { readonly params: { readonly kb: string } }) => Promise<SkillSharing>;
  /** Shares a knowledge base with no one, a team or all accounts. */
  readonly shareKnowledgeBase: (request: CallOptions & { readonly params: { readonly kb: string }; readonly body: SkillBody }) => Promise<SkillSharing>;
  /** Indexes a document again from its file: text, words and vectors. */
  readonly processDocument: (request: CallOptions & { readonly params: DocumentParam }) => Promise<Document>;
  /** Streams the progress of documents: at once, and whenever the knowledge base changes. */
  readonly followKnowledgeBase: (request: CallOptions & { readonly params: { readonly kb: string } }) => AsyncGenerator<StreamEvent, void>;
  /** Sends a message in a chat session and streams the answer; `@skill text` runs a skill, `workflow_id` a workflow. With `retry`, the last question is asked again and its former answer is deleted. `files` are images, PDF or text files for this question alone; they are not stored. */
  readonly chat: (request: CallOptions & {
    readonly body: {
      readonly session_id: string;
      readonly message: string;
      readonly workflow_id?: string | null | undefined;
      readonly kb_id?: string | null | undefined;
      readonly model?: string | null | undefined;
      readonly retry?: boolean | undefined;
      readonly files?: readonly ChatFile[] | undefined;
    };
  }) => AsyncGenerator<StreamEvent, void>;
  /** Lists the user's chat sessions, newest first, in pages. */
  readonly listChats: (request?: CallOptions & { readonly query?: Page }) => Promise<{
    readonly sessions: readonly Chat[];
    readonly total: number;
    readonly next_offset: number | null;
  }>;
  /** Returns a chat session with its last messages. In a long one, `earlier` is the number of messages before these; pass it as `before` to read them. `course` of a question holds the events of its answer except for the words, without `done` where it broke off; where the server died, `partial` has the words until then. */
  readonly readChat: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly query?: { readonly before?: number | undefined };
  }) => Promise<Chat & {
    readonly earlier?: number;
    readonly messages: readonly {
      readonly role: "user" | "assistant";
      readonly content: string;
      readonly created_at: string;
      readonly timestamp: string;
      readonly course: {
        readonly request_id: string;
        readonly kb_id: string | null;
        readonly model: string | null;
        readonly events: readonly Event[];
        readonly partial?: string;
      } | null;
    }[];
  }>;
  /** Renames a chat session. */
  readonly renameChat: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly body: { readonly title: string };
  }) => Promise<Chat>;
  /** Deletes a chat session. */
  readonly deleteChat: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<void>;
  /** Lists the configured language models. */
  readonly listModels: (request?: CallOptions) => Promise<{
    readonly items: readonly {
      readonly id: string;
      readonly provider: string;
      readonly name: string;
      readonly context_window: number | null;
    }[];
    readonly default_model: string | null;
    readonly currency: string;
    readonly total: number;
  }>;
  /** Lists the model providers, those that can be added, and the rules for all models. */
  readonly listModelProviders: (request?: CallOptions) => Promise<ModelProvider>;
  /** Adds a model provider; its key is stored encrypted and never returned. An address on the server's own network needs `models.private` in the settings. */
  readonly addModelProvider: (request: CallOptions & {
    readonly body: {
      readonly name: string;
      readonly kind: "openai" | "anthropic" | "google" | "azure" | "bedrock" | "mistral" | "openrouter" | "ollama" | "lm-studio" | "vllm" | "openai-compatible";
      readonly base_url?: string | undefined;
      readonly api_key?: string | undefined;
      readonly models?: readonly (string | ModelProviderModel)[] | undefined;
    };
  }) => Promise<ModelProvider>;
  /** Renames a provider, or changes its key, address or list of models; a new address needs the key again. */
  readonly changeModelProvider: (request: CallOptions & {
    readonly params: { readonly provider: string };
    readonly body?: {
      readonly name?: string | undefined;
      readonly base_url?: string | undefined;
      readonly api_key?: string | undefined;
      readonly models?: readonly (string | ModelProviderModel)[] | undefined;
    };
  }) => Promise<ModelProvider>;
  /** Removes a provider and its key. Calls in progress continue. */
  readonly removeModelProvider: (request: CallOptions & { readonly params: { readonly provider: string } }) => Promise<void>;
  /** Tests a provider by having a model answer: the named one, or its first. */
  readonly testModelProvider: (request: CallOptions & {
    readonly params: { readonly provider: string };
    readonly body?: { readonly model?: string | undefined };
  }) => Promise<{
    readonly is_fine: boolean;
    readonly model: string;
    readonly text: string | null;
    readonly milliseconds: number | null;
    readonly reason: string | null;
    readonly message: string | null;
  }>;
  /** Finds model servers on the machine of the server: Ollama, LM Studio and vLLM on their usual ports. */
  readonly findLocalModels: (request?: CallOptions) => Promise<{
    readonly found: readonly {
      readonly kind: "openai" | "anthropic" | "google" | "azure" | "bedrock" | "mistral" | "openrouter" | "ollama" | "lm-studio" | "vllm" | "openai-compatible";
      readonly title: string;
      readonly base_url: string;
      readonly models: readonly string[];
    }[];
  }>;
  /** Sets the default model, the fallback order, the models that users may use, their daily budget, and the currency of all prices, which stays the same where none is named. */
  readonly setModelRules: (request?: CallOptions & {
    readonly body?: {
      readonly default?: string | undefined;
      readonly fallback?: readonly string[] | undefined;
      readonly allow?: readonly string[] | undefined;
      readonly budget?: { readonly tokens?: number | undefined; readonly cost?: number | undefined } | undefined;
      readonly currency?: string | undefined;
    };
  }) => Promise<ModelProvider>;
  /** Lists the user's workflow runs, newest first; with `parent_id`, those that a run started. */
  readonly listExecutions: (request?: CallOptions & {
    readonly query?: {
      readonly workflow_id?: string | undefined;
      readonly parent_id?: string | undefined;
      readonly limit?: number | undefined;
      readonly offset?: number | undefined;
    };
  }) => Promise<{
    readonly items: readonly Execution[];
    readonly total: number;
    readonly next_offset: number | null;
  }>;
  /** Cancels a run on whichever server it is. */
  readonly cancelExecution: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<Execution>;
  /** Lists the questions that runs wait for: of the user's own runs and of runs of the user's workflows, oldest first. */
  readonly listApprovals: (request?: CallOptions & { readonly query?: Page }) => Promise<{
    readonly items: readonly {
      readonly execution_id: string;
      readonly node_id: string;
      readonly workflow_id: string;
      readonly workflow_name: string;
      readonly message: string;
      readonly asked_at: string;
      readonly expires_at: string | null;
    }[];
    readonly next_offset: number | null;
  }>;
  /** Approves or rejects what a node of a run asks; the run continues accordingly. */
  readonly decideApproval: (request: CallOptions & {
    readonly params: { readonly id: string; readonly node: string };
    readonly body: { readonly approved: boolean; readonly comment?: string | undefined };
  }) => Promise<void>;
  /** Lists the workflows that the user may run, newest first. */
  readonly listWorkflows: (request?: CallOptions & { readonly query?: Page }) => Promise<{
    readonly items: readonly Workflow[];
    readonly total: number;
    readonly next_offset: number | null;
  }>;
  /** Deletes a workflow and all its runs. */
  readonly deleteWorkflow: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<void>;
  /** Returns who besides the owner may read and run a workflow. */
  readonly readWorkflowSharing: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<SkillSharing>;
  /** Shares a workflow with no one, a team or all accounts. A run can read only the skills and knowledge bases that both its user and the owner may read, and only the knowledge bases that the user names. */
  readonly shareWorkflow: (request: CallOptions & { readonly params: { readonly id: string }; readonly body: SkillBody }) => Promise<SkillSharing>;
  /** Lists the triggers of a workflow, with the next times of its schedules. */
  readonly listTriggers: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<{ readonly items: readonly Trigger[] }>;
  /** Enables or disables a trigger. */
  readonly enableTrigger: (request: CallOptions & { readonly params: TriggerParam; readonly body: { readonly enabled: boolean } }) => Promise<Trigger>;
  /** Deletes a trigger; the address of its webhook stops working. */
  readonly deleteTrigger: (request: CallOptions & { readonly params: TriggerParam }) => Promise<void>;
  /** Creates a workflow, owned by the user; `problems` lists what would keep it from running. */
  readonly createWorkflow: (request?: CallOptions & {
    readonly body?: {
      readonly name?: string | undefined;
      readonly description?: string | null | undefined;
      readonly graph_data?: GraphData | undefined;
    };
  }) => Promise<Workflow>;
  /** Imports a workflow that was exported here, by Agent Flow Lite, Dify or n8n; `losses` lists what has no counterpart. */
  readonly importWorkflow: (request?: CallOptions & { readonly body?: { readonly [key: string]: Json } }) => Promise<Workflow & {
    readonly losses: readonly {
      readonly node_id: string | null;
      readonly outcome: "changed" | "lost";
      readonly message: string;
    }[];
  }>;
  /** Returns a workflow with its graph. */
  readonly readWorkflow: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<Workflow>;
  /** Exports a workflow as a document that can be imported elsewhere; with `envelope=true` as Agent Flow Lite wraps it. */
  readonly exportWorkflow: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly query?: { readonly envelope?: "true" | "false" | undefined };
  }) => Promise<{
    readonly version: 1;
    readonly name: string;
    readonly description?: string | null;
    readonly graph_data: {
      readonly nodes?: readonly {
        readonly id: string;
        readonly type: "start" | "llm" | "skill" | "knowledge" | "condition" | "http" | "code" | "tool" | "mcp" | "template" | "variables" | "iterate" | "loop" | "workflow" | "wait" | "approval" | "end";
        readonly data?: { readonly [key: string]: Json };
      }[];
      readonly edges?: readonly {
        readonly source: string;
        readonly target: string;
        readonly sourceHandle?: string | null;
      }[];
    };
  }>;
  /** Changes the given fields of a workflow; with `If-Match`, only if its version matches. */
  readonly updateWorkflow: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly body?: {
      readonly name?: string | null | undefined;
      readonly description?: string | null | undefined;
      readonly graph_data?: GraphData | null | undefined;
    };
  }) => Promise<Workflow>;
  /** Runs a workflow and streams its events. The run continues when the client disconnects. */
  readonly executeWorkflow: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly body?: {
      readonly input?: string | undefined;
      readonly inputs?: { readonly [key: string]: Json } | null | undefined;
      readonly model?: string | null | undefined;
      readonly knowledge_bases?: readonly string[] | null | undefined;
      readonly from?: {
        readonly node: string;
        readonly execution?: string | undefined;
        readonly only?: boolean | undefined;
      } | null | undefined;
    };
  }) => AsyncGenerator<StreamEvent, void>;
  /** Streams the events of a run, from the beginning or after `Last-Event-ID` or `after`. */
  readonly followExecution: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly query?: { readonly after?: number | undefined };
  }) => AsyncGenerator<StreamEvent, void>;
  /** Resumes a run at the node that failed, and streams its events from there. */
  readonly resumeExecution: (request: CallOptions & { readonly params: { readonly id: string } }) => AsyncGenerator<StreamEvent, void>;
  /** Adds a trigger to a workflow of the user: a webhook or a schedule. */
  readonly createTrigger: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly body: {
      readonly kind: "webhook";
      readonly name?: string | undefined;
      readonly signed?: boolean | undefined;
    } | {
      readonly kind: "schedule";
      readonly name?: string | undefined;
      readonly cron: string;
      readonly time_zone?: string | undefined;
      readonly missed?: "skip" | "once" | "all" | undefined;
      readonly input?: string | undefined;
      readonly inputs?: { readonly [key: string]: Json } | undefined;
    };
  }) => Promise<Trigger & { readonly url: string | null; readonly secret: string | null }>;
  /** Publishes a workflow at an address that anyone can use for 24 hours, on the account of its owner. */
  readonly publishEmbed: (request: CallOptions & { readonly body: { readonly workflow_id: string } }) => Promise<{
    readonly id: string;
    readonly url: string;
    readonly token: string;
    readonly expires_at: string;
  }>;
  /** Lists the user's published addresses, newest first, without their secrets. */
  readonly listEmbeds: (request?: CallOptions & { readonly query?: { readonly workflow_id?: string | undefined } }) => Promise<{
    readonly embeds: readonly {
      readonly id: string;
      readonly workflow_id: string;
      readonly created_at: string;
      readonly expires_at: string;
    }[];
  }>;
  /** Revokes a published address, by its id or its secret. */
  readonly revokeEmbed: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<void>;
  /** Returns a file of a skill byte for byte; without a path, its `SKILL.md` as its author wrote it, without the `user_id` of the server. */
  readonly readSkillFile: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly query?: { readonly path?: string | undefined };
  }) => Promise<Uint8Array>;
  /** Uploads a document in the form field `file` and starts to index it. */
  readonly uploadDocument: (request: CallOptions & {
    readonly params: { readonly kb: string };
    readonly query?: { readonly tags?: string | undefined };
    readonly form: { readonly file: Blob };
  }) => Promise<Document>;
  /** Returns a run with the results of its finished nodes. */
  readonly readExecution: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<Execution & {
    readonly waits: readonly {
      readonly node_id: string;
      readonly waits_for: "timer" | "retry" | "approval" | "runs";
      readonly until: string | null;
      readonly message: string | null;
    }[];
    readonly nodes: readonly {
      readonly node_id: string;
      readonly output: Json;
      readonly branch: string | null;
      readonly status_code: number | null;
      readonly usage: {
        readonly input_tokens: number | null;
        readonly output_tokens: number | null;
        readonly cost: number | null;
      } | null;
      readonly finished_at: string;
    }[];
  }>;
  /** Starts the workflow of a webhook with the body of the request, on the account of its owner. */
  readonly callWebhook: (request: CallOptions & { readonly params: { readonly token: string } }) => Promise<{ readonly execution_id: string }>;
  /** Returns the page of a published workflow; with `input`, runs it once and shows the output. */
  readonly viewEmbed: (request: CallOptions & {
    readonly params: { readonly token: string };
    readonly query?: { readonly input?: string | undefined };
  }) => Promise<string>;
  /** Publishes a version: a form with an `archive`, the bytes of one, or JSON with `files`; details as fields or in the query. */
  readonly publishRegistrySkill: (request: CallOptions & {
    readonly query?: {
      readonly name?: string | undefined;
      readonly publisher?: string | undefined;
      readonly version?: string | undefined;
      readonly display_name?: string | undefined;
      readonly changelog?: string | undefined;
      readonly tags?: string | undefined;
      readonly topics?: string | undefined;
      readonly visibility?: "public" | "team" | "private" | undefined;
      readonly draft?: string | undefined;
      readonly dry_run?: string | undefined;
    };
    readonly form: { readonly archive: Blob };
  }) => Promise<{
    readonly skill: RegistrySkill;
    readonly version: RegistryVersion;
    readonly is_new_skill: boolean;
    readonly reputation_cost: number;
    readonly warnings: readonly { readonly message: string; readonly hint: string | null }[];
  }>;
  /** Downloads a version as a zip, by default the latest: in a folder with its name, or flat. */
  readonly downloadRegistrySkill: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly query?: {
      readonly version?: string | undefined;
      readonly layout?: "folder" | "flat" | undefined;
    };
  }) => Promise<Uint8Array>;
  /** Returns a file of a version byte for byte. */
  readonly readRegistryFile: (request: CallOptions & {
    readonly params: NameAndVersion;
    readonly query?: { readonly path?: string | undefined };
  }) => Promise<Uint8Array>;
  /** Returns the publisher as whom the owner of the token publishes. */
  readonly registryWhoAmI: (request?: CallOptions) => Promise<{
    readonly user_id: string;
    readonly handle: string;
    readonly display_name: string;
    readonly role: "admin" | "user";
  }>;
  /** Lists the publishers for which the user may publish, in pages. */
  readonly listOwnPublishers: (request?: CallOptions & { readonly query?: Page }) => Promise<{
    readonly publishers: readonly (Publisher & { readonly role: "owner" | "maintainer" | "publisher" })[];
    readonly next_offset?: number;
  }>;
  /** Creates the publisher of the user, or one of a team that the user owns. */
  readonly createPublisher: (request: CallOptions & {
    readonly body: {
      readonly handle: string;
      readonly display_name?: string | undefined;
      readonly team_id?: string | undefined;
    };
  }) => Promise<Publisher>;
  /** Returns a publisher. */
  readonly readPublisher: (request: CallOptions & { readonly params: { readonly handle: string } }) => Promise<Publisher>;
  /** Verifies a publisher, or withdraws the verification; for moderators. */
  readonly setPublisherOfficial: (request: CallOptions & {
    readonly params: { readonly handle: string };
    readonly body: { readonly is_official: boolean };
  }) => Promise<Publisher>;
  /** Bans a publisher, which quarantines its versions, or lifts the ban; for moderators. */
  readonly setPublisherBan: (request: CallOptions & {
    readonly params: { readonly handle: string };
    readonly body: { readonly is_banned: boolean; readonly reason: string };
  }) => Promise<Publisher>;
  /** Lists the members of a publisher; for its owners. */
  readonly listPublisherMembers: (request: CallOptions & { readonly params: { readonly handle: string } }) => Promise<{
    readonly members: readonly {
      readonly user_id: string;
      readonly email: string;
      readonly role: "owner" | "maintainer" | "publisher";
    }[];
    readonly invitations: readonly Invitation[];
  }>;
  /** Invites an email address to a publisher, or changes the role of a member; without a role, removes the member or the invitation. An invited account becomes a member by accepting. */
  readonly setPublisherMember: (request: CallOptions & {
    readonly params: { readonly handle: string };
    readonly body: {
      readonly email: string;
      readonly role?: "owner" | "maintainer" | "publisher" | undefined;
    };
  }) => Promise<void>;
  /** Lists the keys of a publisher, or of the registry itself, whose signatures are trusted. */
  readonly listRegistryKeys: (request?: CallOptions & { readonly query?: { readonly publisher?: string | undefined } }) => Promise<{ readonly keys: readonly Key[] }>;
  /** Adds a key of a publisher, or of the registry itself where none is named: an Ed25519 or OpenPGP key, or a Sigstore identity. */
  readonly addRegistryKey: (request?: CallOptions & {
    readonly body?: {
      readonly public_key?: string | undefined;
      readonly identity?: { readonly name: string; readonly issuer: string } | undefined;
      readonly publisher?: string | undefined;
      readonly role?: "publisher" | "amd" | undefined;
    };
  }) => Promise<Key>;
  /** Revokes a key for future versions; where several publishers have it, `publisher` names one. With `since`, versions signed with it since then are quarantined. */
  readonly removeRegistryKey: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly query?: { readonly publisher?: string | undefined; readonly since?: string | undefined };
  }) => Promise<void>;
  /** Starts a login on a device without a browser: a code for the device, and one for a person. */
  readonly beginDeviceLogin: (request?: CallOptions & {
    readonly body?: {
      readonly scopes?: readonly string[] | undefined;
      readonly label?: string | undefined;
    };
  }) => Promise<{
    readonly device_code: string;
    readonly user_code: string;
    readonly expires_in: number;
    readonly interval: number;
  }>;
  /** Polls whether the person has answered; returns a token once. */
  readonly pollDeviceLogin: (request: CallOptions & { readonly body: { readonly device_code: string } }) => Promise<{
    readonly state: "approved" | "pending" | "slow-down" | "denied" | "expired";
    readonly token: string | null;
  }>;
  /** Returns what the program that shows this code asks for, and from where; only in a session, not with a token. */
  readonly readDeviceLogin: (request: CallOptions & { readonly query: { readonly user_code: string } }) => Promise<{
    readonly user_code: string;
    readonly label: string;
    readonly address: string | null;
    readonly scopes: readonly string[];
    readonly token_days: number;
    readonly created_at: string;
    readonly expires_at: string;
  }>;
  /** Approves or denies the device that shows this code; only in a session, not with a token. */
  readonly answerDeviceLogin: (request: CallOptions & { readonly body: { readonly user_code: string; readonly is_approved: boolean } }) => Promise<void>;
  /** Lists the trusted builds of a publisher; for its owners. */
  readonly listTrustedBuilds: (request: CallOptions & { readonly params: { readonly handle: string } }) => Promise<{ readonly builds: readonly Build[] }>;
  /** Trusts a workflow of a repository to publish for a publisher, or one of its skills, without a secret: its issuer attests the identity of the build. */
  readonly trustBuild: (request: CallOptions & {
    readonly params: { readonly handle: string };
    readonly body: {
      readonly issuer: string;
      readonly repository: string;
      readonly workflow: string;
      readonly environment?: string | undefined;
      readonly skill?: string | undefined;
    };
  }) => Promise<Build>;
  /** Removes a trusted build. */
  readonly untrustBuild: (request: CallOptions & { readonly params: { readonly handle: string; readonly build: string } }) => Promise<void>;
  /** Exchanges the token of a trusted build's issuer for a token that can publish for 15 minutes. */
  readonly exchangeBuildToken: (request: CallOptions & { readonly body: { readonly token: string; readonly publisher: string } }) => Promise<{
    readonly token: string;
    readonly expires_at: string;
    readonly publisher: string;
  }>;
  /** Lists the webhooks of the account, with their last errors. */
  readonly listRegistryWebhooks: (request?: CallOptions) => Promise<{ readonly webhooks: readonly Webhook[] }>;
  /** Adds a webhook: each public entry of the log is sent to its address as a Standard Webhooks message, signed with a secret that is returned only here. */
  readonly subscribeToRegistry: (request: CallOptions & {
    readonly body: { readonly url: string; readonly skills?: readonly string[] | undefined };
  }) => Promise<Webhook & { readonly secret: string }>;
  /** Deletes a webhook. */
  readonly unsubscribeFromRegistry: (request: CallOptions & { readonly params: { readonly id: string } }) => Promise<void>;
  /** Submits a draft; its audit decides whether it is listed. */
  readonly submitRegistryVersion: (request: CallOptions & { readonly params: NameAndVersion }) => Promise<RegistryVersion>;
  /** Withdraws a version that waits for a moderator, back to a draft. */
  readonly withdrawRegistryVersion: (request: CallOptions & { readonly params: NameAndVersion }) => Promise<RegistryVersion>;
  /** Yanks a version: lists and ranges leave it out; whoever names it exactly still gets it. */
  readonly yankRegistryVersion: (request: CallOptions & {
    readonly params: NameAndVersion;
    readonly body?: { readonly reason?: string | undefined };
  }) => Promise<RegistryVersion>;
  /** Restores a yanked version. */
  readonly unyankRegistryVersion: (request: CallOptions & {
    readonly params: NameAndVersion;
    readonly body?: { readonly reason?: string | undefined };
  }) => Promise<RegistryVersion>;
  /** Scans a version again with the current rules; what is blocked goes into quarantine. */
  readonly reauditRegistryVersion: (request: CallOptions & { readonly params: NameAndVersion }) => Promise<RegistryVersion>;
  /** Deprecates a skill or one of its versions with a message; without a message, ends the deprecation. `successor` names the skill to use instead. */
  readonly deprecateRegistrySkill: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body?: {
      readonly version?: string | undefined;
      readonly message?: string | undefined;
      readonly successor?: string | undefined;
    };
  }) => Promise<RegistrySkill>;
  /** Sets who can see a skill: everyone, the team of its publisher, or its members only. */
  readonly setRegistryVisibility: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body: { readonly visibility: "public" | "team" | "private" };
  }) => Promise<RegistrySkill>;
  /** Points a tag to a version; without a version, deletes the tag. */
  readonly setRegistryTag: (request: CallOptions & {
    readonly params: { readonly name: string; readonly tag: string };
    readonly body?: { readonly version?: string | undefined };
  }) => Promise<void>;
  /** Deletes a skill; its name and versions stay reserved, and it can be restored for a while. */
  readonly deleteRegistrySkill: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<void>;
  /** Restores a deleted skill. */
  readonly undeleteRegistrySkill: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<RegistrySkill>;
  /** Renames a skill of the user's publisher; the old name redirects to it. */
  readonly renameRegistrySkill: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body: { readonly name: string };
  }) => Promise<RegistrySkill>;
  /** Merges a skill into another of the same owner: it leaves the lists, and its plain name redirects to the other. */
  readonly mergeRegistrySkill: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body: { readonly into: string };
  }) => Promise<RegistrySkill>;
  /** Offers a skill to the owners of another publisher; where the user owns both, the transfer is immediate. */
  readonly transferRegistrySkill: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body: { readonly to: string };
  }) => Promise<{ readonly skill: RegistrySkill; readonly transfer: Transfer | null }>;
  /** Lists the pending transfers of the user's publishers. */
  readonly listRegistryTransfers: (request?: CallOptions) => Promise<{ readonly transfers: readonly Transfer[] }>;
  /** Accepts or declines the transfer of a skill; whoever offered it can withdraw it here. */
  readonly decideRegistryTransfer: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly body: { readonly accept: boolean };
  }) => Promise<Transfer>;
  /** Stars a skill. */
  readonly starRegistrySkill: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<{ readonly was_starred: boolean }>;
  /** Removes the user's star. */
  readonly unstarRegistrySkill: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<{ readonly was_starred: boolean }>;
  /** Reviews a skill with 1 to 5 stars and a text; each user has one review of a skill. */
  readonly reviewRegistrySkill: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body: { readonly rating: number; readonly text?: string | undefined };
  }) => Promise<Review>;
  /** Deletes the user's review. */
  readonly unreviewRegistrySkill: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<void>;
  /** Reports a version to the moderators; by default the latest. */
  readonly reportRegistrySkill: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body: {
      readonly version?: string | undefined;
      readonly reason: string;
      readonly text?: string | undefined;
    };
  }) => Promise<Report>;
  /** Appeals against the quarantine of a version; for its publisher. */
  readonly appealRegistryVersion: (request: CallOptions & { readonly params: NameAndVersion; readonly body: { readonly text: string } }) => Promise<Report>;
  /** Requests the next tier for a version, and returns its requirements and which of them are met. */
  readonly promoteRegistryVersion: (request: CallOptions & {
    readonly params: NameAndVersion;
    readonly body: {
      readonly tier: "community" | "verified";
      readonly dry_run?: boolean | undefined;
    };
  }) => Promise<Promotion>;
  /** Lists the tier requests, reports and appeals of a skill with their results, newest first; for its publisher and moderators. */
  readonly listRegistryRequests: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<{ readonly promotions: readonly Promotion[]; readonly reports: readonly Report[] }>;
  /** Lists a version, quarantines it or puts it back into review; for moderators. */
  readonly moderateRegistryVersion: (request: CallOptions & {
    readonly params: NameAndVersion;
    readonly body: { readonly decision: "list" | "quarantine" | "review"; readonly reason: string };
  }) => Promise<RegistryVersion>;
  /** Takes down a version or a whole skill for a legal notice: requests for it get 451 with the notice until it is listed again; for moderators. */
  readonly takeDownRegistrySkill: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly body: {
      readonly version?: string | undefined;
      readonly claimant: string;
      readonly reference?: string | undefined;
      readonly reason: string;
    };
  }) => Promise<{
    readonly full_name: string;
    readonly versions: readonly string[];
    readonly notice: {
      readonly claimant: string;
      readonly reference: string | null;
      readonly reason: string;
      readonly at: string;
    };
  }>;
  /** Lists versions that wait for a moderator, or those in quarantine, oldest first; for moderators. */
  readonly listRegistryQueue: (request?: CallOptions & {
    readonly query?: {
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
      readonly state?: "in-review" | "quarantined" | undefined;
      readonly is_appealed?: "true" | "false" | undefined;
    };
  }) => Promise<{
    readonly versions: readonly (RegistryVersion & {
      readonly look_alikes: readonly string[];
      readonly earlier_cases: readonly string[];
    })[];
    readonly next_cursor: string | null;
  }>;
  /** Lists tier requests, oldest first; for moderators. */
  readonly listRegistryPromotions: (request?: CallOptions & {
    readonly query?: {
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
      readonly state?: "open" | "granted" | "refused" | undefined;
    };
  }) => Promise<{ readonly promotions: readonly Promotion[]; readonly next_cursor: string | null }>;
  /** Grants or rejects a tier; for moderators. */
  readonly decideRegistryPromotion: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly body: { readonly is_granted: boolean; readonly reason: string };
  }) => Promise<Promotion>;
  /** Lists reports and appeals, oldest first, each with the time by which it is due; for moderators. */
  readonly listRegistryReports: (request?: CallOptions & {
    readonly query?: {
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
      readonly state?: "open" | "upheld" | "dismissed" | undefined;
    };
  }) => Promise<{
    readonly reports: readonly Report[];
    readonly next_cursor: string | null;
    readonly goal: {
      readonly hours: number;
      readonly overdue: number;
      readonly decided: number;
      readonly in_time: number;
    };
  }>;
  /** Upholds or dismisses a report or an appeal, with the consequence for the version; for moderators. */
  readonly decideRegistryReport: (request: CallOptions & {
    readonly params: { readonly id: string };
    readonly body: { readonly state: "upheld" | "dismissed"; readonly reason: string };
  }) => Promise<Report>;
  /** Rotates the key that signs the log; the previous key signs the new one, and clients follow. For moderators. */
  readonly rotateRegistryRoot: (request?: CallOptions) => Promise<{ readonly key: string; readonly fingerprint: string }>;
  /** Returns several skills at once, each with its versions and its latest one; unknown names are left out. */
  readonly readRegistryOffers: (request?: CallOptions & { readonly query?: { readonly names?: string | undefined } }) => Promise<{
    readonly skills: { readonly [key: string]: RegistryOfferSkill };
    readonly latest: { readonly [key: string]: RegistryVersion };
  }>;
  /** Lists the skills of the registry, in pages. */
  readonly listRegistrySkills: (request?: CallOptions & {
    readonly query?: {
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
      readonly dialect?: string | undefined;
      readonly tier?: string | undefined;
      readonly permission?: string | undefined;
      readonly works_on?: string | undefined;
      readonly topic?: string | undefined;
      readonly publisher?: string | undefined;
      readonly sort?: "recommended" | "updated" | "created" | "downloads" | "stars" | "rating" | "name" | "trending" | undefined;
      readonly prefix?: string | undefined;
      readonly only?: "starred" | "own" | undefined;
      readonly counts?: "true" | "false" | undefined;
    };
  }) => Promise<{
    readonly skills: readonly RegistrySkillSkill[];
    readonly next_cursor: string | null;
    readonly total?: number;
    readonly facets?: { readonly [key: string]: { readonly [key: string]: number } };
  }>;
  /** Searches skills by name, words and meaning. The last word may be incomplete; plurals, synonyms and typing errors are recognised. */
  readonly searchRegistry: (request?: CallOptions & {
    readonly query?: {
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
      readonly dialect?: string | undefined;
      readonly tier?: string | undefined;
      readonly permission?: string | undefined;
      readonly works_on?: string | undefined;
      readonly topic?: string | undefined;
      readonly publisher?: string | undefined;
      readonly q?: string | undefined;
      readonly mode?: "words" | "exact" | undefined;
      readonly sort?: "relevance" | "recommended" | "updated" | "created" | "downloads" | "stars" | "rating" | "name" | "trending" | undefined;
    };
  }) => Promise<{
    readonly skills: readonly (RegistrySkillSkill & {
      readonly score: number;
      readonly why: readonly {
        readonly by: "name" | "prefix" | "word" | "form" | "synonym" | "correction" | "meaning";
        readonly field?: "name" | "description" | "text";
        readonly word?: string;
        readonly found?: string;
      }[];
    })[];
    readonly next_cursor: string | null;
    readonly total: number;
    readonly is_more: boolean;
    readonly facets: { readonly [key: string]: { readonly [key: string]: number } };
    readonly meaning: "used" | "not-needed" | "absent";
  }>;
  /** Returns a skill with its versions; the name is `name` or `@publisher/name` with its slash encoded. */
  readonly readRegistrySkill: (request: CallOptions & { readonly params: { readonly name: string } }) => Promise<RegistryOfferSkill>;
  /** Lists the versions of a skill, newest first. */
  readonly listRegistryVersions: (request: CallOptions & { readonly params: { readonly name: string }; readonly query?: CursorPage }) => Promise<{ readonly versions: readonly Latest[]; readonly next_cursor: string | null }>;
  /** Finds the version that has these files: by tree, content digest, fingerprint or digest of an archive. */
  readonly resolveRegistryVersion: (request: CallOptions & {
    readonly params: { readonly name: string };
    readonly query: { readonly digest: string };
  }) => Promise<{ readonly match: string | null; readonly latest: string | null }>;
  /** Lists the reviews of a skill, newest first. */
  readonly listRegistryReviews: (request: CallOptions & { readonly params: { readonly name: string }; readonly query?: CursorPage }) => Promise<{ readonly reviews: readonly Review[]; readonly next_cursor: string | null }>;
  /** Returns the history of a skill: what was done, by whom and why; for its publisher and moderators. */
  readonly readRegistryLog: (request: CallOptions & { readonly params: { readonly name: string }; readonly query?: CursorPage }) => Promise<{
    readonly entries: readonly {
      readonly number: number;
      readonly at: string;
      readonly actor: string;
      readonly event: string;
      readonly full_name: string;
      readonly version: string | null;
      readonly from: "draft" | "in-review" | "listed" | "quarantined" | "yanked" | null;
      readonly to: "draft" | "in-review" | "listed" | "quarantined" | "yanked" | null;
      readonly reason: string;
    }[];
    readonly next_cursor: string | null;
  }>;
  /** Returns what the scanner and the linter of the registry found in a version. */
  readonly readRegistryAudit: (request: CallOptions & { readonly params: NameAndVersion }) => Promise<Audit & {
    readonly content_digest: string;
    readonly scan: { readonly [key: string]: Json };
    readonly lint: readonly { readonly [key: string]: Json }[];
  }>;
  /** Returns where a build made a version: SLSA provenance in a Sigstore bundle, signed with the key of the log. */
  readonly readRegistryProvenance: (request: CallOptions & { readonly params: NameAndVersion }) => Promise<{ readonly [key: string]: Json }>;
  /** Returns a version, by its number or a tag such as `latest`: manifest, files, signature and audit. */
  readonly readRegistryVersion: (request: CallOptions & { readonly params: NameAndVersion }) => Promise<RegistryVersion>;
  /** Says whether the server can answer requests: its database answers, its disk has room, and it is not stopping. */
  readonly readReadiness: (request?: CallOptions) => Promise<{ readonly status: "ready" }>;
  /** Returns the metrics of this process in the format of Prometheus; with a token where the settings require one. */
  readonly readMetrics: (request?: CallOptions) => Promise<string>;
  /** Says that the server runs, for clients of Agent Flow Lite; `/healthz` says more. */
  readonly readHealthOfAgentFlow: (request?: CallOptions) => Promise<{ readonly status: "healthy" }>;
  /** Returns this description of the API. */
  readonly readOpenApi: (request?: CallOptions) => Promise<{ readonly [key: string]: Json }>;
}

export const operations: { readonly [Name in keyof Operations]: OperationSpec } = {
  draftSkill: { method: "POST", path: `/api/v1/skills/draft`, answer: "json" },
  lintSkill: { method: "POST", path: `/api/v1/skills/lint`, answer: "json" },
  validateSkill: { method: "POST", path: `/api/v1/skills/validate`, answer: "json" },
  inspectSkill: { method: "POST", path: `/api/v1/skills/inspect`, answer: "json" },
  compareSystems: { method: "POST", path: `/api/v1/skills/matrix`, answer: "json" },
  convertSkill: { method: "POST", path: `/api/v1/skills/convert`, answer: "json" },
  listEvalCases: { method: "POST", path: `/api/v1/evals/cases`, answer: "json" },
  draftEvals: { method: "POST", path: `/api/v1/evals/draft`, answer: "json" },
  convertEvals: { method: "POST", path: `/api/v1/evals/convert`, answer: "json" },
  findCollisions: { method: "POST", path: `/api/v1/evals/collisions`, answer: "json" },
  compareEvals: { method: "POST", path: `/api/v1/evals/compare`, answer: "json" },
  listEvalFormats: { method: "POST", path: `/api/v1/evals/formats`, answer: "json" },
  scanSkill: { method: "POST", path: `/api/v1/skills/scan`, answer: "json" },
  listLibrary: { method: "GET", path: `/api/v1/library/list`, answer: "json" },
  explainSkill: { method: "GET", path: `/api/v1/library/explanation`, answer: "json" },
  showDependencies: { method: "GET", path: `/api/v1/library/dependencies`, answer: "json" },
  showPrompt: { method: "GET", path: `/api/v1/library/listing`, answer: "json" },
  listRules: { method: "GET", path: `/api/v1/rules`, answer: "json" },
  toolsList: { method: "POST", path: `/api/v1/skills/tools`, answer: "json" },
  checkSkillTools: { method: "POST", path: `/api/v1/skills/check-tools`, answer: "json" },
  showPermissions: { method: "POST", path: `/api/v1/skills/permissions`, answer: "json" },
  openSession: { method: "POST", path: `/api/v1/session`, answer: "json" },
  openSessionByLink: { method: "POST", path: `/api/v1/session/link`, answer: "json" },
  askForPasskey: { method: "POST", path: `/api/v1/session/passkey/question`, answer: "json" },
  openSessionByPasskey: { method: "POST", path: `/api/v1/session/passkey`, answer: "json" },
  registerSession: { method: "POST", path: `/api/v1/session/account`, answer: "json" },
  renewSession: { method: "POST", path: `/api/v1/session/renewal`, answer: "json" },
  closeSession: { method: "DELETE", path: `/api/v1/session`, answer: "nothing" },
  beginSignOn: { method: "GET", path: `/api/v1/session/sign-on/{service}`, answer: "nothing" },
  finishSignOn: { method: "GET", path: `/api/v1/session/sign-on/{service}/answer`, answer: "nothing" },
  fetchRepository: { method: "POST", path: `/api/v1/skills/fetch`, answer: "bytes" },
  register: { method: "POST", path: `/api/v1/auth/register`, answer: "json" },
  login: { method: "POST", path: `/api/v1/auth/login`, answer: "json" },
  refresh: { method: "POST", path: `/api/v1/auth/refresh`, answer: "json" },
  readSessionOptions: { method: "GET", path: `/api/v1/session`, answer: "json" },
  readKeys: { method: "GET", path: `/.well-known/jwks.json`, answer: "json" },
  confirmAddress: { method: "POST", path: `/api/v1/auth/confirmation`, answer: "nothing" },
  forgetPassword: { method: "POST", path: `/api/v1/auth/reset`, answer: "nothing" },
  resetPassword: { method: "POST", path: `/api/v1/auth/reset/password`, answer: "nothing" },
  logout: { method: "POST", path: `/api/v1/auth/logout`, answer: "json" },
  changePassword: { method: "POST", path: `/api/v1/auth/password`, answer: "json" },
  readFactors: { method: "GET", path: `/api/v1/auth/factors`, answer: "json" },
  beginAuthenticator: { method: "POST", path: `/api/v1/auth/authenticator`, answer: "json" },
  confirmAuthenticator: { method: "POST", path: `/api/v1/auth/authenticator/confirmation`, answer: "json" },
  removeAuthenticator: { method: "POST", path: `/api/v1/auth/authenticator/removal`, answer: "nothing" },
  askForNewPasskey: { method: "POST", path: `/api/v1/auth/passkeys/question`, answer: "json" },
  addPasskey: { method: "POST", path: `/api/v1/auth/passkeys`, answer: "json" },
  removePasskey: { method: "POST", path: `/api/v1/auth/passkeys/{id}/removal`, answer: "nothing" },
  resetAuthenticator: { method: "DELETE", path: `/api/v1/users/{id}/authenticator`, answer: "nothing" },
  readMe: { method: "GET", path: `/api/v1/auth/me`, answer: "json" },
  listTokens: { method: "GET", path: `/api/v1/auth/tokens`, answer: "json" },
  makeToken: { method: "POST", path: `/api/v1/auth/tokens`, answer: "json" },
  revokeToken: { method: "DELETE", path: `/api/v1/auth/tokens/{id}`, answer: "nothing" },
  rotateKeys: { method: "POST", path: `/api/v1/auth/keys/rotate`, answer: "nothing" },
  listUsers: { method: "GET", path: `/api/v1/users`, answer: "json" },
  createUser: { method: "POST", path: `/api/v1/users`, answer: "json" },
  changeUser: { method: "PATCH", path: `/api/v1/users/{id}`, answer: "json" },
  listAdminUsers: { method: "GET", path: `/api/v1/admin/users`, answer: "json" },
  disableUser: { method: "POST", path: `/api/v1/admin/users/{user}/disable`, answer: "json" },
  enableUser: { method: "POST", path: `/api/v1/admin/users/{user}/enable`, answer: "json" },
  deleteUser: { method: "DELETE", path: `/api/v1/admin/users/{user}`, answer: "json" },
  readAuditLog: { method: "GET", path: `/api/v1/audit-log`, answer: "json" },
  listFeatureFlags: { method: "GET", path: `/api/v1/settings/feature-flags`, answer: "json" },
  setFeatureFlag: { method: "PUT", path: `/api/v1/settings/feature-flags/{flag}`, answer: "json" },
  readServerHealth: { method: "GET", path: `/api/v1/admin/health`, answer: "json" },
  readTokenUsage: { method: "GET", path: `/api/v1/observability/token-usage`, answer: "json" },
  listTeams: { method: "GET", path: `/api/v1/teams`, answer: "json" },
  createTeam: { method: "POST", path: `/api/v1/teams`, answer: "json" },
  readTeam: { method: "GET", path: `/api/v1/teams/{id}`, answer: "json" },
  renameTeam: { method: "PATCH", path: `/api/v1/teams/{id}`, answer: "json" },
  deleteTeam: { method: "DELETE", path: `/api/v1/teams/{id}`, answer: "nothing" },
  setTeamMember: { method: "PUT", path: `/api/v1/teams/{id}/members`, answer: "nothing" },
  removeTeamMember: { method: "DELETE", path: `/api/v1/teams/{id}/members/{user}`, answer: "nothing" },
  listInvitations: { method: "GET", path: `/api/v1/invitations`, answer: "json" },
  acceptInvitation: { method: "POST", path: `/api/v1/invitations/{id}/accept`, answer: "nothing" },
  removeInvitation: { method: "DELETE", path: `/api/v1/invitations/{id}`, answer: "nothing" },
  listSkills: { method: "GET", path: `/api/v1/skills`, answer: "json" },
  readSkill: { method: "GET", path: `/api/v1/skills/{name}`, answer: "json" },
  createSkill: { method: "POST", path: `/api/v1/skills`, answer: "json" },
  updateSkill: { method: "PUT", path: `/api/v1/skills/{name}`, answer: "json" },
  deleteSkill: { method: "DELETE", path: `/api/v1/skills/{name}`, answer: "nothing" },
  listSkillFiles: { method: "GET", path: `/api/v1/skills/{name}/files`, answer: "json" },
  writeSkillFile: { method: "PUT", path: `/api/v1/skills/{name}/file`, answer: "json" },
  deleteSkillFile: { method: "DELETE", path: `/api/v1/skills/{name}/file`, answer: "nothing" },
  listSkillVersions: { method: "GET", path: `/api/v1/skills/{name}/versions`, answer: "json" },
  readSkillVersion: { method: "GET", path: `/api/v1/skills/{name}/versions/{version}`, answer: "json" },
  readSkillSharing: { method: "GET", path: `/api/v1/skills/{name}/sharing`, answer: "json" },
  shareSkill: { method: "PUT", path: `/api/v1/skills/{name}/sharing`, answer: "json" },
  listGrants: { method: "GET", path: `/api/v1/grants`, answer: "json" },
  grantSkill: { method: "PUT", path: `/api/v1/grants/{name}`, answer: "json" },
  withdrawGrant: { method: "DELETE", path: `/api/v1/grants/{name}`, answer: "nothing" },
  listEverySkill: { method: "GET", path: `/api/v1/library/skills`, answer: "json" },
  readPromptParts: { method: "GET", path: `/api/v1/library/prompt`, answer: "json" },
  readLibraryText: { method: "GET", path: `/api/v1/library/text`, answer: "json" },
  listHosts: { method: "GET", path: `/api/v1/library/hosts`, answer: "json" },
  followLibrary: { method: "GET", path: `/api/v1/library/events`, answer: "stream" },
  openFolderSkill: { method: "GET", path: `/api/v1/library/skill`, answer: "json" },
  readFolderFile: { method: "GET", path: `/api/v1/library/file`, answer: "json" },
  saveFolderSkill: { method: "PUT", path: `/api/v1/library/skill`, answer: "json" },
  copyLibrarySkill: { method: "POST", path: `/api/v1/library/copies`, answer: "json" },
  listRuns: { method: "GET", path: `/api/v1/runs`, answer: "json" },
  readRun: { method: "GET", path: `/api/v1/runs/{id}`, answer: "json" },
  runSkill: { method: "POST", path: `/api/v1/skills/{name}/run`, answer: "stream" },
  previewRun: { method: "POST", path: `/api/v1/skills/{name}/run`, answer: "json", sets: "dry_run" },
  listKnowledgeBases: { method: "GET", path: `/api/v1/knowledge`, answer: "json" },
  createKnowledgeBase: { method: "POST", path: `/api/v1/knowledge`, answer: "json" },
  readKnowledgeBase: { method: "GET", path: `/api/v1/knowledge/{kb}/info`, answer: "json" },
  deleteKnowledgeBase: { method: "DELETE", path: `/api/v1/knowledge/{kb}`, answer: "nothing" },
  listDocuments: { method: "GET", path: `/api/v1/knowledge/{kb}/documents`, answer: "json" },
  deleteDocument: { method: "DELETE", path: `/api/v1/knowledge/{kb}/documents/{doc}`, answer: "nothing" },
  changeVectors: { method: "POST", path: `/api/v1/knowledge/{kb}/documents/{doc}/vectors/{action}`, answer: "json" },
  readTask: { method: "GET", path: `/api/v1/knowledge/tasks/{id}`, answer: "json" },
  readPassage: { method: "GET", path: `/api/v1/knowledge/{kb}/documents/{doc}/passages/{index}`, answer: "json" },
  searchKnowledgeBase: { method: "GET", path: `/api/v1/knowledge/{kb}/search`, answer: "json" },
  readKnowledgeBaseSharing: { method: "GET", path: `/api/v1/knowledge/{kb}/sharing`, answer: "json" },
  shareKnowledgeBase: { method: "PUT", path: `/api/v1/knowledge/{kb}/sharing`, answer: "json" },
  processDocument: { method: "POST", path: `/api/v1/knowledge/{kb}/process/{doc}`, answer: "json" },
  followKnowledgeBase: { method: "GET", path: `/api/v1/knowledge/{kb}/events`, answer: "stream" },
  chat: { method: "POST", path: `/api/v1/chat/completions`, answer: "stream" },
  listChats: { method: "GET", path: `/api/v1/chat/sessions`, answer: "json" },
  readChat: { method: "GET", path: `/api/v1/chat/sessions/{id}`, answer: "json" },
  renameChat: { method: "PATCH", path: `/api/v1/chat/sessions/{id}`, answer: "json" },
  deleteChat: { method: "DELETE", path: `/api/v1/chat/sessions/{id}`, answer: "nothing" },
  listModels: { method: "GET", path: `/api/v1/chat/models`, answer: "json" },
  listModelProviders: { method: "GET", path: `/api/v1/models/providers`, answer: "json" },
  addModelProvider: { method: "POST", path: `/api/v1/models/providers`, answer: "json" },
  changeModelProvider: { method: "PATCH", path: `/api/v1/models/providers/{provider}`, answer: "json" },
  removeModelProvider: { method: "DELETE", path: `/api/v1/models/providers/{provider}`, answer: "nothing" },
  testModelProvider: { method: "POST", path: `/api/v1/models/providers/{provider}/test`, answer: "json" },
  findLocalModels: { method: "GET", path: `/api/v1/models/local`, answer: "json" },
  setModelRules: { method: "PUT", path: `/api/v1/models/rules`, answer: "json" },
  listExecutions: { method: "GET", path: `/api/v1/workflows/executions`, answer: "json" },
  cancelExecution: { method: "POST", path: `/api/v1/workflows/executions/{id}/cancel`, answer: "json" },
  listApprovals: { method: "GET", path: `/api/v1/workflows/approvals`, answer: "json" },
  decideApproval: { method: "POST", path: `/api/v1/workflows/executions/{id}/approvals/{node}`, answer: "nothing" },
  listWorkflows: { method: "GET", path: `/api/v1/workflows`, answer: "json" },
  deleteWorkflow: { method: "DELETE", path: `/api/v1/workflows/{id}`, answer: "nothing" },
  readWorkflowSharing: { method: "GET", path: `/api/v1/workflows/{id}/sharing`, answer: "json" },
  shareWorkflow: { method: "PUT", path: `/api/v1/workflows/{id}/sharing`, answer: "json" },
  listTriggers: { method: "GET", path: `/api/v1/workflows/{id}/triggers`, answer: "json" },
  enableTrigger: { method: "PATCH", path: `/api/v1/workflows/{id}/triggers/{trigger}`, answer: "json" },
  deleteTrigger: { method: "DELETE", path: `/api/v1/workflows/{id}/triggers/{trigger}`, answer: "nothing" },
  createWorkflow: { method: "POST", path: `/api/v1/workflows`, answer: "json" },
  importWorkflow: { method: "POST", path: `/api/v1/workflows/import`, answer: "json" },
  readWorkflow: { method: "GET", path: `/api/v1/workflows/{id}`, answer: "json" },
  exportWorkflow: { method: "GET", path: `/api/v1/workflows/{id}/export`, answer: "json" },
  updateWorkflow: { method: "PUT", path: `/api/v1/workflows/{id}`, answer: "json" },
  executeWorkflow: { method: "POST", path: `/api/v1/workflows/{id}/execute`, answer: "stream" },
  followExecution: { method: "GET", path: `/api/v1/workflows/executions/{id}/events`, answer: "stream" },
  resumeExecution: { method: "POST", path: `/api/v1/workflows/executions/{id}/resume`, answer: "stream" },
  createTrigger: { method: "POST", path: `/api/v1/workflows/{id}/triggers`, answer: "json" },
  publishEmbed: { method: "POST", path: `/api/v1/publish/embed`, answer: "json" },
  listEmbeds: { method: "GET", path: `/api/v1/publish/embeds`, answer: "json" },
  revokeEmbed: { method: "DELETE", path: `/api/v1/publish/embed/{id}`, answer: "nothing" },
  readSkillFile: { method: "GET", path: `/api/v1/skills/{name}/file`, answer: "bytes" },
  uploadDocument: { method: "POST", path: `/api/v1/knowledge/{kb}/upload`, answer: "json", sendsForm: true },
  readExecution: { method: "GET", path: `/api/v1/workflows/executions/{id}`, answer: "json" },
  callWebhook: { method: "POST", path: `/api/v1/hooks/{token}`, answer: "json" },
  viewEmbed: { method: "GET", path: `/api/v1/publish/embed/{token}`, answer: "text" },
  publishRegistrySkill: { method: "POST", path: `/registry/api/v1/skills`, answer: "json", sendsForm: true },
  downloadRegistrySkill: { method: "GET", path: `/registry/api/v1/skills/{name}/download`, answer: "bytes" },
  readRegistryFile: { method: "GET", path: `/registry/api/v1/skills/{name}/{version}/file`, answer: "bytes" },
  registryWhoAmI: { method: "GET", path: `/registry/api/v1/whoami`, answer: "json" },
  listOwnPublishers: { method: "GET", path: `/registry/api/v1/publishers`, answer: "json" },
  createPublisher: { method: "POST", path: `/registry/api/v1/publishers`, answer: "json" },
  readPublisher: { method: "GET", path: `/registry/api/v1/publishers/{handle}`, answer: "json" },
  setPublisherOfficial: { method: "PUT", path: `/registry/api/v1/publishers/{handle}/official`, answer: "json" },
  setPublisherBan: { method: "PUT", path: `/registry/api/v1/publishers/{handle}/ban`, answer: "json" },
  listPublisherMembers: { method: "GET", path: `/registry/api/v1/publishers/{handle}/members`, answer: "json" },
  setPublisherMember: { method: "PUT", path: `/registry/api/v1/publishers/{handle}/members`, answer: "nothing" },
  listRegistryKeys: { method: "GET", path: `/registry/api/v1/keys`, answer: "json" },
  addRegistryKey: { method: "POST", path: `/registry/api/v1/keys`, answer: "json" },
  removeRegistryKey: { method: "DELETE", path: `/registry/api/v1/keys/{id}`, answer: "nothing" },
  beginDeviceLogin: { method: "POST", path: `/registry/api/v1/device/code`, answer: "json" },
  pollDeviceLogin: { method: "POST", path: `/registry/api/v1/device/token`, answer: "json" },
  readDeviceLogin: { method: "GET", path: `/registry/api/v1/device/request`, answer: "json" },
  answerDeviceLogin: { method: "POST", path: `/registry/api/v1/device/answer`, answer: "nothing" },
  listTrustedBuilds: { method: "GET", path: `/registry/api/v1/publishers/{handle}/builds`, answer: "json" },
  trustBuild: { method: "POST", path: `/registry/api/v1/publishers/{handle}/builds`, answer: "json" },
  untrustBuild: { method: "DELETE", path: `/registry/api/v1/publishers/{handle}/builds/{build}`, answer: "nothing" },
  exchangeBuildToken: { method: "POST", path: `/registry/api/v1/builds/token`, answer: "json" },
  listRegistryWebhooks: { method: "GET", path: `/registry/api/v1/webhooks`, answer: "json" },
  subscribeToRegistry: { method: "POST", path: `/registry/api/v1/webhooks`, answer: "json" },
  unsubscribeFromRegistry: { method: "DELETE", path: `/registry/api/v1/webhooks/{id}`, answer: "nothing" },
  submitRegistryVersion: { method: "POST", path: `/registry/api/v1/skills/{name}/{version}/submit`, answer: "json" },
  withdrawRegistryVersion: { method: "POST", path: `/registry/api/v1/skills/{name}/{version}/withdraw`, answer: "json" },
  yankRegistryVersion: { method: "POST", path: `/registry/api/v1/skills/{name}/{version}/yank`, answer: "json" },
  unyankRegistryVersion: { method: "POST", path: `/registry/api/v1/skills/{name}/{version}/unyank`, answer: "json" },
  reauditRegistryVersion: { method: "POST", path: `/registry/api/v1/skills/{name}/{version}/reaudit`, answer: "json" },
  deprecateRegistrySkill: { method: "PUT", path: `/registry/api/v1/skills/{name}/deprecation`, answer: "json" },
  setRegistryVisibility: { method: "PUT", path: `/registry/api/v1/skills/{name}/visibility`, answer: "json" },
  setRegistryTag: { method: "PUT", path: `/registry/api/v1/skills/{name}/tags/{tag}`, answer: "nothing" },
  deleteRegistrySkill: { method: "DELETE", path: `/registry/api/v1/skills/{name}`, answer: "nothing" },
  undeleteRegistrySkill: { method: "POST", path: `/registry/api/v1/skills/{name}/undelete`, answer: "json" },
  renameRegistrySkill: { method: "POST", path: `/registry/api/v1/skills/{name}/rename`, answer: "json" },
  mergeRegistrySkill: { method: "POST", path: `/registry/api/v1/skills/{name}/merge`, answer: "json" },
  transferRegistrySkill: { method: "POST", path: `/registry/api/v1/skills/{name}/transfer`, answer: "json" },
  listRegistryTransfers: { method: "GET", path: `/registry/api/v1/transfers`, answer: "json" },
  decideRegistryTransfer: { method: "POST", path: `/registry/api/v1/transfers/{id}`, answer: "json" },
  starRegistrySkill: { method: "PUT", path: `/registry/api/v1/skills/{name}/star`, answer: "json" },
  unstarRegistrySkill: { method: "DELETE", path: `/registry/api/v1/skills/{name}/star`, answer: "json" },
  reviewRegistrySkill: { method: "PUT", path: `/registry/api/v1/skills/{name}/review`, answer: "json" },
  unreviewRegistrySkill: { method: "DELETE", path: `/registry/api/v1/skills/{name}/review`, answer: "nothing" },
  reportRegistrySkill: { method: "POST", path: `/registry/api/v1/skills/{name}/reports`, answer: "json" },
  appealRegistryVersion: { method: "POST", path: `/registry/api/v1/skills/{name}/{version}/appeal`, answer: "json" },
  promoteRegistryVersion: { method: "POST", path: `/registry/api/v1/skills/{name}/{version}/promote`, answer: "json" },
  listRegistryRequests: { method: "GET", path: `/registry/api/v1/skills/{name}/requests`, answer: "json" },
  moderateRegistryVersion: { method: "POST", path: `/registry/api/v1/skills/{name}/{version}/moderate`, answer: "json" },
  takeDownRegistrySkill: { method: "POST", path: `/registry/api/v1/skills/{name}/takedown`, answer: "json" },
  listRegistryQueue: { method: "GET", path: `/registry/api/v1/queue`, answer: "json" },
  listRegistryPromotions: { method: "GET", path: `/registry/api/v1/promotions`, answer: "json" },
  decideRegistryPromotion: { method: "POST", path: `/registry/api/v1/promotions/{id}`, answer: "json" },
  listRegistryReports: { method: "GET", path: `/registry/api/v1/reports`, answer: "json" },
  decideRegistryReport: { method: "POST", path: `/registry/api/v1/reports/{id}`, answer: "json" },
  rotateRegistryRoot: { method: "POST", path: `/registry/api/v1/root/rotate`, answer: "json" },
  readRegistryOffers: { method: "GET", path: `/registry/api/v1/offers`, answer: "json" },
  listRegistrySkills: { method: "GET", path: `/registry/api/v1/skills`, answer: "json" },
  searchRegistry: { method: "GET", path: `/registry/api/v1/search`, answer: "json" },
  readRegistrySkill: { method: "GET", path: `/registry/api/v1/skills/{name}`, answer: "json" },
  listRegistryVersions: { method: "GET", path: `/registry/api/v1/skills/{name}/versions`, answer: "json" },
  resolveRegistryVersion: { method: "GET", path: `/registry/api/v1/skills/{name}/resolve`, answer: "json" },
  listRegistryReviews: { method: "GET", path: `/registry/api/v1/skills/{name}/reviews`, answer: "json" },
  readRegistryLog: { method: "GET", path: `/registry/api/v1/skills/{name}/log`, answer: "json" },
  readRegistryAudit: { method: "GET", path: `/registry/api/v1/skills/{name}/{version}/audit`, answer: "json" },
  readRegistryProvenance: { method: "GET", path: `/registry/api/v1/skills/{name}/{version}/provenance`, answer: "json" },
  readRegistryVersion: { method: "GET", path: `/registry/api/v1/skills/{name}/{version}`, answer: "json" },
  readReadiness: { method: "GET", path: `/readyz`, answer: "json" },
  readMetrics: { method: "GET", path: `/metrics`, answer: "text" },
  readHealthOfAgentFlow: { method: "GET", path: `/health`, answer: "json" },
  readOpenApi: { method: "GET", path: `/openapi.json`, answer: "json" },
};
