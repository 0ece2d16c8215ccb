import {
  anything,
  boolean,
  either,
  list,
  map,
  number,
  record,
  type RecordShape,
  type Shape,
  text,
} from "../field.ts";
import type { SettingsField } from "../homes.ts";

const texts: Shape = list(text());
const limit = (min: number): Shape => number({ isInteger: true, min });

const secretReference: RecordShape = record({
  source: {
    shape: text({ values: ["env", "file", "exec", "store"] }),
    required: true,
    doc: "Where the secret is kept.",
  },
  provider: {
    shape: text({ pattern: /^[a-z][a-z0-9_-]{0,63}$/, says: "the name of a provider" }),
    required: true,
    doc: "Provider that is asked for it.",
  },
  id: { shape: text({ min: 1 }), required: true, doc: "What the provider knows it by." },
});

const entries: readonly SettingsField[] = [
  {
    path: ["skills", "entries", "*", "enabled"],
    shape: boolean(),
    doc: "`false` switches the skill off, wherever it comes from.",
  },
  {
    path: ["skills", "entries", "*", "apiKey"],
    shape: either("text, or where the secret is kept", text(), secretReference),
    doc: "Value for the variable that the skill names as `primaryEnv`.",
    isSecret: true,
  },
  {
    path: ["skills", "entries", "*", "env"],
    shape: map(text()),
    doc: "Variables for the runs of the skill, where they are not set already.",
    isSecret: true,
  },
  {
    path: ["skills", "entries", "*", "config"],
    shape: map(anything),
    doc: "Settings of the skill itself.",
    isSecret: true,
  },
];

const plugins: readonly SettingsField[] = [
  { path: ["plugins", "enabled"], shape: boolean(), doc: "`false` switches every plugin off." },
  { path: ["plugins", "allow"], shape: texts, doc: "The only plugins that may load, by id." },
  { path: ["plugins", "deny"], shape: texts, doc: "Plugins that never load, by id." },
  { path: ["plugins", "load", "paths"], shape: texts, doc: "Further folders of plugins." },
  {
    path: ["plugins", "entries", "*", "enabled"],
    shape: boolean(),
    doc: "Switches one plugin, by its id.",
  },
];

const common: readonly SettingsField[] = [
  {
    path: ["skills", "allowBundled"],
    shape: texts,
    doc: "The only skills that load of those that come with the system.",
  },
  {
    path: ["skills", "load", "extraDirs"],
    shape: texts,
    doc: "Further folders of skills, below all others in precedence.",
  },
  {
    path: ["skills", "load", "watch"],
    shape: boolean(),
    doc: "Whether changed files take effect while a session lasts.",
  },
  {
    path: ["skills", "install", "preferBrew"],
    shape: boolean(),
    doc: "Whether Homebrew comes first where a skill can be installed in several ways.",
  },
  {
    path: ["skills", "install", "nodeManager"],
    shape: text({ values: ["npm", "pnpm", "yarn", "bun"] }),
    doc: "Program that installs packages of Node.",
    fallsBack: true,
  },
  ...entries,
  { path: ["agents", "defaults", "workspace"], shape: text(), doc: "Workspace of the agents." },
  ...plugins,
];

const DEBOUNCE = ["skills", "load", "watchDebounceMs"];

export const settingsFields: readonly SettingsField[] = [
  ...common,
  {
    path: DEBOUNCE,
    shape: limit(0),
    doc: "Milliseconds of quiet after which changed files are looked at.",
  },
  {
    path: ["agents", "list"],
    shape: list(
      record({
        id: { shape: text({ min: 1 }), doc: "Id of the agent." },
        workspace: { shape: text(), doc: "Its own workspace." },
      }),
    ),
    doc: "The agents, each with its id and workspace.",
  },
];

const limits: readonly SettingsField[] = [
  ["maxCandidatesPerRoot", 1, "Folders that are looked into in one place."],
  ["maxSkillsLoadedPerSource", 1, "Skills that load from one source."],
  ["maxSkillsInPrompt", 0, "Skills that the prompt lists."],
  ["maxSkillsPromptChars", 0, "Characters of the list in the prompt."],
  ["maxSkillFileBytes", 0, "Size of a SKILL.md, in bytes."],
].map(([key, min, doc]) => ({
  path: ["skills", "limits", String(key)],
  shape: limit(Number(min)),
  doc: String(doc),
}));

const workshop: readonly SettingsField[] = [
  {
    path: ["skills", "workshop", "autonomous", "mode"],
    shape: text({ values: ["off", "propose", "auto"] }),
    doc: "Whether agents draft skills of their own.",
  },
  {
    path: ["skills", "workshop", "approvalPolicy"],
    shape: text({ values: ["pending", "auto"] }),
    doc: "Whether drafts wait for approval.",
  },
  {
    path: ["skills", "workshop", "maxPending"],
    shape: limit(1),
    doc: "Drafts that may wait at once.",
  },
  {
    path: ["skills", "workshop", "maxSkillBytes"],
    shape: limit(1),
    doc: "Size of a draft, in bytes.",
  },
];

export const releaseSettingsFields: readonly SettingsField[] = [
  ...common,
  {
    path: DEBOUNCE,
    shape: anything,
    doc: "Was the time of quiet after a change.",
    removed: "The release waits 250 ms, always. Remove the key, or it refuses to start.",
  },
  {
    path: ["agents", "list"],
    shape: anything,
    doc: "Was the list of the agents.",
    removed:
      "The release has them by id under `agents.entries`; it takes a list over only where every agent has an id of its own and there are no entries beside it.",
  },
  {
    path: ["skills", "load", "allowSymlinkTargets"],
    shape: texts,
    doc: "Folders outside of a root to which links in it may lead.",
  },
  {
    path: ["skills", "install", "allowUploadedArchives"],
    shape: boolean(),
    doc: "Whether archives that were uploaded may be installed.",
  },
  ...limits,
  ...workshop,
  {
    path: ["env", "vars"],
    shape: anything,
    doc: "Variables for the environment of the agent.",
    isSecret: true,
  },
  { path: ["env", "shellEnv"], shape: anything, doc: "Whether the login shell is asked for more." },
  {
    path: ["agents", "ownership"],
    shape: text({ values: ["explicit"] }),
    doc: "Says, where there are several agents, that none of them owns what is asked for without naming one.",
  },
  {
    path: ["agents", "defaults", "skills"],
    shape: texts,
    doc: "The only skills of agents without a list of their own, by name.",
  },
  {
    path: ["agents", "entries", "*", "workspace"],
    shape: text(),
    doc: "Workspace of one agent, by its id.",
  },
  {
    path: ["agents", "entries", "*", "skills"],
    shape: texts,
    doc: "The only skills of one agent, by name.",
  },
  {
    path: ["agents", "entries", "*", "skillsLimits", "maxSkillsPromptChars"],
    shape: limit(0),
    doc: "Characters of the list in the prompt of one agent.",
  },
];
