/** The registry of the server: what `src/registry/contract` promises, on the database and the store. */
export { openMarket, type OpenMarket } from "./open-market.ts";
export {
  DEFAULT_MARKET,
  type MarketCounter,
  type MarketOptions,
  type MarketSettings,
  type UpstreamSettings,
} from "./ports.ts";
export { viewerOfCaller } from "./viewer.ts";
