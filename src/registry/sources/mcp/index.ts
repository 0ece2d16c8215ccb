export type { McpAddress } from "./address.ts";
export { readMcpAddress } from "./address.ts";
export type { McpConnection } from "./connect.ts";
export { connectMcp, mcpEras } from "./connect.ts";
export { fetchSkill } from "./fetch-skill.ts";
export { listSkills } from "./list-skills.ts";
export type { Survey, SurveyedSkill } from "./survey.ts";
export { surveyServer } from "./survey.ts";
