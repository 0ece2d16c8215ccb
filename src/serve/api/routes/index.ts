import type { ApiRoute } from "../route.ts";
import { authRoutes } from "./auth.ts";
import { chatRoutes } from "./chat.ts";
import { knowledgeRoutes } from "./knowledge.ts";
import { operationRoutes } from "./operations.ts";
import { runRoutes } from "./runs.ts";
import { skillRoutes } from "./skills.ts";

/** Every route of the platform. The document, the clients and the reference are made from it. */
export const apiRoutes: readonly ApiRoute[] = [
  ...authRoutes,
  ...skillRoutes,
  ...runRoutes,
  ...knowledgeRoutes,
  ...chatRoutes,
  ...operationRoutes(() => apiRoutes),
];
