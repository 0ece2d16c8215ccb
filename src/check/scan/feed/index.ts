export { type Feed, FEED_CODE, readFeed } from "./feed.ts";
export { knownBadRule, treeDigest } from "./known-bad.ts";
export { SHIPPED_FEED } from "./shipped.ts";
