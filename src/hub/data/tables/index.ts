import type { AccountTables } from "./accounts.ts";
import type { AuditTables } from "./audit.ts";
import type { ChatTables } from "./chat.ts";
import type { FeatureTables } from "./features.ts";
import type { KnowledgeTables } from "./knowledge.ts";
import type { LimitTables } from "./limits.ts";
import type { MarketTables } from "./market.ts";
import type { ModelTables } from "./models.ts";
import type { RunTables } from "./runs.ts";
import type { SkillTables } from "./skills.ts";
import type { WorkflowTables } from "./workflows.ts";

export type { Timestamp } from "./accounts.ts";

/** Everything that is kept in the database. The content of skills is not: skills are files. */
export interface Tables
  extends
    AccountTables,
    AuditTables,
    ChatTables,
    FeatureTables,
    KnowledgeTables,
    LimitTables,
    MarketTables,
    ModelTables,
    RunTables,
    SkillTables,
    WorkflowTables {}
