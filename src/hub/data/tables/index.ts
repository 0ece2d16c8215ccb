import type {
  AccountWordTable,
  ApiTokenTable,
  AuthenticatorTable,
  IdentityTable,
  InvitationTable,
  KnownAddressTable,
  PasskeyTable,
  RecoveryCodeTable,
  SecretCheckTable,
  SessionTable,
  ShareTable,
  SigningKeyTable,
  TeamMemberTable,
  TeamTable,
  UserTable,
} from "./accounts.ts";
import type { AuditBegunTable, AuditLogTable } from "./audit.ts";
import type { ChatMessageTable, ChatSessionTable } from "./chat.ts";
import type {
  ChunkTable,
  ChunkVectorTable,
  DocumentCodeTable,
  DocumentTable,
  DocumentTagTable,
  KnowledgeBaseTable,
} from "./knowledge.ts";
import type { EmbedTable, FeatureFlagTable } from "./features.ts";
import type { LimitTable } from "./limits.ts";
import type { MarketTables } from "./market.ts";
import type { ModelProviderTable, ModelRuleTable, ModelSpendingTable } from "./models.ts";
import type { OpenRunTable, RunTable } from "./runs.ts";
import type { SkillExecutableTable, SkillGrantTable, SkillRecordTable } from "./skills.ts";
import type {
  WorkflowDeliveryTable,
  WorkflowEndTable,
  WorkflowEventTable,
  WorkflowPauseTable,
  WorkflowQuestionTable,
  WorkflowRunTable,
  WorkflowStepTable,
  WorkflowTable,
  WorkflowTriggerTable,
  WorkflowWaitTable,
} from "./workflows.ts";

export type { Timestamp } from "./accounts.ts";

/** Everything that is kept in the database. The content of skills is not: skills are files. */
export interface Tables extends MarketTables {
  readonly audit_begun: AuditBegunTable;
  readonly audit_log: AuditLogTable;
  readonly users: UserTable;
  readonly api_tokens: ApiTokenTable;
  readonly signing_keys: SigningKeyTable;
  readonly sessions: SessionTable;
  readonly secret_checks: SecretCheckTable;
  readonly known_addresses: KnownAddressTable;
  readonly authenticators: AuthenticatorTable;
  readonly recovery_codes: RecoveryCodeTable;
  readonly passkeys: PasskeyTable;
  readonly account_words: AccountWordTable;
  readonly identities: IdentityTable;
  readonly teams: TeamTable;
  readonly team_members: TeamMemberTable;
  readonly invitations: InvitationTable;
  readonly shares: ShareTable;
  readonly skill_records: SkillRecordTable;
  readonly skill_executables: SkillExecutableTable;
  readonly skill_grants: SkillGrantTable;
  readonly limits: LimitTable;
  readonly knowledge_bases: KnowledgeBaseTable;
  readonly documents: DocumentTable;
  readonly document_tags: DocumentTagTable;
  readonly document_codes: DocumentCodeTable;
  readonly chunks: ChunkTable;
  readonly chunk_vectors: ChunkVectorTable;
  readonly chat_sessions: ChatSessionTable;
  readonly chat_messages: ChatMessageTable;
  readonly runs: RunTable;
  readonly open_runs: OpenRunTable;
  readonly workflows: WorkflowTable;
  readonly workflow_runs: WorkflowRunTable;
  readonly workflow_steps: WorkflowStepTable;
  readonly workflow_events: WorkflowEventTable;
  readonly feature_flags: FeatureFlagTable;
  readonly embeds: EmbedTable;
  readonly workflow_waits: WorkflowWaitTable;
  readonly workflow_questions: WorkflowQuestionTable;
  readonly workflow_triggers: WorkflowTriggerTable;
  readonly workflow_deliveries: WorkflowDeliveryTable;
  readonly workflow_ends: WorkflowEndTable;
  readonly workflow_pauses: WorkflowPauseTable;
  readonly model_providers: ModelProviderTable;
  readonly model_rules: ModelRuleTable;
  readonly model_spending: ModelSpendingTable;
}
