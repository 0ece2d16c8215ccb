export { FEED_CODE, readFeed } from "./feed.ts";
export { FEED_FILE, knownBad, treeDigest } from "./known-bad.ts";
