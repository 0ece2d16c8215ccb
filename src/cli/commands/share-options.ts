/** Options that commands on installed and published skills share. */
import type { OptionSpec } from "./spec.ts";

export const json: OptionSpec = { name: "json", summary: "Print JSON." };

export const plainText: OptionSpec = {
  name: "plain-text",
  summary: "Allow an unencrypted connection to another machine.",
};

export const to: OptionSpec = {
  name: "to",
  value: { name: "DIR", kind: "folder" },
  summary: "Folder of skills (default: `skills`).",
};

export const registry: OptionSpec = {
  name: "registry",
  value: { name: "URL", kind: "text" },
  summary:
    "Address of the registry (default: `SKILLWRIGHT_REGISTRY`, or the one you logged in to).",
};

export const clients: readonly OptionSpec[] = [
  {
    name: "client",
    value: { name: "NAME", kind: "text" },
    summary:
      "Use the folder of this client, such as `claude-code`, `codex`, `cursor` or `openclaw`.",
  },
  { name: "global", summary: "With `--client`, its folder for all projects." },
];
