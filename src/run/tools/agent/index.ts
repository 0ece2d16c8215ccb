export { type LoadedAgent, loadAgent } from "./load-agent.ts";
export { type AgentManifest, MANIFEST_FILES, readManifest } from "./manifest.ts";
export { type AgentPlan, planAgent } from "./plan.ts";
