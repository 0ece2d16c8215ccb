/** Skills of others: where they come from, whether they are what was promised, and how they get here. */
export { registryCodes } from "./diagnostics.ts";
export * from "./install/index.ts";
export * from "./sources/index.ts";
