/** The commands that look after a registry: names, teams, keys, tokens, what waits for moderators, and who did what. */
import type { ArgumentSpec, CommandSpec, OptionSpec } from "./spec.ts";
import { plainTextField } from "../../app/registry/fields.ts";
import { toOptions } from "../operation-spec.ts";

const connection: readonly OptionSpec[] = [
  {
    name: "registry",
    value: { name: "URL", kind: "text" },
    summary:
      "Address of the registry (default: `SKILLWRIGHT_REGISTRY`, or the one you logged in to).",
  },
  {
    name: "token-file",
    value: { name: "FILE", kind: "file" },
    summary: "File with a token (default: `SKILLWRIGHT_TOKEN`, or that of `skillwright login`).",
  },
  ...toOptions(plainTextField),
  { name: "json", summary: "Print JSON." },
];

function text(name: string, value: string, summary: string): OptionSpec {
  return { name, value: { name: value, kind: "text" }, summary };
}

function actionArgument(...choices: readonly string[]): ArgumentSpec {
  return {
    name: "ACTION",
    kind: "choice",
    choices,
    isRequired: true,
    isVariadic: false,
    summary: choices.join(", "),
  };
}

function word(name: string, summary: string): ArgumentSpec {
  return { name, kind: "text", isRequired: false, isVariadic: false, summary };
}

const reason = text("reason", "TEXT", "Why; stands in the log of the skill.");

const names: CommandSpec = {
  name: "registry",
  summary: "Rename, merge and hand over skills; let builds publish.",
  details:
    "`rename NAME NEW` gives a skill another name, and the old one leads to it. `merge NAME INTO` takes a skill out of lists in favour of " +
    "another. `transfer NAME PUBLISHER` asks another publisher to take one; its owner sees it in `transfers`, and answers with " +
    "`accept ID` or `decline ID`. `trust PUBLISHER` lets builds of a workflow publish without a secret, `trusted PUBLISHER` lists them, `untrust " +
    "PUBLISHER ID` ends it. `rotate-root` signs the log with a new key, for which the last one vouches. Handing over and trust need `skillwright login --scope registry:keys`.",
  arguments: [
    actionArgument(
      "rename",
      "merge",
      "transfer",
      "transfers",
      "accept",
      "decline",
      "trusted",
      "trust",
      "untrust",
      "rotate-root",
    ),
    word("NAME", "Skill, publisher, or id of a transfer."),
    word("TO", "New name, skill to merge into, publisher, or id of a build."),
  ],
  options: [
    text("repository", "NAME", "With `trust`: repository, such as `acme/letters`."),
    text("workflow", "FILE", "With `trust`: its file, such as `.github/workflows/release.yml`."),
    text("environment", "NAME", "With `trust`: only in this environment."),
    text("skill", "NAME", "With `trust`: only this skill."),
    text("issuer", "URL", "With `trust`: who attests the builds (default: GitHub Actions)."),
    ...connection,
  ],
  examples: [
    "skillwright registry rename letters formal-letters",
    "skillwright registry transfer letters acme",
    "skillwright registry trust acme --repository acme/letters --workflow ci.yml",
  ],
};

const team: CommandSpec = {
  name: "team",
  summary: "Make teams, and invite people to them.",
  details:
    "A team is named by its name or its id. Whoever is invited sees it in `team list`, and becomes a member by `team accept ID`. " +
    "Needs `skillwright login --scope account`.",
  arguments: [
    actionArgument("list", "new", "show", "invite", "accept", "remove", "delete"),
    word("TEAM", "Team, or id of an invitation."),
    word("EMAIL", "Address of whom to invite or remove."),
  ],
  options: [
    {
      name: "role",
      value: { name: "ROLE", kind: "choice", choices: ["member", "owner"] },
      summary: "Role in the team (default: `member`).",
    },
    ...connection,
  ],
  examples: ["skillwright team new Acme", "skillwright team invite Acme ada@example.org"],
};

const key: CommandSpec = {
  name: "key",
  summary: "Manage the keys by which a registry knows publishers.",
  details:
    "`key add FILE` tells the registry that signatures of a key are yours. `key revoke ID` trusts it no more; with `--since`, what was " +
    "signed with it since then goes into quarantine, and whoever has installed it is told. Needs `skillwright login --scope registry:keys`.",
  arguments: [
    actionArgument("list", "add", "revoke"),
    word("KEY", "Public key or its file to add, id to revoke."),
  ],
  options: [
    text("publisher", "HANDLE", "Publisher whose key it is (default: yourself)."),
    text("since", "DATE", "Since when somebody else may have had the key."),
    { name: "of-registry", summary: "Add a key that is trusted for every publisher." },
    ...connection,
  ],
  examples: [
    "skillwright key add ~/.skillwright/keys/publisher.pub",
    "skillwright key revoke 76e4dcfedda4a07eebcfadea3a7a8bb8 --since 2026-01-31",
  ],
};

const token: CommandSpec = {
  name: "token",
  summary: "Make, list and revoke personal tokens.",
  details:
    "`token new NAME` prints a token for other programs, once. It never may more than the one it is made with. Needs " +
    "`skillwright login --scope account`.",
  arguments: [
    actionArgument("list", "new", "revoke"),
    word("NAME", "Name for a new one, or an id."),
  ],
  options: [
    {
      ...text("scope", "SCOPE", "What it may do (default: `registry:read`)."),
      isRepeatable: true,
    },
    {
      name: "days",
      value: { name: "N", kind: "number" },
      summary: "Days for which it is good.",
    },
    ...connection,
  ],
  examples: ["skillwright token new ci --scope registry:write --days 30"],
};

const moderate: CommandSpec = {
  name: "moderate",
  summary: "Decide what a registry lists.",
  details:
    "`queue`, `reports` and `requests` list what waits. `list`, `quarantine` and `review` decide over `NAME@VERSION`, `uphold` and `dismiss` over a " +
    "report, `grant` and `refuse` over a request for a tier, `ban` and `unban` over a publisher; each with `--reason`. Needs " +
    "`skillwright login --scope registry:moderate` of an administrator.",
  arguments: [
    actionArgument(
      "queue",
      "reports",
      "requests",
      "list",
      "quarantine",
      "review",
      "uphold",
      "dismiss",
      "grant",
      "refuse",
      "ban",
      "unban",
    ),
    word("SUBJECT", "`NAME@VERSION`, id of a report or request, or publisher."),
  ],
  options: [
    reason,
    {
      name: "state",
      value: { name: "STATE", kind: "choice", choices: ["in-review", "quarantined"] },
      summary: "Which versions `queue` lists (default: `in-review`).",
    },
    ...connection,
  ],
  examples: [
    "skillwright moderate queue",
    'skillwright moderate quarantine letters@1.0.1 --reason "It sends mail away."',
  ],
};

const auditLog: CommandSpec = {
  name: "audit-log",
  summary: "List who did what on a server that others can feel.",
  details:
    "The newest first: all of it for administrators, else what you did and what was done to publishers that you own. `--format` gives all lines for " +
    "other programs. Needs `skillwright login --scope account`, and `--scope users` for an administrator.",
  arguments: [],
  options: [
    text("actor", "WHO", "Only what this account did: its address or its publisher."),
    text("action", "ACTION", "Only this action, or all that begin so: `registry.`."),
    text("target", "NAME", "Only what was done to this."),
    text("publisher", "HANDLE", "Only what concerns this publisher."),
    text("since", "DATE", "Only since then."),
    text("until", "DATE", "Only before then."),
    {
      name: "limit",
      value: { name: "N", kind: "number" },
      summary: "Most lines (default: 100; all of them with `--format`).",
    },
    {
      name: "format",
      value: { name: "FORMAT", kind: "choice", choices: ["jsonl", "csv"] },
      summary: "Format to export.",
    },
    ...connection,
  ],
  examples: [
    "skillwright audit-log --actor ada --since 2026-01-01",
    "skillwright audit-log --format jsonl > audit.jsonl",
  ],
};

export const governCommands: readonly CommandSpec[] = [names, team, key, token, moderate, auditLog];
