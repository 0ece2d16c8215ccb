import type { ApiRoute } from "../route.ts";
import { hubRoutes, registryRoutes } from "../hub-routes.ts";
import { loadOperationRoutes } from "../operation-routes.ts";
import { executionRoutes } from "./executions.ts";
import { knowledgeDocumentRoutes } from "./knowledge-documents.ts";
import { operationRoutes } from "./operations.ts";
import { publishRoutes } from "./publish.ts";
import { registryFileRoutes } from "./registry-files.ts";
import { sessionRoutes } from "./session.ts";
import { signOnRoutes } from "./sign-on.ts";
import { skillFetchRoutes } from "./skill-fetch.ts";
import { skillFileRoutes } from "./skill-files.ts";
import { triggerRoutes } from "./triggers.ts";

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
  ...sessionRoutes,
  ...signOnRoutes,
  // Before those of single skills: `fetch` is none.
  ...skillFetchRoutes,
  ...hubRoutes(),
  ...skillFileRoutes,
  ...knowledgeDocumentRoutes,
  ...executionRoutes,
  ...triggerRoutes,
  ...publishRoutes,
  ...registryFileRoutes,
  ...registryRoutes(),
];
