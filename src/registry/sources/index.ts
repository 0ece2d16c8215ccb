/** Places from which skills come, each with what it takes to verify them. */
export type { FetchedFile, FetchedSkill, Origin, OriginKind } from "./fetched.ts";
export { skillFoldersIn } from "./folder/index.ts";
export { readWebAddress, type TokenFor, type WebOptions } from "./http.ts";
export {
  openReference,
  openSource,
  type OpenOptions,
  type SourceGround,
  type Wanted,
} from "./open-source.ts";
export type { Offer, SkillPlace } from "./place.ts";
export { readReference, readWanted, type Reference } from "./reference.ts";
export {
  openRegistryClient,
  type PublishedSkill,
  type RegistryClient,
  type RegistrySkill,
} from "./registry/index.ts";
export { type HubEntry, searchClawHub } from "./clawhub/index.ts";
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
