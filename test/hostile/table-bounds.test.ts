/** Every table that requests can grow: its rows are counted in a quota, or have a bound that is stated here. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { DEFAULT_QUOTAS, type Quotas } from "../../src/hub/quotas/index.ts";

type Bound =
  /** Counted before a row is added. */
  | { readonly quota: keyof Quotas }
  /** So many rows at most, of something that is itself bounded. */
  | { readonly per: string }
  /** Rows go away by themselves, and their number in that time is limited. */
  | { readonly until: string }
  /** No request of a user adds rows. */
  | { readonly by: "the server" | "administrators and moderators" };

const BOUNDS: { readonly [table: string]: Bound } = {
  users: { until: "`limits.register` and `register-address` count new accounts" },
  sessions: { per: "100 of an account" },
  api_tokens: { per: "500 of an account" },
  signing_keys: { by: "administrators and moderators" },
  secret_checks: { by: "the server" },
  known_addresses: { until: "90 days" },
  authenticators: { per: "one of an account" },
  recovery_codes: { per: "ten of an account" },
  passkeys: { per: "20 of an account, and those that were begun before" },
  account_words: {
    until: "their end; 20 of an account, and `limits.passkey` counts those of strangers",
  },
  identities: { per: "one of a person whom a connected service knows" },
  feature_flags: { by: "administrators and moderators" },
  workflow_ends: { by: "the server" },
  workflow_triggers: { per: "100 of an account" },
  workflow_deliveries: { until: "24 hours; one of each run that a trigger starts" },
  workflow_pauses: { per: "one of an account" },
  embeds: { per: "100 of an account" },
  model_providers: { by: "administrators and moderators" },
  model_rules: { by: "administrators and moderators" },
  model_spending: { per: "one of an account" },
  teams: { per: "500 of an account" },
  team_members: { quota: "members" },
  invitations: { quota: "members" },
  shares: { per: "one of each skill, base, workflow or chat and user or team" },
  skill_records: { quota: "skills" },
  skill_executables: { per: "one of each file of a skill" },
  skill_grants: { per: "one of each skill, by administrators" },
  limits: { until: "the end of a window" },
  knowledge_bases: { quota: "knowledgeBases" },
  documents: { quota: "documents" },
  chunks: { quota: "bytes" },
  chunk_vectors: { quota: "bytes" },
  document_codes: { quota: "bytes" },
  document_tags: { quota: "documents" },
  chat_sessions: { quota: "chats" },
  chat_messages: { quota: "bytes" },
  runs: { quota: "runs" },
  open_runs: { until: "the end of a run; eight requests of a user are answered at one time" },
  workflows: { quota: "workflows" },
  workflow_runs: { quota: "runs" },
  workflow_steps: { per: "`workflowRunBytes` of a run" },
  workflow_waits: { per: "one of each node of a run" },
  workflow_questions: { per: "one of each node of a run that waits for people" },
  workflow_events: { per: "`workflowRunBytes` of a run" },
  market_publishers: { quota: "publishers" },
  market_members: { quota: "members" },
  market_builds: { per: "100 of a publisher" },
  market_names: { quota: "changes" },
  market_transfers: { per: "one open of a skill" },
  market_rotations: { by: "administrators and moderators" },
  audit_log: {
    until:
      "`registry.auditDays`; `limits.audited`, `audited-day` and the quota of changes count what is written",
  },
  audit_begun: { until: "what was begun ends, or an hour; counted as lines of the audit log are" },
  market_keys: { per: "20 of a publisher" },
  market_skills: { quota: "versions" },
  market_versions: { quota: "versions" },
  market_facets: { per: "the facets of a version" },
  market_terms: { per: "one of a skill" },
  market_vocabulary: { per: "the words of skills" },
  market_vectors: { per: "one of a skill" },
  market_digests: { per: "the artifacts of a version" },
  market_audits: { per: "one of a version" },
  market_promotions: { per: "one refused and one open of a version and tier" },
  market_stars: { per: "one of a skill and account" },
  market_reviews: { per: "one of a skill and account" },
  market_reports: { per: "one of a version and account that was not upheld" },
  market_log: { quota: "changes" },
  market_roots: { by: "the server" },
  market_heads: { by: "the server" },
  market_statements: { quota: "changes" },
  market_tree: { per: "two of a statement" },
  market_pending: { per: "one of a version, until it is stated" },
  market_downloads: { until: "`registry.downloadDays`; one of a version, day and client" },
  market_webhooks: { per: "20 of an account" },
  market_uploads: { quota: "uploads" },
  device_logins: {
    until: "the end of a login; `limits.device` and `limits.approve` count them",
  },
};

/** What SQLite makes of an index of words, and the steps of the tables themselves. */
const OWN =
  /^sqlite_|^schema_steps$|_(?:data|idx|content|docsize|config)$|^chunk_words$|^market_words$/u;

it("[BX-14] every table is counted in a quota or has a stated bound", async () => {
  const database = await openDatabase({ address: ":memory:" });
  try {
    const { rows } = await sql<{
      readonly name: string;
    }>`select name from sqlite_master where type = 'table'`.execute(database.query);
    const tables = rows.map(({ name }) => name).filter((name) => !OWN.test(name));
    expect(tables.toSorted()).toEqual(Object.keys(BOUNDS).toSorted());
  } finally {
    await database.close();
  }
  // A quota that is named here is one, and holds where nothing is set.
  for (const bound of Object.values(BOUNDS))
    if ("quota" in bound) expect(DEFAULT_QUOTAS[bound.quota]).toBeGreaterThan(0);
});
