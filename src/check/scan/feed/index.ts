export {
  type Feed,
  type FeedEntry,
  FEED_CODE,
  knownBadRule,
  readFeed,
  treeDigest,
} from "./feed.ts";
