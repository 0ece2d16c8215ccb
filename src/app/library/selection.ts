/** Which systems, agents and machines an operation is about. */
import type { Environment, Meter } from "../../platform/index.ts";
import type { Machine } from "../../platform/machine/index.ts";
import type { InputOf } from "../fields.ts";

export const systemFields = {
  as: {
    kind: "dialect",
    doc: "System whose rules apply; a bare name means its current release. Or a coding agent: `codex`. Default: each one that finds skills.",
  },
  client: {
    kind: "text",
    placeholder: "NAME",
    only: "local",
    doc: "Use the folders of this client, such as `codex`, `cursor` or `vscode`.",
  },
  agent: { kind: "text", placeholder: "ID", doc: "Agent whose skills are meant." },
  host: {
    kind: "file",
    many: true,
    doc: "JSON file that describes a machine to check instead of this one, or `local`.",
  },
  config: { kind: "file", short: "c", doc: "Settings to use instead of those of the system." },
  root: {
    kind: "folder",
    many: true,
    doc: "Folder of skills to use instead of those of the system.",
  },
  store: {
    kind: "text",
    placeholder: "URL",
    only: "local",
    doc: "Bucket of skills to use instead of folders, such as s3://bucket/prefix.",
  },
  gateway: {
    kind: "text",
    placeholder: "URL",
    only: "local",
    doc: "Gateway whose connected machines count, such as ws://127.0.0.1:4817.",
  },
  fresh: {
    kind: "flag",
    only: "local",
    doc: "With `--gateway`: query its machines again.",
  },
  tokenFile: {
    kind: "file",
    doc: "With `--gateway`: file with the token. Default: `SKILLWRIGHT_HOST_TOKEN`.",
  },
  token: {
    kind: "text",
    only: "local",
    doc: "With `--gateway`: the token itself, which every user of this machine can then read.",
  },
  plainText: {
    kind: "flag",
    only: "local",
    doc: "With `--gateway`: send the token unencrypted to another machine.",
  },
} as const;

export const priorityField = {
  priority: {
    kind: "text",
    many: true,
    placeholder: "NAMES",
    doc: "Skills that are truncated and dropped last from the list for the model, separated by commas.",
  },
} as const;

export interface PromptLimits {
  readonly budget?: number;
  readonly context?: number;
  readonly priority?: readonly string[];
}

export type SystemSelection = InputOf<typeof systemFields> & PromptLimits;

/** The computer on which an operation looks for skills. */
export interface Computer {
  readonly environment: Environment;
  /** The working directory. */
  readonly folder: string;
  /** Default: the machine on which this runs. */
  readonly machine?: Machine;
  /** To be called when all is loaded and thousands of files come, each for a moment. */
  readonly tuneGc: () => void;
  /** Shows a line about what is being waited for. */
  readonly notify: (line: string) => void;
  /** Shows how far work on many files has come; undefined if nothing shows it. */
  readonly startMeter?: (() => Meter | undefined) | undefined;
}
