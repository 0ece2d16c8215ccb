import type { HomeFolder, HomeRules, PluginRules } from "../homes.ts";
import { migrateRoster, refuseRoster } from "./roster.ts";
import { releaseSettingsFields, settingsFields } from "./settings.ts";
import { start } from "./start.ts";

const state: HomeFolder = {
  name: "state",
  variable: "OPENCLAW_STATE_DIR",
  path: "{home}/.openclaw",
};

const bundled: HomeFolder = { name: "bundled", variable: "OPENCLAW_BUNDLED_SKILLS_DIR" };

const plugins: PluginRules = {
  manifest: "openclaw.plugin.json",
  folders: [
    { path: "{workspace}/.openclaw/extensions" },
    { path: "{state}/extensions" },
    { path: "{bundledPlugins}", isOff: true },
  ],
  settings: {
    paths: ["plugins", "load", "paths"],
    enabled: ["plugins", "enabled"],
    allow: ["plugins", "allow"],
    deny: ["plugins", "deny"],
    entry: ["plugins", "entries", "{plugin}", "enabled"],
  },
};

/** Workspace over managed over bundled over extra folders; plugins come in with the extra ones. */
export const homes: HomeRules = {
  installs: { client: "openclaw", project: "{workspace}/skills", user: "{state}/skills" },
  folders: [
    { name: "home", variable: "OPENCLAW_HOME", path: "~" },
    state,
    {
      name: "workspace",
      settings: [
        ["agents", "list", "{agent}", "workspace"],
        ["agents", "defaults", "workspace"],
      ],
      path: "{state}/workspace",
      agentPath: "{state}/workspace-{agent}",
    },
    bundled,
    { name: "bundledPlugins" },
  ],
  roots: [
    { source: "workspace", path: "{workspace}/skills" },
    { source: "managed", path: "{state}/skills", mayLinkOut: true },
    { source: "bundled", path: "{bundled}" },
    { source: "extra", path: "{plugin}" },
    { source: "extra", path: "{extra}" },
  ],
  search: { depth: 6, findsNested: false, entersHidden: false, refusesHardLinks: true },
  plugins,
  settings: {
    file: "{state}/openclaw.json",
    variable: "OPENCLAW_CONFIG_PATH",
    fields: settingsFields,
    closed: [["skills"]],
    expandsVariables: true,
    includeKey: "$include",
    isStrict: false,
  },
  environment: { credentials: "declared" },
  install: { toolsName: "key" },
};

export const releaseHomes: HomeRules = {
  ...homes,
  installs: { client: "openclaw", project: "{workspace}/skills", user: "{config}/skills" },
  folders: [
    { name: "home", variable: "OPENCLAW_HOME", path: "~" },
    state,
    // Beside the settings, wherever a variable says that they are; what else it keeps stays in its folder of state.
    { ...state, name: "config", fileVariable: "OPENCLAW_CONFIG_PATH" },
    {
      name: "workspace",
      settings: [
        ["agents", "entries", "{agent}", "workspace"],
        ["agents", "defaults", "workspace"],
      ],
      lastVariable: "OPENCLAW_WORKSPACE_DIR",
      path: "{state}/workspace",
      agentPath: "{state}/workspace-{agent}",
      // No agent but the first owns the folder that is named for all of them.
      agentBase: ["agents", "defaults", "workspace"],
    },
    bundled,
    { name: "custodian" },
    { name: "bundledPlugins" },
  ],
  roots: [
    { source: "openclaw-workspace", path: "{workspace}/skills" },
    { source: "agents-skills-project", path: "{workspace}/.agents/skills" },
    {
      source: "agents-skills-personal",
      path: "{home}/.agents/skills",
      mayLinkOut: true,
      onlyIfUsual: "state",
    },
    { source: "openclaw-managed", path: "{config}/skills", mayLinkOut: true },
    { source: "openclaw-workshop", path: "{state}/agents/{agent}/agent/workshop-skills" },
    { source: "openclaw-custodian", path: "{custodian}", isOfFirstAgent: true },
    { source: "openclaw-bundled", path: "{bundled}" },
    // Links that a running system keeps to the skills of its plugins.
    { source: "openclaw-extra", path: "{config}/plugin-skills", mayLinkOut: true },
    { source: "openclaw-extra", path: "{plugin}" },
    { source: "openclaw-extra", path: "{extra}" },
  ],
  settings: {
    ...homes.settings,
    fields: releaseSettingsFields,
    closed: [["skills"], ["env"], ["agents", "entries", "*", "skillsLimits"]],
    isClosedThroughout: true,
    isStrict: true,
    keepsUnset: true,
    includeRoots: "OPENCLAW_INCLUDE_ROOTS",
    variables: ["env", "vars"],
    migrate: migrateRoster,
    refuses: refuseRoster,
  },
  start,
  hasRoster: true,
  plugins: {
    ...plugins,
    folders: [
      // What lies in a workspace came with it, and does not load before somebody wants it to.
      { path: "{workspace}/.openclaw/extensions", isOff: true },
      { path: "{config}/extensions" },
      { path: "{bundledPlugins}", isOff: true },
    ],
  },
  environment: { credentials: "never" },
  install: {
    toolsName: "hashed",
    nodePrefix: "node/npm",
    administratorTools: "/var/lib/openclaw/tools",
    goPackage: "golang-go",
  },
  shortensHome: true,
  originFile: { path: ".openclaw/source-origin.json", key: "slug" },
};
