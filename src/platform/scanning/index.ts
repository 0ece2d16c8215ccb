export { openScanEngines } from "./engines.ts";
export { feedsFolder, type FeedText, readFeedFiles } from "./feeds.ts";
