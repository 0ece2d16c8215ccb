/** What registries say of skills that are installed: asked for, proved and kept. */
export { fetchRootKey } from "./fetch-statements.ts";
export { refreshStates, type UnreachedRegistry } from "./refresh.ts";
export { followRoot, rootFor, rootKeyId, withChain } from "./roots.ts";
export { readStates } from "./state-file.ts";
