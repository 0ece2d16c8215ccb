/** Skills of a registry of this program. */
export { openRegistry } from "./open-registry.ts";
