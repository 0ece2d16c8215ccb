/** Whole copies of registries. */
export { type MirrorReport, mirrorRegistry } from "./mirror-registry.ts";
