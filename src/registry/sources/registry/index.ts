/** Skills of a registry of this program. */
export {
  openRegistryClient,
  type PublishedSkill,
  type RegistryClient,
  type RegistrySkill,
} from "./client.ts";
export { openRegistry } from "./open-registry.ts";
