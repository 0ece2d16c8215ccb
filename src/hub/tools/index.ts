export { openCodeRunner } from "./code-runner.ts";
export { ownPlaces } from "./own-places.ts";
export { openSkillTools, type OpenToolsFor, type ToolSandbox } from "./open-tools.ts";
export { grantRights, listRights, type SkillRights, withdrawRights } from "./rights.ts";
