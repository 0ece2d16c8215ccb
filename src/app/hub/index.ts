/** Operations of servers: what people share there, and what a registry does. */
import { accountOperations } from "./accounts.ts";
import { chatOperations } from "./chat.ts";
import type { GuestContext, HubContext } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { documentOperations } from "./documents.ts";
import { executionOperations } from "./executions.ts";
import { factorOperations, letterOperations } from "./factors.ts";
import { knowledgeOperations } from "./knowledge.ts";
import { libraryOperations } from "./library.ts";
import { modelOperations } from "./models.ts";
import { publishOperations } from "./publish.ts";
import type { MarketContext } from "./registry/context.ts";
import { moderationOperations, opinionOperations } from "./registry/moderation.ts";
import { publisherOperations } from "./registry/publishers.ts";
import { publishingOperations } from "./registry/publishing.ts";
import { skillOperations } from "./registry/skills.ts";
import { runOperations } from "./runs.ts";
import { sessionGuestOperations, sessionOperations } from "./sessions.ts";
import { storedSkillOperations } from "./skills.ts";
import { teamOperations } from "./teams.ts";
import { workflowTextOperations } from "./workflow-texts.ts";
import { workflowOperations } from "./workflows.ts";

export { userShape } from "./accounts.ts";
export { type GuestContext, type Hub, type HubContext } from "./context.ts";
export { type HeaderSpec, type HubOperation, type Method, type Scope, SCOPES } from "./define.ts";
export { findOrigin, passkeyAnswer, questionShape } from "./factors.ts";
export { NEEDED } from "./needed-text.ts";
export {
  conflict,
  list,
  type MarketContext,
  partsOf,
  registryRefusals,
} from "./registry/context.ts";
export { skillShape, versionShape } from "./registry/shapes.ts";
export { credentialFields, loginFields, orAwaited } from "./sessions.ts";
export { toShape } from "./shape.ts";
export { documentShape } from "./knowledge.ts";
export { executionDetail, executionHeadShape, nodeShape } from "./workflows.ts";

/** For anybody. */
export const guestOperations: readonly HubOperation<GuestContext>[] = [
  ...sessionGuestOperations,
  ...letterOperations,
];

export const hubOperations: readonly HubOperation<HubContext>[] = [
  ...sessionOperations,
  ...factorOperations,
  ...accountOperations,
  ...teamOperations,
  ...storedSkillOperations,
  ...libraryOperations,
  ...runOperations,
  ...knowledgeOperations,
  ...documentOperations,
  ...chatOperations,
  ...modelOperations,
  ...workflowOperations,
  // After the others: `executions` and `approvals` are no workflows.
  ...workflowTextOperations,
  ...executionOperations,
  ...publishOperations,
];

export const registryOperations: readonly HubOperation<MarketContext>[] = [
  ...publisherOperations,
  ...publishingOperations,
  ...opinionOperations,
  ...moderationOperations,
  // After the others: a version can be asked for by any word that is no route.
  ...skillOperations,
];
