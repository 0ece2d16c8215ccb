/** What connecting and disconnecting take. */
export const hostFields = {
  host: {
    kind: "text",
    many: true,
    positional: true,
    doc: "Program to connect. Default: every one that is found.",
  },
  name: { kind: "text", doc: "Name of the entry. Default: `skillwright`." },
  dryRun: { kind: "flag", doc: "Show what would change, and change nothing." },
} as const;

export const DEFAULT_SERVER_NAME = "skillwright";

export const LOCAL_ONLY = "It changes settings of programs on the computer on which it runs.";
