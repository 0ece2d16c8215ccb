import { accounts } from "./001-accounts.ts";
import { sharing } from "./002-sharing.ts";
import { skills } from "./003-skills.ts";
import { limits } from "./004-limits.ts";
import { knowledge } from "./005-knowledge.ts";
import { chat } from "./006-chat.ts";
import { workflows } from "./007-workflows.ts";
import { runs } from "./008-runs.ts";
import { market } from "./009-market.ts";
import { marketCare } from "./010-market-care.ts";
import { skillRights } from "./011-skill-rights.ts";
import { openRuns } from "./012-open-runs.ts";
import { marketKeys } from "./013-market-keys.ts";
import { chatCourses } from "./014-chat-courses.ts";
import { runContents } from "./015-run-contents.ts";
import { sessions } from "./016-sessions.ts";
import { attempts } from "./017-attempts.ts";
import { knownAddresses } from "./018-known-addresses.ts";
import { quotas } from "./019-quotas.ts";
import { tokenScopes } from "./020-token-scopes.ts";
import { lookAlikes } from "./021-look-alikes.ts";
import { runAttempts } from "./022-run-attempts.ts";
import { sizes } from "./023-sizes.ts";
import { knowledgeParts } from "./024-knowledge-parts.ts";
import { search } from "./025-search.ts";
import { registryBounds } from "./026-registry-bounds.ts";
import { invitations } from "./027-invitations.ts";
import { statedVersion } from "./028-stated-version.ts";
import { tokenIndexes } from "./029-token-indexes.ts";
import { statements } from "./030-statements.ts";
import { courseSizes } from "./031-course-sizes.ts";
import { features } from "./032-features.ts";
import { workflowWaits } from "./033-workflow-waits.ts";
import { semver } from "./034-semver.ts";
import { models } from "./035-models.ts";
import { lending } from "./036-lending.ts";
import { workflowRunIndexes } from "./037-workflow-run-indexes.ts";
import { modelSpending } from "./038-model-spending.ts";
import { workflowUsage } from "./039-workflow-usage.ts";
import { runSizes } from "./040-run-sizes.ts";
import { takenAway } from "./041-taken-away.ts";
import { triggers } from "./042-triggers.ts";
import { serverEnds } from "./043-server-ends.ts";
import { auditLog } from "./044-audit-log.ts";
import { names } from "./045-names.ts";
import { trustedPublishing } from "./046-trusted-publishing.ts";
import { rotations } from "./047-rotations.ts";
import { fairPlay } from "./048-fair-play.ts";
import { webhooks } from "./049-webhooks.ts";
import { workflowRemoval } from "./050-workflow-removal.ts";
import { workflowQuestions } from "./051-workflow-questions.ts";
import { vectors } from "./060-vectors.ts";
import { triggerTokens } from "./052-trigger-tokens.ts";
import { countedRatings } from "./061-counted-ratings.ts";
import { auditBegun } from "./062-audit-begun.ts";
import { reporters } from "./063-reporters.ts";
import { webhookTokens } from "./064-webhook-tokens.ts";
import type { Migration } from "./migration.ts";

export type { DatabaseKind, Migration } from "./migration.ts";

/** Every step, oldest first. A new one goes to the end. */
export const migrations: readonly Migration[] = [
  accounts,
  sharing,
  skills,
  limits,
  knowledge,
  chat,
  workflows,
  runs,
  market,
  marketCare,
  skillRights,
  openRuns,
  marketKeys,
  chatCourses,
  runContents,
  sessions,
  attempts,
  knownAddresses,
  quotas,
  tokenScopes,
  lookAlikes,
  runAttempts,
  sizes,
  knowledgeParts,
  search,
  registryBounds,
  invitations,
  statedVersion,
  tokenIndexes,
  statements,
  courseSizes,
  features,
  workflowWaits,
  semver,
  models,
  lending,
  workflowRunIndexes,
  modelSpending,
  workflowUsage,
  runSizes,
  takenAway,
  triggers,
  serverEnds,
  auditLog,
  names,
  trustedPublishing,
  rotations,
  fairPlay,
  webhooks,
  workflowRemoval,
  workflowQuestions,
  vectors,
  triggerTokens,
  countedRatings,
  auditBegun,
  reporters,
  webhookTokens,
];
