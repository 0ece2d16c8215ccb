/** Places from which skills come, each with what it takes to verify them. */
export type { FetchedFile, FetchedSkill, Origin } from "./fetched.ts";
export {
  connectMcp,
  fetchSkill,
  type McpAddress,
  type McpConnection,
  type McpEra,
  mcpEras,
  readMcpAddress,
  type Survey,
  type SurveyedSkill,
  surveyServer,
} from "./mcp/index.ts";
