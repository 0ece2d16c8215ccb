/** The commands about tools of skills, and what they may touch. */
import { agreementFields, installField, rootField } from "../../app/tools/fields.ts";
import { toOption, toOptions } from "../operation-spec.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";

const json: OptionSpec = { name: "json", summary: "Print JSON." };

export const policy: OptionSpec = toOption("policy", agreementFields.policy);

/** Taken by every command that runs code of skills. */
export const consent: readonly OptionSpec[] = toOptions({ ...agreementFields, ...installField });

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
    ...toOptions(rootField),
    json,
  ],
  examples: ["skillwright agent check", "skillwright agent load agents/chat --set work"],
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

export const toolCommands: readonly CommandSpec[] = [sandbox, migrate, agent];
