import { type TextView, toLines } from "../text.ts";
import type { FeedAnswer } from "./feeds.ts";

const VERBS = { updated: "Updated ", listed: "", removed: "Removed " };

export const feedText: TextView<FeedAnswer> = {
  render: ({ done, feeds }) =>
    feeds.length === 0
      ? "No feed is kept, so scans use only the one that comes with Skillwright.\n"
      : toLines(
          feeds.map(
            ({ name, version, entries, source }) =>
              `${VERBS[done]}${name} ${version}  ${entries} entries  ${source}`,
          ),
        ),
};
