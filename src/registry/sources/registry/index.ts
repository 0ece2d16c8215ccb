/** Skills of a registry of this program. */
export {
  openRegistryClient,
  type PublishedSkill,
  type PublishRequest,
  type RegistryClient,
  type RegistrySkill,
  type SearchRequest,
} from "./client.ts";
export { openRegistry } from "./open-registry.ts";
