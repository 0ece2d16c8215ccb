/** Why a skill is not loaded, not offered or not shown in full: the only list of such reasons. */
import type { GateWords, RequirementName } from "../../skill/index.ts";

export type ReasonCode =
  | "plugin-off"
  | "not-scanned"
  | "wrong-file-name"
  | "not-a-file"
  | "link-refused"
  | "hard-link"
  | "over-root-limit"
  | "too-large"
  | "unreadable"
  | "shadowed"
  | "changed-since-install"
  | "taken-down"
  | "disabled-by-config"
  | "secret-unresolved"
  | "not-in-allow-list"
  | "requirement-invalid"
  | "no-connected-host"
  | "wrong-role"
  | "missing-capability"
  | "missing-any-capability"
  | "wrong-os"
  | "missing-env"
  | "missing-bin"
  | "missing-any-bin"
  | "missing-config"
  | "not-in-agent-list"
  | "switched-off"
  | "hidden-from-model"
  | "outside-scope"
  | "cut-by-count"
  | "cut-by-budget"
  | "shortened-by-budget";

export interface Reason {
  readonly code: ReasonCode;
  /** What the reason speaks of: names of programs, variables, paths, systems, or a key. */
  readonly names: readonly string[];
  /** It speaks of all connected hosts, not of this machine. */
  readonly isOfHosts?: boolean;
  /** The file that took its place. */
  readonly winner?: string;
  /** It took it for its folder has the same name, whatever the two call themselves. */
  readonly isByFolder?: boolean;
  /** A sentence of the reader on a file that cannot be used. */
  readonly detail?: string;
}

/** From a list of requirements to the reason for which it excludes. */
export const unmetCodes: { readonly [Name in RequirementName]: ReasonCode } = {
  hostRoles: "wrong-role",
  capabilities: "missing-capability",
  anyCapabilities: "missing-any-capability",
  os: "wrong-os",
  env: "missing-env",
  bins: "missing-bin",
  anyBins: "missing-any-bin",
  config: "missing-config",
};

function quoted(names: readonly string[], last: string): string {
  const words = names.map((name) => `\`${name}\``);
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

function verb(names: readonly string[]): string {
  return names.length === 1 ? "is" : "are";
}

type Words = (names: readonly string[], reason: Reason) => string;

const words: { readonly [Code in ReasonCode]: Words } = {
  "plugin-off": (_names, { detail }) => detail ?? "Its plugin is off.",
  "not-scanned": ([folder = ""], { detail }) =>
    detail ?? `The folder \`${folder}\` is not looked into.`,
  "wrong-file-name": (_names, { detail }) => detail ?? "Its file has another name.",
  "not-a-file": (_names, { detail }) => detail ?? "Something else has the name of its file.",
  "link-refused": (_names, { detail }) => detail ?? "It is a link that is not followed.",
  "hard-link": (_names, { detail }) => detail ?? "Its file has another name elsewhere.",
  "over-root-limit": ([limit = ""]) => `Its root already has ${limit} skills, the most that load.`,
  "too-large": ([limit = ""], { detail }) => detail ?? `The file is larger than ${limit} bytes.`,
  unreadable: (_names, { detail }) => detail ?? "The file cannot be read as a skill.",
  shadowed: ([name = ""], { winner = "", isByFolder }) =>
    `Another skill ${isByFolder === true ? "in a folder " : ""}named \`${name}\` takes its place: ${winner}.`,
  "changed-since-install": (_names, { detail }) =>
    detail ?? "Its files are not those that were installed.",
  "taken-down": (_names, { detail }) => detail ?? "It was taken down by the registry.",
  "disabled-by-config": ([key = ""]) => `The configuration switches \`${key}\` off.`,
  "secret-unresolved": ([key = ""]) =>
    `The secret configured for \`${key}\` could not be resolved.`,
  "not-in-allow-list": ([name = ""]) => `\`${name}\` is not in the list of allowed bundled skills.`,
  "requirement-invalid": () => "One of its requirements is malformed or unknown.",
  "no-connected-host": () => "It has requirements, and no host is connected.",
  "wrong-role": (names) => `No host that is left has the role ${quoted(names, "or")}.`,
  "missing-capability": (names) => `No host that is left exposes ${quoted(names, "and")}.`,
  "missing-any-capability": (names) => `No host that is left exposes ${quoted(names, "or")}.`,
  "wrong-os": (names) => `It runs on ${quoted(names, "or")} only.`,
  "missing-env": (names, { isOfHosts }) =>
    isOfHosts === true
      ? `No host that is left has ${quoted(names, "and")} set.`
      : `${quoted(names, "and")} ${verb(names)} not set.`,
  "missing-bin": (names, { isOfHosts }) =>
    isOfHosts === true
      ? `No host that is left has ${quoted(names, "and")} installed.`
      : `${quoted(names, "and")} ${verb(names)} not installed.`,
  "missing-any-bin": (names, { isOfHosts }) =>
    isOfHosts === true
      ? `No host that is left has ${quoted(names, "or")} installed.`
      : `None of ${quoted(names, "and")} is installed.`,
  "missing-config": (names) =>
    `${quoted(names, "and")} ${verb(names)} not true in the configuration.`,
  "not-in-agent-list": ([name = ""]) => `\`${name}\` is not in the list of skills of this agent.`,
  "switched-off": ([key = ""]) => `This session switches \`${key}\` off.`,
  "hidden-from-model": () => "It is left out of the prompt and runs as a command only.",
  "outside-scope": ([location = ""]) => `The agent cannot read \`${location}\`.`,
  "cut-by-count": ([limit = ""]) => `The prompt already lists ${limit} skills, the most it may.`,
  "cut-by-budget": ([limit = ""]) => `The list of skills would exceed ${limit} characters.`,
  "shortened-by-budget": ([limit = ""]) =>
    `Its description was shortened to keep the list within ${limit} characters.`,
};

/** Every code, in the order in which a skill meets them. */
// Object.keys is typed as string[]; the table above is keyed by ReasonCode exactly.
export const reasonCodes: readonly ReasonCode[] = Object.keys(words) as ReasonCode[];

/** The reason as a sentence for people. */
export function formatReason(reason: Reason): string {
  return words[reason.code](reason.names, reason);
}

const lists: { readonly [Code in ReasonCode]?: RequirementName } = Object.fromEntries(
  Object.entries(unmetCodes).map(([list, code]) => [code, list]),
);

/** The reason in the words of the system itself, where it has any. */
export function formatAsSystem(reason: Reason, own: GateWords | undefined): string | undefined {
  if (own === undefined) return undefined;
  if (reason.code === "disabled-by-config") return own.disabled;
  if (reason.code === "requirement-invalid") return own.invalid;
  if (reason.code === "no-connected-host") return own.noHost;
  const list = lists[reason.code];
  if (list === undefined) return undefined;
  const values: { readonly [key: string]: string } = { list, names: reason.names.join(", ") };
  // In one pass, because a name may contain a placeholder.
  return own.unmet.replaceAll(/\{(list|names)\}/g, (_match, key: string) => values[key] ?? "");
}
