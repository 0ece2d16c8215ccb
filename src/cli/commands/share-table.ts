/** The commands that take skills from registries and other places, renew them, and give them to others. */
import { acceptReview, acceptSigner, connectionOptions } from "./registry-table.ts";
import { clients, json, registry, to } from "./share-options.ts";
import type { ArgumentSpec, CommandSpec, OptionSpec } from "./spec.ts";

const trust: OptionSpec = {
  name: "trust",
  value: { name: "FILE", kind: "file" },
  summary: "Trusted keys (default: `~/.skillwright/trusted-keys.json`).",
};

const dryRun: OptionSpec = {
  name: "dry-run",
  summary: "Show what would be done, and write nothing.",
};

const offline: readonly OptionSpec[] = [
  { name: "offline", summary: "Use only what was fetched before." },
  { name: "prefer-offline", summary: "Ask only for what was not fetched before." },
];

const consent: readonly OptionSpec[] = [
  {
    name: "allow",
    value: { name: "PERMISSION", kind: "text" },
    isRepeatable: true,
    summary: "Allow this permission.",
  },
  { name: "yes", summary: "Allow all permissions that need confirmation." },
  { name: "allow-experimental", summary: "Install skills that are not signed by a key you trust." },
  { name: "allow-risky", summary: "Install skills even if the scanner blocks them." },
  acceptReview,
  acceptSigner,
];

function names(isRequired: boolean, summary: string): ArgumentSpec {
  return { name: "NAME", kind: "text", isRequired, isVariadic: true, summary };
}

const install: CommandSpec = {
  name: "install",
  summary: "Install skills and their dependencies.",
  details:
    "Takes names with ranges from a registry, or sources: `clawhub:URL#NAME`, `well-known:URL#NAME`, `git:URL@REF#NAME`, `mcp:URL#NAME`, " +
    "a folder, an archive or its address. Every skill passes its gates first: integrity, signature, tier, " +
    "permissions, scan. All are put into place in one step; `skill-lock.json` records them. Where one is refused, the others are " +
    "installed, and it exits with 1. `--frozen` makes the folder exactly what the lock says, or fails.",
  arguments: [
    {
      name: "SOURCE",
      kind: "text",
      isRequired: false,
      isVariadic: true,
      summary: "`NAME`, `NAME@RANGE`, a path that begins with `./` or `/`, or an address.",
    },
  ],
  options: [
    to,
    ...clients,
    {
      name: "link",
      summary: "With `--client`, install into `--to` and link to it.",
    },
    {
      name: "convert",
      summary: "With `--client`, convert all skills to its format.",
    },
    { name: "all", summary: "Install every skill of a source that has several." },
    { name: "frozen", summary: "Install exactly what `skill-lock.json` records." },
    { name: "force", summary: "Replace existing skills, even if they were changed." },
    ...consent,
    dryRun,
    ...offline,
    registry,
    trust,
    ...connectionOptions,
    json,
  ],
  examples: [
    "skillwright install web-search@^1.2.0",
    "skillwright install ./shared/skills --all --client claude-code",
    "skillwright install git:https://example.com/skills.git@v1.0.0#letters",
  ],
};

const update: CommandSpec = {
  name: "update",
  summary: "Update installed skills, and keep your changes.",
  details:
    "Asks the source of each skill again for what was wanted. What you changed in an installed skill is merged into its new version; where " +
    "both changed the same lines, nothing is written and both sides are shown. Pinned skills stay. Nothing goes back to an older version " +
    "unless you name it, as `NAME@1.2.3`, or allow it.",
  arguments: [names(false, "Installed skill, with `@VERSION` to choose one.")],
  options: [
    { name: "all", summary: "Update every skill, and what they need." },
    to,
    ...clients,
    {
      name: "prefer",
      value: { name: "SIDE", kind: "choice", choices: ["local", "new"] },
      summary: "Side that wins if both changed the same lines.",
    },
    { name: "force", summary: "Replace changed skills, and those that are pinned." },
    {
      name: "allow-downgrade",
      summary: "Install an older version if the source has no later one.",
    },
    ...consent,
    dryRun,
    ...offline,
    registry,
    trust,
    ...connectionOptions,
    json,
  ],
  examples: ["skillwright update letters --dry-run", "skillwright update --all"],
};

const remove: CommandSpec = {
  name: "remove",
  summary: "Remove installed skills and unused dependencies.",
  details:
    "Refuses to remove a skill that another one needs, or that was changed here, unless it is forced to.",
  arguments: [names(true, "Installed skill.")],
  options: [
    to,
    ...clients,
    { name: "force", summary: "Remove the skill even if it is needed or was changed." },
    dryRun,
    json,
  ],
  examples: ["skillwright remove letters"],
};

const installed: CommandSpec = {
  name: "installed",
  summary: "List installed skills and local changes.",
  details:
    "Shows version, tier and source of each skill of `skill-lock.json`. Exits with 1 where one is not what was recorded.",
  arguments: [],
  options: [to, ...clients, trust, json],
  examples: ["skillwright installed --client claude-code"],
};

const outdated: CommandSpec = {
  name: "outdated",
  summary: "List installed skills with newer versions.",
  details: "Asks the source of every skill. Exits with 1 if there is a newer version.",
  arguments: [],
  options: [to, ...clients, registry, ...connectionOptions, json],
  examples: ["skillwright outdated"],
};

const pin: CommandSpec = {
  name: "pin",
  summary: "Pin an installed skill to its version.",
  details: "`update` skips the skill until `skillwright unpin`.",
  arguments: [{ ...names(true, "Installed skill."), isVariadic: false }],
  options: [
    to,
    ...clients,
    { name: "reason", value: { name: "TEXT", kind: "text" }, summary: "Reason, shown in lists." },
    json,
  ],
  examples: ['skillwright pin letters --reason "2.0 needs another model"'],
};

const unpin: CommandSpec = {
  name: "unpin",
  summary: "Unpin a skill.",
  details: "Undoes `skillwright pin`.",
  arguments: [{ ...names(true, "Installed skill."), isVariadic: false }],
  options: [to, ...clients, json],
  examples: ["skillwright unpin letters"],
};

const skillName: ArgumentSpec = {
  name: "NAME",
  kind: "text",
  isRequired: true,
  isVariadic: false,
  summary: "Skill of the registry: `NAME` or `@PUBLISHER/NAME`.",
};

const search: CommandSpec = {
  name: "search",
  summary: "Search a registry.",
  details:
    "Looks for the words in names, descriptions, tags and texts; the best match comes first. `--clawhub` asks a registry that speaks as " +
    "ClawHub does.",
  arguments: [
    {
      name: "WORD",
      kind: "text",
      isRequired: true,
      isVariadic: true,
      summary: "Words to search for.",
    },
  ],
  options: [
    {
      name: "limit",
      value: { name: "N", kind: "number" },
      summary: "Most results (default: 20).",
    },
    {
      name: "tier",
      value: { name: "TIER", kind: "choice", choices: ["experimental", "community", "verified"] },
      summary: "Only skills of this tier or above.",
    },
    {
      name: "speaks",
      value: { name: "D", kind: "dialect" },
      summary: "Only skills of this format.",
    },
    { name: "clawhub", value: { name: "URL", kind: "text" }, summary: "Search this site instead." },
    registry,
    ...connectionOptions,
    json,
  ],
  examples: ['skillwright search "web search" --tier community'],
};

const info: CommandSpec = {
  name: "info",
  summary: "Show a skill of a registry.",
  details: "Shows versions, tier, permissions and audit; `NAME@VERSION` shows one version.",
  arguments: [skillName],
  options: [registry, ...connectionOptions, json],
  examples: ["skillwright info web-search", "skillwright info web-search@1.2.0"],
};

const publishOptions: readonly OptionSpec[] = [
  {
    name: "publisher",
    value: { name: "HANDLE", kind: "text" },
    summary: "Publisher to publish as (default: yourself).",
  },
  {
    name: "changelog",
    value: { name: "TEXT", kind: "text" },
    summary: "Changelog of the version.",
  },
  {
    name: "visibility",
    value: { name: "WHO", kind: "choice", choices: ["public", "team", "private"] },
    summary: "Who may see the skill.",
  },
  { name: "allow-risky", summary: "Publish even if the scanner blocks the skill." },
];

const publish: CommandSpec = {
  name: "publish",
  summary: "Publish a skill.",
  details:
    "Packs the skill of the folder as `pack` does, scans it, and hands it to the registry, which audits it anew and lists it or has a " +
    "moderator look at it. Sign it before with `skillwright sign`. A version can be published once and never changes.",
  arguments: [
    {
      name: "PATH",
      kind: "folder",
      isRequired: false,
      isVariadic: false,
      summary: "Folder of a skill (default: the working directory).",
    },
  ],
  options: [
    {
      name: "version",
      value: { name: "VERSION", kind: "text" },
      summary: "Version to publish as (default: what SKILL.md says).",
    },
    {
      name: "tag",
      value: { name: "TAG", kind: "text" },
      isRepeatable: true,
      summary: "Tag for the version.",
    },
    { name: "draft", summary: "Publish as a draft, visible only to you." },
    ...publishOptions,
    dryRun,
    registry,
    ...connectionOptions,
    json,
  ],
  examples: ["skillwright publish skills/letters", "skillwright publish --dry-run"],
};

const sync: CommandSpec = {
  name: "sync",
  summary: "Publish all new and changed skills of a folder.",
  details:
    "Compares the skills of folders with what the registry has of yours, by their content. Skills that give no version get the next one.",
  arguments: [names(false, "Skill to publish, by its name.")],
  options: [
    { name: "all", summary: "Publish every skill of the folders." },
    {
      name: "root",
      value: { name: "DIR", kind: "folder" },
      isRepeatable: true,
      summary: "Folder of your skills (default: `skills`).",
    },
    {
      name: "bump",
      value: { name: "PART", kind: "choice", choices: ["patch", "minor", "major"] },
      summary: "Part of the version that grows (default: `patch`).",
    },
    ...publishOptions,
    dryRun,
    registry,
    ...connectionOptions,
    json,
  ],
  examples: ["skillwright sync --all --dry-run"],
};

const deprecate: CommandSpec = {
  name: "deprecate",
  summary: "Deprecate a published skill.",
  details:
    "Deprecates a skill, or one version with `NAME@VERSION`. Without a message, the deprecation is removed.",
  arguments: [
    skillName,
    {
      name: "MESSAGE",
      kind: "text",
      isRequired: false,
      isVariadic: false,
      summary: "Message to the users of the skill.",
    },
  ],
  options: [
    {
      name: "successor",
      value: { name: "NAME", kind: "text" },
      summary: "Skill to use instead, if the whole skill is deprecated.",
    },
    registry,
    ...connectionOptions,
    json,
  ],
  examples: [
    'skillwright deprecate letters@1.0.0 "Use 2.0.0."',
    'skillwright deprecate letters "It is slow." --successor @ada/fast-letters',
  ],
};

const yank: CommandSpec = {
  name: "yank",
  summary: "Yank a published version.",
  details:
    "It is not offered any more, and no range leads to it; who has it in a lock still gets it. `--undo` brings it back.",
  arguments: [{ ...skillName, summary: "`NAME@VERSION`." }],
  options: [
    { name: "undo", summary: "Undo the yank." },
    { name: "reason", value: { name: "TEXT", kind: "text" }, summary: "Reason, for the log." },
    registry,
    ...connectionOptions,
    json,
  ],
  examples: ["skillwright yank letters@1.0.1"],
};

export const shareCommands: readonly CommandSpec[] = [
  install,
  update,
  remove,
  installed,
  outdated,
  pin,
  unpin,
  search,
  info,
  publish,
  sync,
  deprecate,
  yank,
];
