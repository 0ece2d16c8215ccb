/** The commands that take skills from registries and other places, renew them, and give them to others. */
import { connectionOptions } from "./registry-table.ts";
import type { ArgumentSpec, CommandSpec, OptionSpec } from "./spec.ts";

const json: OptionSpec = { name: "json", summary: "Print JSON." };

const to: OptionSpec = {
  name: "to",
  value: { name: "DIR", kind: "folder" },
  summary: "Folder of skills; `skills` where absent.",
};

const registry: OptionSpec = {
  name: "registry",
  value: { name: "URL", kind: "text" },
  summary: "Registry to ask; else `SKILLWRIGHT_REGISTRY`, or the one that you logged in to.",
};

const trust: OptionSpec = {
  name: "trust",
  value: { name: "FILE", kind: "file" },
  summary: "Trusted keys; `~/.skillwright/trusted-keys.json` where absent.",
};

const dryRun: OptionSpec = {
  name: "dry-run",
  summary: "Show what would be done, and write nothing.",
};

const clients: readonly OptionSpec[] = [
  {
    name: "client",
    value: { name: "NAME", kind: "text" },
    summary:
      "Use the folder of this client, such as `claude-code`, `codex`, `cursor` or `openclaw`.",
  },
  { name: "global", summary: "With `--client`, its folder for all projects." },
];

const consent: readonly OptionSpec[] = [
  {
    name: "allow",
    value: { name: "PERMISSION", kind: "text" },
    isRepeatable: true,
    summary: "Agree to this permission.",
  },
  { name: "yes", summary: "Agree to all permissions that need a yes." },
  { name: "allow-experimental", summary: "Take skills that nobody whom you trust has signed." },
  { name: "allow-risky", summary: "Take skills also where the scanner blocks them." },
];

const [era, tokenFile, timeout] = connectionOptions;
const reaching: readonly OptionSpec[] = [era, tokenFile, timeout].flatMap((option) => option ?? []);

function names(isRequired: boolean, summary: string): ArgumentSpec {
  return { name: "NAME", kind: "text", isRequired, isVariadic: true, summary };
}

const install: CommandSpec = {
  name: "install",
  summary: "Install skills with all that they need, checked.",
  details:
    "Takes names with ranges from a registry, or sources: `clawhub:URL#NAME`, `well-known:URL#NAME`, `git:URL@REF#NAME`, `mcp:URL#NAME`, " +
    "a folder, an archive or its address. Every skill passes its gates in this order before anything is written: integrity, " +
    "signature, tier, permissions, scan. Then all are put into place in one step, and `skill-lock.json` records them. `--frozen` makes " +
    "the folder exactly what the lock says, or fails. Exits with 1 when something is refused.",
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
      summary: "With `--client`, install into `--to` and link from the client's folder.",
    },
    {
      name: "convert",
      summary: "With `--client`, say every skill in its dialect, not only those it would refuse.",
    },
    { name: "all", summary: "Take every skill of a source that holds several." },
    { name: "frozen", summary: "Install exactly what `skill-lock.json` says." },
    { name: "force", summary: "Replace what is there, also where it was changed." },
    ...consent,
    dryRun,
    registry,
    trust,
    ...reaching,
    json,
  ],
  examples: [
    "skillwright install web-search@^1.2.0",
    "skillwright install ./shared/skills --all --client claude-code",
    "skillwright install git:https://example.com/skills.git@v1.0.0#letters",
    "skillwright install --frozen",
  ],
};

const update: CommandSpec = {
  name: "update",
  summary: "Take later versions of installed skills, and keep your changes.",
  details:
    "Asks the source of each skill again for what was wanted. What you changed in an installed skill is merged into its new version; where " +
    "both changed the same lines, nothing is written and both sides are shown. Pinned skills stay.",
  arguments: [names(false, "Installed skill.")],
  options: [
    { name: "all", summary: "Update every skill, and what they need." },
    to,
    ...clients,
    {
      name: "prefer",
      value: { name: "SIDE", kind: "choice", choices: ["local", "new"] },
      summary: "Side that counts where both changed the same lines.",
    },
    { name: "force", summary: "Replace changed skills, and those that are pinned." },
    ...consent,
    dryRun,
    registry,
    trust,
    ...reaching,
    json,
  ],
  examples: ["skillwright update letters --dry-run", "skillwright update --all"],
};

const remove: CommandSpec = {
  name: "remove",
  summary: "Remove installed skills, and what only they needed.",
  details:
    "Refuses to remove a skill that another one needs, or that was changed here, unless it is forced to.",
  arguments: [names(true, "Installed skill.")],
  options: [to, ...clients, { name: "force", summary: "Remove it nevertheless." }, dryRun, json],
  examples: ["skillwright remove letters"],
};

const installed: CommandSpec = {
  name: "installed",
  summary: "List what is installed, and what has changed since.",
  details:
    "Shows version, tier and source of each skill of `skill-lock.json`. Exits with 1 where one is not what was recorded.",
  arguments: [],
  options: [to, ...clients, trust, json],
  examples: ["skillwright installed --client claude-code"],
};

const outdated: CommandSpec = {
  name: "outdated",
  summary: "List installed skills with later versions.",
  details: "Asks the source of every skill. Exits with 1 where there is something newer.",
  arguments: [],
  options: [to, ...clients, registry, ...reaching, json],
  examples: ["skillwright outdated"],
};

const pin: CommandSpec = {
  name: "pin",
  summary: "Keep an installed skill at its version.",
  details: "`update` passes over it until `skillwright unpin`.",
  arguments: [{ ...names(true, "Installed skill."), isVariadic: false }],
  options: [
    to,
    ...clients,
    { name: "reason", value: { name: "TEXT", kind: "text" }, summary: "Why, to be shown." },
    json,
  ],
  examples: ['skillwright pin letters --reason "2.0 needs another model"'],
};

const unpin: CommandSpec = {
  name: "unpin",
  summary: "Let a pinned skill be updated again.",
  details: "Takes back `skillwright pin`.",
  arguments: [{ ...names(true, "Installed skill."), isVariadic: false }],
  options: [to, ...clients, json],
  examples: ["skillwright unpin letters"],
};

export const shareCommands: readonly CommandSpec[] = [
  install,
  update,
  remove,
  installed,
  outdated,
  pin,
  unpin,
];
