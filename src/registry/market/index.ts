/** The registry as data and rules: what it does, and when it refuses. */
export type * from "./contract.ts";
export type * from "./records.ts";
export { type MarketCode, marketCodes, marketRefusal } from "./diagnostics.ts";
