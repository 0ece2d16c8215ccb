import type { HomeRules } from "../homes.ts";

/** The wider scope wins: what an organisation sets, then the user's own, then the project's. */
export const homes: HomeRules = {
  installs: {
    client: "claude-code",
    project: "{project}/.claude/skills",
    user: "{home}/.claude/skills",
  },
  folders: [{ name: "managed" }, { name: "project", path: "." }],
  roots: [
    { source: "enterprise", path: "{managed}/.claude/skills" },
    { source: "personal", path: "{home}/.claude/skills", mayLinkOut: true },
    { source: "project", path: "{project}/.claude/skills", isInEveryParent: true },
  ],
  search: { depth: 1, findsNested: false, entersHidden: false, refusesHardLinks: false },
  settings: { fields: [], closed: [], isStrict: false },
  environment: { credentials: "declared" },
  variables: {
    CLAUDE_SKILL_DIR: "skill-folder",
    CLAUDE_PROJECT_DIR: "project",
    CLAUDE_SESSION_ID: "session",
  },
};
