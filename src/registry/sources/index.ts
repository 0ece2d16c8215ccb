/** Places from which skills come, each with what it takes to verify them. */
export { SERVER_JSON_LIMITS } from "./answer-json.ts";
export { createBudget, type WebBudget } from "./budget.ts";
export type { FetchedSkill, Origin } from "./fetched.ts";
export { skillFoldersIn } from "./folder/index.ts";
export { fetchJsonObject, readWebAddress, type TokenFor, type WebOptions } from "./http.ts";
export { openReference, openSource, type SourceContext, type Wanted } from "./open-source.ts";
export type { Offer } from "./place.ts";
export { readReference } from "./reference.ts";
export { openRegistryClient, type RegistryClient, semverIn } from "./registry/index.ts";
export type { WebCache } from "./web-cache.ts";
export { searchClawHub } from "./clawhub/index.ts";
export {
  type AnswerQuestion,
  answerQuestions,
  callTool,
  type ConnectOptions,
  connectMcp,
  fetchSkill,
  type RegisteredClient,
  type StoredLogin,
  listSkills,
  type LoginOptions,
  type McpAddress,
  type McpConnection,
  McpLogin,
  mcpEras,
  readMcpAddress,
  type Survey,
  type SurveyedSkill,
  surveyServer,
  type ToolQuestion,
  type ToolResult,
  withMcp,
} from "./mcp/index.ts";
