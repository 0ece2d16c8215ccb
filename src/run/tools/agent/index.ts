export { type LoadedAgent, loadAgent } from "./load-agent.ts";
export { type AgentManifest, type AgentSkill, MANIFEST_FILES, readManifest } from "./manifest.ts";
export { type AgentPlan, planAgent, type PlannedSkill } from "./plan.ts";
