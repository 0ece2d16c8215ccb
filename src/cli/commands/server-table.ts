/** The commands that connect machines. */
import { plainTextField } from "../../app/registry/fields.ts";
import { toOptions } from "../operation-spec.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";

const as: OptionSpec = {
  name: "as",
  value: { name: "D", kind: "dialect" },
  summary: "System whose rules apply, by its format (default: each one that finds skills).",
};

const agent: OptionSpec = {
  name: "agent",
  value: { name: "ID", kind: "text" },
  summary: "Agent whose skills are meant.",
};

const config: OptionSpec = {
  name: "config",
  short: "c",
  value: { name: "FILE", kind: "file" },
  summary: "Settings to use instead of those of the system.",
};

const root: OptionSpec = {
  name: "root",
  value: { name: "DIR", kind: "folder" },
  isRepeatable: true,
  summary: "Folder of skills to use instead of those of the system.",
};

const token: readonly OptionSpec[] = [
  {
    name: "token-file",
    value: { name: "FILE", kind: "file" },
    summary: "File with the token (default: `SKILLWRIGHT_HOST_TOKEN`).",
  },
  {
    name: "token",
    value: { name: "TEXT", kind: "text" },
    summary: "The token itself; every user of this machine can read it then.",
  },
];

const serve: CommandSpec = {
  name: "serve",
  summary: "Start the server: workbench, API, registry and gateway.",
  details:
    "Runs until Ctrl-C or SIGTERM, with everything in one data folder; with `DATABASE_URL` and a bucket, many of " +
    "them share the same state. Without a token for hosts it makes one for this run. It keeps skills evaluated and shows " +
    "them to administrators: those of `--as` or `--root`, or else, where it listens to this machine only, those that the " +
    "agents of this machine find. Hosts are asked for the programs that they need, and a line says " +
    "how many load whenever a host or a file changes that. `--gateway` of other commands asks it for its hosts.",
  arguments: [],
  options: [
    {
      name: "port",
      value: { name: "N", kind: "number" },
      summary: "Port to listen on (default: 4817); 0 takes any free one.",
    },
    {
      name: "host",
      value: { name: "ADDRESS", kind: "text" },
      summary: "Address to listen on (default: this machine only).",
    },
    {
      name: "data",
      value: { name: "DIR", kind: "folder" },
      summary:
        "Folder for accounts, skills and documents (default: `SKILLWRIGHT_DATA`, else ~/.skillwright).",
    },
    {
      name: "settings",
      value: { name: "FILE", kind: "file" },
      summary: "Settings of the platform: models, limits, database, bucket.",
    },
    {
      name: "log",
      value: { name: "FILE", kind: "file" },
      summary:
        "File for the log of requests and problems; `-` is standard error. Default: `SKILLWRIGHT_LOG`, else logs/server.log in the data folder.",
    },
    {
      name: "reset-admin",
      summary:
        "Give the administrator a new password, that of `SKILLWRIGHT_ADMIN_PASSWORD` or one that is shown.",
    },
    ...token,
    { ...as, summary: "System whose skills are kept evaluated, by its dialect." },
    { ...root, summary: "Folder of those skills, instead of the folders of the system." },
    {
      name: "store",
      value: { name: "URL", kind: "text" },
      summary: "Bucket of those skills, such as s3://bucket/prefix, instead of folders.",
    },
    config,
    { ...agent, summary: "Agent whose skills are meant (default: every agent of the settings)." },
  ],
  examples: [
    "skillwright serve",
    "skillwright serve --as gsv --root skills",
    "skillwright serve --as gsv --store s3://bucket/team --agent main",
    "skillwright serve --port 8080 --token-file token",
  ],
};

const node: CommandSpec = {
  name: "node",
  summary: "Connect this machine to a server.",
  details:
    "Reports to the gateway what this machine has: its system, its programs, and the names of its variables, " +
    "never their values. Runs until Ctrl-C or SIGTERM, and exits with 2 where the gateway refuses it.",
  arguments: [],
  options: [
    {
      name: "gateway",
      value: { name: "URL", kind: "text" },
      summary: "Address of the gateway, such as ws://127.0.0.1:4817; required.",
    },
    ...token,
    {
      name: "name",
      value: { name: "ID", kind: "text" },
      summary: "Id of the host (default: the name of the machine).",
    },
    {
      name: "role",
      value: { name: "ROLE", kind: "choice", choices: ["execution", "specialized"] },
      summary: "execution or specialized.",
    },
    {
      name: "capabilities",
      value: { name: "LIST", kind: "text" },
      summary: "What the host exposes, with commas between (default: everything).",
    },
    { name: "deny-commands", summary: "Allow no remote commands." },
    { name: "no-login-shell", summary: "Search for programs on this process's PATH only." },
    ...toOptions(plainTextField),
  ],
  examples: ["skillwright node --gateway ws://127.0.0.1:4817 --name mac-mini"],
};

export const serverCommands: readonly CommandSpec[] = [serve, node];
