import { clients, json, plainText, registry, to } from "./share-options.ts";
import type { CommandSpec } from "./spec.ts";

const audit: CommandSpec = {
  name: "audit",
  summary: "List what speaks against installed skills.",
  details:
    "Asks registries what became of installed skills, and lists those that were taken down, yanked, deprecated or reported, or " +
    "that are not what `skill-lock.json` records. Exits with 1 if there is one.",
  arguments: [],
  options: [
    {
      name: "format",
      value: { name: "FORMAT", kind: "choice", choices: ["pretty", "json", "sarif"] },
      summary: "Output format (default: `pretty`).",
    },
    to,
    ...clients,
    registry,
    plainText,
    json,
  ],
  examples: ["skillwright audit", "skillwright audit --format sarif > audit.sarif"],
};

export const auditCommands: readonly CommandSpec[] = [audit];
