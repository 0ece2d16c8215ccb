/** What registries say of skills that are installed: asked for, proved and kept. */
export { askRootKey, askStatements } from "./ask-statements.ts";
export { refreshStates, type UnaskedRegistry } from "./refresh.ts";
export { openTrusted, rootFor, rootKeyId } from "./roots.ts";
