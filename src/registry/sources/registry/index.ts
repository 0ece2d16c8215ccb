/** Skills of a registry of this program. */
export {
  openRegistryClient,
  type PublishedSkill,
  type PublishRequest,
  type RegistryClient,
} from "./client.ts";
export { semverIn } from "./semver.ts";
export { openRegistry } from "./open-registry.ts";
