import type { ApiRoute } from "../route.ts";
import { loadOperationRoutes } from "../operation-routes.ts";
import { adminRoutes } from "./admin.ts";
import { auditLogRoutes } from "./audit-log.ts";
import { authRoutes } from "./auth.ts";
import { chatRoutes } from "./chat.ts";
import { executionRoutes } from "./executions.ts";
import { featureFlagRoutes } from "./feature-flags.ts";
import { grantRoutes } from "./grants.ts";
import { invitationRoutes } from "./invitations.ts";
import { knowledgePassageRoutes } from "./knowledge-passages.ts";
import { knowledgeDocumentRoutes } from "./knowledge-documents.ts";
import { knowledgeRoutes } from "./knowledge.ts";
import { libraryCopyRoutes } from "./library-copies.ts";
import { libraryRoutes } from "./library.ts";
import { operationRoutes } from "./operations.ts";
import { modelRoutes } from "./models.ts";
import { publishRoutes } from "./publish.ts";
import { registryModerationRoutes } from "./registry-moderation.ts";
import { registryBuildRoutes } from "./registry-builds.ts";
import { registryWebhookRoutes } from "./registry-webhooks.ts";
import { registryNameRoutes } from "./registry-names.ts";
import { registryOpinionRoutes } from "./registry-opinions.ts";
import { registryPublisherRoutes } from "./registry-publishers.ts";
import { registryPublishRoutes } from "./registry-publish.ts";
import { registryRoutes } from "./registry.ts";
import { runRoutes } from "./runs.ts";
import { sessionRoutes } from "./session.ts";
import { sharingRoutes } from "./sharing.ts";
import { skillFetchRoutes } from "./skill-fetch.ts";
import { skillFileRoutes } from "./skill-files.ts";
import { skillVersionRoutes } from "./skill-versions.ts";
import { skillRoutes } from "./skills.ts";
import { teamRoutes } from "./teams.ts";
import { tokenUsageRoutes } from "./token-usage.ts";
import { triggerRoutes } from "./triggers.ts";
import { userRoutes } from "./users.ts";
import { approvalRoutes } from "./approvals.ts";
import { workflowRoutes } from "./workflows.ts";

/** Every route of the platform. The document, the clients and the reference are made from it. */
export async function loadApiRoutes(): Promise<readonly ApiRoute[]> {
  const fromOperations = await loadOperationRoutes();
  const table: readonly ApiRoute[] = [
    // Before those of single skills: `draft` is none.
    ...fromOperations,
    ...fixedRoutes,
    ...operationRoutes(() => table),
  ];
  return table;
}

const fixedRoutes: readonly ApiRoute[] = [
  ...authRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...adminRoutes,
  ...auditLogRoutes,
  ...featureFlagRoutes,
  ...tokenUsageRoutes,
  ...teamRoutes,
  ...invitationRoutes,
  // Before those of single skills: `fetch` is none.
  ...skillFetchRoutes,
  ...skillRoutes,
  ...skillFileRoutes,
  ...skillVersionRoutes,
  ...sharingRoutes,
  ...grantRoutes,
  ...libraryRoutes,
  ...libraryCopyRoutes,
  ...runRoutes,
  ...knowledgeRoutes,
  ...knowledgeDocumentRoutes,
  ...knowledgePassageRoutes,
  ...chatRoutes,
  ...modelRoutes,
  // Before those of single workflows: `executions` is none.
  ...executionRoutes,
  ...approvalRoutes,
  ...workflowRoutes,
  ...triggerRoutes,
  ...publishRoutes,
  ...registryPublisherRoutes,
  ...registryPublishRoutes,
  ...registryBuildRoutes,
  ...registryWebhookRoutes,
  ...registryNameRoutes,
  ...registryOpinionRoutes,
  ...registryModerationRoutes,
  // After the others: a version can be asked for by any word that is no route.
  ...registryRoutes,
];
