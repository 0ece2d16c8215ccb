export { type Feed, FEED_CODE, knownBadRule, readFeed, treeDigest } from "./feed.ts";
