import { formatPath, type Json, type Path } from "../../model/index.ts";
import {
  anything,
  boolean,
  either,
  type Field,
  list,
  map,
  NAMESPACE,
  number,
  record,
  type Shape,
  text,
} from "../field.ts";

const FORMAT = "Format";
const GATING = "Gating at load time";
const OVERRIDES = "Configuration overrides";

export const block: Path = ["metadata", NAMESPACE];

export const requirementLists = ["bins", "anyBins", "env", "config"] as const;

export const installKinds: readonly string[] = ["brew", "node", "go", "uv", "download"];

/** Node's names, as the runtime compares them. */
const systems: readonly string[] = ["darwin", "linux", "win32"];

/** The model speaks of what is offered, the file of what is withheld. */
function invert(value: Json): Json | undefined {
  return typeof value === "boolean" ? !value : undefined;
}

const names = list(text({ min: 1, trims: true }));

const installEntry = record({
  id: { shape: text(), doc: "Name of this way to install." },
  kind: { shape: text({ values: installKinds }), required: true, doc: "Installer." },
  label: { shape: text(), doc: "What people are shown." },
  bins: { shape: list(text()), doc: "Programs that this installs." },
  os: { shape: list(text({ values: systems })), doc: "Platforms on which this is offered." },
  formula: { shape: text(), doc: "Formula for `brew`." },
  package: { shape: text(), doc: "Package for `node` and `uv`." },
  module: { shape: text(), doc: "Module for `go`." },
  url: { shape: text(), doc: "Address for `download`." },
  archive: { shape: text(), doc: "Kind of archive: `tar.gz`, `tar.bz2` or `zip`." },
  extract: { shape: boolean(), doc: "Whether a download is unpacked; an archive is by default." },
  stripComponents: { shape: number(), doc: "Leading folders to drop when unpacking." },
  targetDir: { shape: text(), doc: "Folder that receives a download." },
});

const identity: readonly Field[] = [
  {
    path: ["name"],
    facet: "identity.name",
    shape: text({ min: 1, trims: true }),
    isRequired: true,
    doc: "Name of the skill, and its key in the configuration.",
    clause: FORMAT,
    misspellings: ["title", "id", "Name"],
  },
  {
    path: ["description"],
    facet: "guidance.description",
    shape: text({ min: 1, trims: true }),
    isRequired: true,
    doc: "What the skill does and when to use it; shown to the model.",
    clause: FORMAT,
    misspellings: ["summary", "desc", "Description"],
  },
  {
    path: ["homepage"],
    facet: "identity.homepage",
    shape: text(),
    doc: "Address that the interface shows as the website.",
    clause: FORMAT,
    aliases: [[...block, "homepage"]],
    misspellings: ["website", "url", "home"],
    severity: "warning",
  },
];

const invocation: readonly Field[] = [
  {
    path: ["user-invocable"],
    facet: "invocation.byUser",
    shape: boolean(),
    default: true,
    doc: "The user may start the skill as a slash command.",
    clause: FORMAT,
    misspellings: ["user_invocable", "user-invokable", "userInvocable", "invocable"],
    severity: "warning",
  },
  {
    path: ["disable-model-invocation"],
    facet: "invocation.byModel",
    shape: boolean(),
    default: false,
    doc: "The skill is left out of the prompt and stays a command for the user.",
    clause: FORMAT,
    misspellings: ["disable_model_invocation", "disableModelInvocation"],
    severity: "warning",
    read: invert,
    write: invert,
  },
  {
    path: ["command-dispatch"],
    facet: "invocation.dispatch",
    shape: text({ values: ["tool"], trims: true }),
    doc: "`tool` sends the slash command straight to a tool, past the model.",
    clause: FORMAT,
    misspellings: ["command_dispatch", "commandDispatch"],
    severity: "warning",
  },
  {
    path: ["command-tool"],
    facet: "invocation.dispatchTool",
    shape: text({ min: 1, trims: true }),
    doc: "Tool that receives a dispatched command.",
    clause: FORMAT,
    misspellings: ["command_tool", "commandTool"],
    severity: "warning",
  },
  {
    path: ["command-arg-mode"],
    facet: "invocation.dispatchArgumentMode",
    shape: text({ values: ["raw"], trims: true }),
    default: "raw",
    doc: "How arguments reach the tool: `raw` passes them as they were typed.",
    clause: FORMAT,
    misspellings: ["command_arg_mode", "commandArgMode"],
    severity: "warning",
  },
];

type RequirementRow = Pick<Field, "doc" | "misspellings">;

const requirementRows: { readonly [List in (typeof requirementLists)[number]]: RequirementRow } = {
  bins: {
    doc: "Programs that must all be on the `PATH`.",
    misspellings: ["bin", "binaries", "commands"],
  },
  anyBins: {
    doc: "Programs of which at least one must be on the `PATH`.",
    misspellings: ["any_bins", "anyBin", "anybins"],
  },
  env: {
    doc: "Environment variables that must be set, or given in the configuration.",
    misspellings: ["envs", "envVars", "environment"],
  },
  config: {
    doc: "Dotted paths of `openclaw.json` that must be truthy.",
    misspellings: ["configs", "configPaths"],
  },
};

const gating: readonly Field[] = [
  {
    path: ["metadata"],
    shape: either("a JSON object", map(anything), text()),
    doc: "JSON object, best on one line, that holds the block of the platform.",
    clause: FORMAT,
  },
  {
    path: block,
    shape: map(anything),
    doc: "Block of the platform; without it the skill is always eligible.",
    clause: GATING,
    severity: "warning",
  },
  {
    path: [...block, "always"],
    facet: "requirements.always",
    shape: boolean(),
    default: false,
    doc: "The skill is included whatever the other gates say.",
    clause: GATING,
    severity: "warning",
  },
  {
    path: [...block, "emoji"],
    facet: "identity.emoji",
    shape: text(),
    doc: "Emoji that the interface shows.",
    clause: GATING,
    severity: "warning",
  },
  {
    path: [...block, "os"],
    facet: "requirements.os",
    shape: list(text({ values: systems, trims: true })),
    doc: "Platforms on which the skill is eligible, by Node's names.",
    clause: GATING,
    misspellings: ["platform", "platforms"],
    severity: "warning",
  },
  {
    path: [...block, "requires"],
    shape: map(anything),
    doc: "What the machine and the configuration must have.",
    clause: GATING,
    misspellings: ["require", "requirements"],
    severity: "warning",
  },
  ...requirementLists.map((name): Field => ({
    path: [...block, "requires", name],
    facet: `requirements.${name}`,
    shape: names,
    clause: GATING,
    severity: "warning",
    ...requirementRows[name],
  })),
  {
    path: [...block, "primaryEnv"],
    facet: "requirements.primaryEnv",
    shape: text({ min: 1, trims: true }),
    doc: "Environment variable that a configured `apiKey` fills.",
    clause: GATING,
    misspellings: ["primary_env", "primaryenv"],
    severity: "warning",
  },
  {
    path: [...block, "skillKey"],
    facet: "identity.configKey",
    shape: text({ min: 1 }),
    doc: "Key of the skill under `skills.entries`, where it is not the name.",
    clause: OVERRIDES,
    misspellings: ["skill_key", "skillkey"],
    severity: "warning",
  },
  {
    path: [...block, "install"],
    facet: "requirements.install",
    shape: list(installEntry),
    doc: "Ways to install what the skill requires, of which one is offered.",
    clause: GATING,
    severity: "warning",
  },
];

export const fields: readonly Field[] = [...identity, ...invocation, ...gating];

const commaNames = list(text({ takesScalars: true, trims: true }), { splits: "commas" });

const TRUE_WORDS = new Set(["true", "1", "yes", "on"]);
const FALSE_WORDS = new Set(["false", "0", "no", "off"]);

const switchWords: Shape = either(
  "`true` or `false`",
  boolean(),
  text({ pattern: /^\s*(?:true|1|yes|on|false|0|no|off)\s*$/i }),
);

function readSwitch(value: Json): Json | undefined {
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : undefined;
}

function readInvertedSwitch(value: Json): Json | undefined {
  const isSet = readSwitch(value);
  return isSet === undefined ? undefined : invert(isSet);
}

/** What the release does otherwise than the document, by the path of the field. */
const releaseRows: { readonly [path: string]: Partial<Field> } = {
  name: {
    isRequired: false,
    shape: text({ trims: true }),
    severity: "warning",
    doc: "Name of the skill; where it is missing or blank, the name of the folder.",
  },
  homepage: {
    path: [...block, "homepage"],
    aliases: [["homepage"], ["website"], ["url"]],
    misspellings: ["home"],
  },
  "user-invocable": { shape: switchWords, read: readSwitch },
  "disable-model-invocation": { shape: switchWords, read: readInvertedSwitch },
  "command-dispatch": { aliases: [["command_dispatch"]], misspellings: ["commandDispatch"] },
  "command-tool": { aliases: [["command_tool"]], misspellings: ["commandTool"] },
  "command-arg-mode": { aliases: [["command_arg_mode"]], misspellings: ["commandArgMode"] },
  metadata: { severity: "warning" },
  [formatPath([...block, "always"])]: {
    doc: "The skill is included whatever it requires; `os` still counts.",
  },
  [formatPath([...block, "emoji"])]: { aliases: [["emoji"]] },
  [formatPath([...block, "os"])]: {
    shape: list(text({ values: systems, takesScalars: true, trims: true }), { splits: "commas" }),
  },
  ...Object.fromEntries(
    requirementLists.map((name) => [
      formatPath([...block, "requires", name]),
      { shape: commaNames },
    ]),
  ),
  [formatPath([...block, "install"])]: { isCheckedByRules: true },
};

export const releaseFields: readonly Field[] = fields.map((field) => ({
  ...field,
  ...releaseRows[formatPath(field.path)],
}));
