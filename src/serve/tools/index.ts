export { openSkillTools, type ToolSandbox } from "./open-tools.ts";
export {
  grantRights,
  listRights,
  type SkillRights,
  type ToolRight,
  withdrawRights,
} from "./rights.ts";
