/** Skills of a registry of this program. */
export { openRegistryClient, type PublishedSkill, type RegistryClient } from "./client.ts";
export { openRegistry } from "./open-registry.ts";
