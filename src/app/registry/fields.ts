/** Taken by the operations on installed, packed and published skills. */
import type { Expose } from "../operation.ts";

export const targetFields = {
  to: { kind: "folder", doc: "Folder of skills (default: `skills`)." },
  client: {
    kind: "text",
    placeholder: "NAME",
    doc: "Use the folder of this client, such as `claude-code`, `codex`, `cursor` or `openclaw`.",
  },
  global: { kind: "flag", doc: "With `--client`, its folder for all projects." },
} as const;

export const registryField = {
  registry: {
    kind: "text",
    placeholder: "URL",
    doc: "Address of the registry (default: `SKILLWRIGHT_REGISTRY`, or the one you logged in to).",
  },
} as const;

export const plainTextField = {
  plainText: { kind: "flag", doc: "Allow an unencrypted connection to another machine." },
} as const;

/** Taken by every operation that can meet an MCP server. */
export const connectionFields = {
  era: {
    kind: "choice",
    choices: ["auto", "modern", "legacy"],
    placeholder: "ERA",
    doc: "Protocol of an MCP server: modern, legacy or auto.",
  },
  tokenFile: { kind: "file", doc: "File with its token (default: `SKILLWRIGHT_MCP_TOKEN`)." },
  timeout: {
    kind: "number",
    placeholder: "SECONDS",
    doc: "Seconds for each request to it (default: 30).",
  },
  plainText: { kind: "flag", doc: "Allow an unencrypted connection to another machine." },
} as const;

/** Taken by those that name a server themselves. */
export const loginFields = {
  login: { kind: "flag", doc: "Log in to the server in a browser if it wants that." },
  clientFile: { kind: "file", doc: "OAuth client that its issuer registered, as JSON." },
} as const;

export const offlineFields = {
  offline: { kind: "flag", doc: "Use only what was fetched before." },
  preferOffline: { kind: "flag", doc: "Ask only for what was not fetched before." },
} as const;

export const trustField = {
  trust: { kind: "file", doc: "Trusted keys (default: `~/.skillwright/trusted-keys.json`)." },
} as const;

export const dryRunField = {
  dryRun: { kind: "flag", doc: "Show what would be done, and write nothing." },
} as const;

export const reviewFields = {
  allowRisky: { kind: "flag", doc: "Install skills even if the scanner blocks them." },
  acceptReview: { kind: "flag", doc: "Install skills that the scanner sends to review." },
  acceptSigner: {
    kind: "text",
    many: true,
    isVerbatim: true,
    placeholder: "KEY",
    doc: "Let this key take over names; `unsigned` for none.",
  },
} as const;

export const consentFields = {
  allow: {
    kind: "text",
    many: true,
    isVerbatim: true,
    placeholder: "PERMISSION",
    doc: "Allow this permission.",
  },
  yes: { kind: "flag", doc: "Allow all permissions that need confirmation." },
  allowExperimental: {
    kind: "flag",
    doc: "Install skills that are not signed by a key you trust.",
  },
} as const;

export const publishFields = {
  publisher: {
    kind: "text",
    placeholder: "HANDLE",
    doc: "Publisher to publish as (default: yourself).",
  },
  changelog: { kind: "text", doc: "Changelog of the version." },
  visibility: {
    kind: "choice",
    choices: ["public", "team", "private"],
    placeholder: "WHO",
    doc: "Who may see the skill.",
  },
  allowRisky: { kind: "flag", doc: "Publish even if the scanner blocks the skill." },
} as const;

export const skillFolderField = {
  path: {
    kind: "folder",
    positional: true,
    placeholder: "PATH",
    doc: "Folder of a skill (default: the working directory).",
  },
} as const;

export const skillNameField = {
  name: {
    kind: "text",
    positional: true,
    required: true,
    doc: "Skill of the registry: `NAME` or `@PUBLISHER/NAME`.",
  },
} as const;

export const installedNameField = {
  name: { kind: "text", positional: true, required: true, doc: "Installed skill." },
} as const;

/** Why callers elsewhere cannot call what changes folders. */
const FOLDERS = "It works on folders, keys and logins of the computer on which it runs.";

export const ON_THIS_COMPUTER: Expose = { not: { http: FOLDERS, mcp: FOLDERS, browser: FOLDERS } };
