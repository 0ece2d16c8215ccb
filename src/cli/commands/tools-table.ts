/** The commands about tools of skills, and what they may touch. */
import type { CommandSpec, OptionSpec } from "./spec.ts";

const json: OptionSpec = { name: "json", summary: "Print JSON." };

const root: OptionSpec = {
  name: "root",
  value: { name: "DIR", kind: "folder" },
  isRepeatable: true,
  summary: "Folder of skills, searched before the usual ones.",
};

export const policy: OptionSpec = {
  name: "policy",
  value: { name: "FILE", kind: "file" },
  isRepeatable: true,
  summary: "Rules of an organisation, applied with those of the machine.",
};

/** Taken by every command that runs code of skills. */
export const consent: readonly OptionSpec[] = [
  {
    name: "allow-experimental",
    summary: "Run a skill that is not signed by a key you trust, in the sandbox.",
  },
  {
    name: "allow",
    value: { name: "PERMISSION", kind: "text" },
    isRepeatable: true,
    summary: "Allow a permission that the skill asks for.",
  },
  policy,
  { name: "install", summary: "Allow installing the packages that the skill declares." },
];

const tools: CommandSpec = {
  name: "tools",
  summary: "List, check, sync and call the tools of skills.",
  details:
    "`list` shows tools and their names, `check` holds the module against the frontmatter without running it, " +
    "`sync` writes the declarations, `call SKILL/TOOL` runs a tool in the sandbox with what the skill declares, " +
    '`command "/NAME words"` hands a slash command to its tool. Exits with 1 on findings, refusals and failed calls.',
  arguments: [
    {
      name: "ACTION",
      kind: "choice",
      choices: ["list", "check", "sync", "call", "command"],
      isRequired: true,
      isVariadic: false,
      summary: "list, check, sync, call or command.",
    },
    {
      name: "SKILL",
      kind: "text",
      isRequired: false,
      isVariadic: true,
      summary: "Names or folders of skills; for `call`, the skill and the tool.",
    },
  ],
  options: [
    {
      name: "arg",
      short: "a",
      value: { name: "NAME=VALUE", kind: "text" },
      isRepeatable: true,
      summary: "With `call`: an argument; anything but text is read as JSON.",
    },
    {
      name: "args",
      value: { name: "JSON", kind: "text" },
      summary: "With `call`: all arguments as a JSON object.",
    },
    {
      name: "timeout",
      value: { name: "SECONDS", kind: "number" },
      summary: "With `call`: most seconds (default: what the tool declares, or 60).",
    },
    { name: "adapter", summary: "With `call`: run the actions of an older OpenClaw skill." },
    ...consent,
    root,
    { name: "dry-run", summary: "With `sync`: show the change and write nothing." },
    json,
  ],
  examples: [
    "skillwright tools check skills/web-search",
    "skillwright tools sync skills/web-search",
    "skillwright tools call web-search/search_web -a query=x --allow-experimental",
  ],
};

const migrate: CommandSpec = {
  name: "migrate",
  summary: "Migrate OpenClaw skills to skills with tools.",
  details:
    "Writes the SKILL.md, a `tools.py` that hands its calls to the original handlers, and a report of what a person " +
    "must review. Every migrated skill is experimental. Exits with 1 where a skill is refused, or with `--validate` " +
    "where the result is not valid.",
  arguments: [
    {
      name: "PATH",
      kind: "file",
      isRequired: true,
      isVariadic: false,
      summary: "SKILL.md or folder of a skill; with `--batch`, a folder of skills.",
    },
  ],
  options: [
    {
      name: "to",
      value: { name: "D", kind: "dialect" },
      summary: "Format to write (default: the first that takes the skill).",
    },
    {
      name: "from",
      value: { name: "SOURCE", kind: "text" },
      summary: "System that the skill comes from (default: detected).",
    },
    {
      name: "output",
      short: "o",
      value: { name: "DIR", kind: "folder" },
      summary: "Folder in which each skill gets a folder of its name (default: `migrated`).",
    },
    { name: "batch", summary: "Migrate every skill below PATH, and continue after refusals." },
    { name: "validate", summary: "Check the result and its tools as loading would." },
    { name: "force", summary: "Replace existing files." },
    { name: "dry-run", summary: "Show what would be written, and write nothing." },
    json,
  ],
  examples: [
    "skillwright migrate old/web-search --validate",
    "skillwright migrate old --batch --output skills",
  ],
};

const agent: CommandSpec = {
  name: "agent",
  summary: "Show or load the skills that an agent's manifest lists.",
  details:
    "Reads `AGENT.yaml` or `gaia-agent.yaml`: skills, sets, versions, required or not. Shows them in the order of " +
    "loading, and what is missing with the command that fixes it. `load` also imports their tools in the sandbox.",
  arguments: [
    {
      name: "ACTION",
      kind: "choice",
      choices: ["check", "load"],
      isRequired: true,
      isVariadic: false,
      summary: "check or load.",
    },
    {
      name: "FILE",
      kind: "file",
      isRequired: false,
      isVariadic: false,
      summary: "Manifest, or the folder that holds it (default: the working directory).",
    },
  ],
  options: [
    {
      name: "set",
      value: { name: "NAME", kind: "text" },
      summary: "Set of skills (default: that of the manifest).",
    },
    ...consent,
    root,
    json,
  ],
  examples: ["skillwright agent check", "skillwright agent load agents/chat --set work"],
};

const permissions: CommandSpec = {
  name: "permissions",
  summary: "Show, grant and revoke the permissions of skills.",
  details:
    "Says in words what each permission lets the skill do, who decided, and what you will be asked. With `--allow` or " +
    "`--allow-experimental` your yes is kept in `~/.skillwright/grants.json` for these files of the skill. Exits with " +
    "1 while something is refused or left to ask.",
  arguments: [
    {
      name: "SKILL",
      kind: "text",
      isRequired: true,
      isVariadic: true,
      summary: "Names or folders of skills.",
    },
  ],
  options: [
    ...consent.filter(({ name }) => name !== "install"),
    { name: "revoke", summary: "Revoke permissions granted before." },
    root,
    json,
  ],
  examples: [
    "skillwright permissions skills/web-search",
    "skillwright permissions notes --allow 'filesystem:write:./notes/**'",
    "skillwright permissions notes --revoke",
  ],
};

const sandbox: CommandSpec = {
  name: "sandbox",
  summary: "Check sandbox support.",
  details:
    "`doctor` tries the walls of the sandbox and names what is missing, with what to install. Exits with 1 where tools " +
    "of skills are refused.",
  arguments: [
    {
      name: "ACTION",
      kind: "choice",
      choices: ["doctor"],
      isRequired: true,
      isVariadic: false,
      summary: "doctor.",
    },
  ],
  options: [json],
  examples: ["skillwright sandbox doctor"],
};

export const toolCommands: readonly CommandSpec[] = [tools, permissions, sandbox, migrate, agent];
