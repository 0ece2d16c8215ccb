export type { McpAddress } from "./address.ts";
export { readMcpAddress } from "./address.ts";
export {
  type AnswerQuestion,
  answerQuestions,
  callTool,
  type ToolQuestion,
  type ToolResult,
} from "./call-tool.ts";
export type { ConnectOptions, McpConnection } from "./connect.ts";
export { connectMcp, mcpEras, withMcp } from "./connect.ts";
export { fetchSkill } from "./fetch-skill.ts";
export { type StoredLogin, type LoginOptions, McpLogin } from "./login.ts";
export type { RegisteredClient } from "./machine-login.ts";
export { listSkills } from "./list-skills.ts";
export type { Survey, SurveyedSkill } from "./survey.ts";
export { surveyServer } from "./survey.ts";
