/** What registries say of skills that are installed: asked for, proved and kept. */
export { askRootKey } from "./ask-statements.ts";
export { refreshStates, type UnaskedRegistry } from "./refresh.ts";
export { followRoot, rootFor, rootKeyId, withChain } from "./roots.ts";
export { readStates } from "./state-file.ts";
