import type { HomeRules } from "../homes.ts";

/** The folders that clients of every maker share: the project's before the user's. */
export const homes: HomeRules = {
  folders: [{ name: "project", path: "." }],
  roots: [
    { source: "project", path: "{project}/.agents/skills", isInEveryParent: true },
    { source: "user", path: "{home}/.agents/skills", mayLinkOut: true },
  ],
  search: { depth: 6, findsNested: false, entersHidden: false, refusesHardLinks: false },
  settings: { fields: [], closed: [], isStrict: false },
  environment: { credentials: "declared" },
};
