/** Skills of others: where they come from, whether they are what was promised, and how they get here. */
export { registryCodes, registryError } from "./errors.ts";
export * from "./install/index.ts";
export * from "./lock/index.ts";
export * from "./manager/index.ts";
export * from "./package/index.ts";
export * from "./resolve/index.ts";
export * from "./sign/index.ts";
export * from "./sources/index.ts";
