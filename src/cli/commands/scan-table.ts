/** The command that tells whether a skill is safe. */
import type { CommandSpec } from "./spec.ts";

const scan: CommandSpec = {
  name: "scan",
  summary: "Scan skills for security risks, with evidence.",
  details:
    "Reads every file of each skill: instructions, references, scripts, archives. Encoded and hidden text is decoded " +
    "first. Nothing is executed or fetched. Exits with 1 when a verdict blocks, when a part was not read, or when " +
    "there is a finding as grave as `--fail-on`.",
  arguments: [
    {
      name: "PATH",
      kind: "file",
      isRequired: false,
      isVariadic: true,
      summary: "Folder to search, skill folder or SKILL.md file.",
    },
  ],
  options: [
    {
      name: "tier",
      value: {
        name: "T",
        kind: "choice",
        choices: ["experimental", "community", "verified"],
      },
      summary: "Tier to check for: experimental, community or verified (default: community).",
    },
    {
      name: "fail-on",
      value: {
        name: "SEVERITY",
        kind: "choice",
        choices: ["critical", "high", "medium", "low", "info", "never"],
      },
      summary: "The mildest finding that makes the exit code 1 (default: `high`).",
    },
    {
      name: "format",
      short: "f",
      value: { name: "FORMAT", kind: "choice", choices: ["pretty", "json", "sarif", "html"] },
      summary: "Kind of report: pretty, json, sarif or html.",
    },
    { name: "json", summary: "The same as `--format json`." },
    {
      name: "output",
      short: "o",
      value: { name: "FILE", kind: "file" },
      summary: "Write to this file instead of standard output.",
    },
    {
      name: "least",
      value: {
        name: "SEVERITY",
        kind: "choice",
        choices: ["critical", "high", "medium", "low", "info"],
      },
      summary: "The mildest finding that is shown (default: `low`; all in JSON and SARIF).",
    },
    {
      name: "baseline",
      short: "b",
      value: { name: "FILE", kind: "file" },
      summary: "File of accepted findings, with reason, author and expiry.",
    },
    {
      name: "accept",
      value: { name: "REASON", kind: "text" },
      summary: "Add what is found to the baseline with this reason.",
    },
    {
      name: "author",
      value: { name: "NAME", kind: "text" },
      summary: "Author who accepts the findings.",
    },
    {
      name: "expires",
      value: { name: "DAY", kind: "text" },
      summary:
        "Day until which the findings are accepted, such as 2027-01-31 (default: in 90 days).",
    },
    {
      name: "feed",
      value: { name: "FILE", kind: "file" },
      isRepeatable: true,
      summary: "List of digests of files and skills that are known to be bad.",
    },
    {
      name: "opinion",
      value: { name: "MODEL", kind: "text" },
      summary:
        "Ask this language model too, as `provider:model`; the files go to it, and it can only add findings.",
    },
    {
      name: "settings",
      value: { name: "FILE", kind: "file" },
      summary: "With `--opinion`: settings with the models, the same as those of `serve`.",
    },
    {
      name: "jobs",
      short: "j",
      value: { name: "N", kind: "number" },
      summary: "Threads to use (default: more than one for many skills).",
    },
  ],
  examples: [
    "skillwright scan skills/weather",
    "skillwright scan . --tier verified",
    "skillwright scan . --format sarif --output scan.sarif",
  ],
};

export const scanCommands: readonly CommandSpec[] = [scan];
