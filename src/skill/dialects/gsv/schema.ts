import { isList, type Json, type Path } from "../../model/index.ts";
import type { Misplacement } from "../dialect.ts";
import {
  anything,
  boolean,
  either,
  type Field,
  list,
  map,
  NAMESPACE,
  record,
  text,
} from "../field.ts";

const FIELDS = "Frontmatter fields";
const REQUIRES = "Frontmatter fields, `metadata`, `requires`";

const block: Path = ["metadata", NAMESPACE];

/** The lists of requirements, in the order in which hosts are narrowed by them. */
export const requirementLists = [
  "hostRoles",
  "capabilities",
  "anyCapabilities",
  "os",
  "env",
  "bins",
  "anyBins",
  "config",
] as const;

export type RequirementList = (typeof requirementLists)[number];

export const capabilities: readonly string[] = [
  "filesystem.list",
  "filesystem.read",
  "filesystem.write",
  "filesystem.edit",
  "text.search",
  "shell.exec",
];

export const hostRoles: readonly string[] = ["execution", "specialized"];

function eachText(value: Json, change: (item: string) => string): Json {
  return isList(value)
    ? value.map((item) => (typeof item === "string" ? change(item) : item))
    : value;
}

/** The model has Node's names of systems; here Windows goes by its own. */
function readSystems(value: Json): Json {
  return eachText(value, (item) => {
    const name = item.toLowerCase();
    return name === "windows" ? "win32" : name;
  });
}

function writeSystems(value: Json): Json {
  return eachText(value, (item) => (item === "win32" ? "windows" : item));
}

const names = list(text({ min: 1, trims: true }));

type RequirementRow = Pick<Field, "doc" | "shape" | "misspellings" | "read" | "write">;

const requirementRows: { readonly [List in RequirementList]: RequirementRow } = {
  hostRoles: {
    doc: "Roles of which the host must have one: `execution` or `specialized`.",
    shape: list(text({ values: hostRoles, trims: true })),
    misspellings: ["host_roles", "hostRole", "roles"],
  },
  capabilities: {
    doc: "Capabilities that the host must all expose.",
    shape: list(text({ values: capabilities, trims: true })),
    misspellings: ["capability", "caps"],
  },
  anyCapabilities: {
    doc: "Capabilities of which the host must expose at least one.",
    shape: list(text({ values: capabilities, trims: true })),
    misspellings: ["any_capabilities", "anyCapability"],
  },
  os: {
    doc: "Operating systems of which the host must run one, in any case of letters.",
    shape: names,
    misspellings: ["platform", "platforms"],
    read: readSystems,
    write: writeSystems,
  },
  env: {
    doc: "Environment variables that must all exist on the host.",
    shape: names,
    misspellings: ["envs", "envVars", "environment"],
  },
  bins: {
    doc: "Programs that must all be present on the host.",
    shape: names,
    misspellings: ["bin", "binaries", "commands"],
  },
  anyBins: {
    doc: "Programs of which at least one must be present on the host.",
    shape: names,
    misspellings: ["any_bins", "anyBin", "anybins"],
  },
  config: {
    doc: "Dotted paths of the gateway configuration that must all be truthy.",
    shape: names,
    misspellings: ["configs", "configPaths"],
  },
};

const installEntry = record({
  id: { shape: text(), doc: "Name of this way to install." },
  kind: {
    shape: text({ values: ["brew", "apt", "node", "go", "uv", "download"] }),
    required: true,
    doc: "Package manager.",
  },
  label: { shape: text(), doc: "What people are shown." },
  bins: { shape: list(text()), doc: "Programs that this installs." },
  formula: { shape: text(), doc: "Package name for `brew`." },
  package: { shape: text(), doc: "Package name for `apt`, `node`, `go` and `uv`." },
});

export const fields: readonly Field[] = [
  {
    path: ["name"],
    facet: "identity.name",
    shape: text(),
    doc: "Display name; where it is missing or empty, the name of the folder.",
    clause: FIELDS,
    misspellings: ["title", "id", "Name"],
    severity: "warning",
  },
  {
    path: ["description"],
    facet: "guidance.description",
    shape: text(),
    doc: "What the skill does; where it is missing, the first paragraph, cut at 200 characters.",
    clause: FIELDS,
    misspellings: ["summary", "desc", "Description"],
    severity: "warning",
  },
  {
    path: ["homepage"],
    facet: "identity.homepage",
    shape: text(),
    doc: "Address of the home page or documentation.",
    clause: FIELDS,
    misspellings: ["website", "url", "home"],
    severity: "warning",
  },
  {
    path: ["always"],
    facet: "requirements.always",
    shape: boolean(),
    default: false,
    doc: "The skill is eligible whatever it requires, unless configuration disables it.",
    clause: FIELDS,
    severity: "warning",
  },
  {
    path: ["metadata"],
    shape: either("a JSON object or a map", map(anything), text()),
    doc: "JSON object, as text or as a YAML block, with one block for each platform.",
    clause: FIELDS,
    severity: "warning",
  },
  {
    path: block,
    shape: map(anything),
    doc: "Block of the platform: `gsv`, else `openclaw`, else `clawdbot`.",
    clause: FIELDS,
    severity: "warning",
  },
  {
    path: [...block, "emoji"],
    facet: "identity.emoji",
    shape: text(),
    doc: "Emoji shown with the skill.",
    clause: FIELDS,
    severity: "warning",
  },
  {
    path: [...block, "requires"],
    shape: map(anything),
    doc: "What a connected host must have for the skill to be offered.",
    clause: REQUIRES,
    misspellings: ["require", "requirements"],
    severity: "warning",
  },
  ...requirementLists.map((name): Field => ({
    path: [...block, "requires", name],
    facet: `requirements.${name}`,
    clause: REQUIRES,
    isCheckedByRules: true,
    ...requirementRows[name],
  })),
  {
    path: [...block, "install"],
    facet: "requirements.install",
    shape: list(installEntry),
    doc: "Ways to install the programs that the skill requires.",
    clause: FIELDS,
    severity: "warning",
  },
];

const shown = new Set(["homepage", "emoji", "install"]);

/** The program keeps these without showing them anywhere. */
export const codeFields: readonly Field[] = fields.map((field) =>
  shown.has(String(field.path.at(-1))) ? { ...field, isInert: true } : field,
);

const OUTSIDE = "Only the block of the platform under `metadata` is read.";
const TOP = "The field is read at the top level only.";

function moves(froms: readonly Path[], to: Path, why: string): readonly Misplacement[] {
  return froms.map((from) => ({ from, to, why }));
}

export const misplacements: readonly Misplacement[] = [
  ...moves(
    [[...block, "os"]],
    [...block, "requires", "os"],
    "Eligibility reads `os` inside `requires`; beside it, it has no effect.",
  ),
  ...requirementLists
    // `config` is a map of settings elsewhere, no list of requirements.
    .filter((name) => name !== "os" && name !== "config")
    .map((name) => ({
      from: [...block, name],
      to: [...block, "requires", name],
      why: "Requirements are read inside `requires` only.",
    })),
  ...moves([["os"], ["metadata", "os"]], [...block, "requires", "os"], OUTSIDE),
  // Other tools have a `requires` of their own at the top level, so only its lists are looked at.
  ...requirementLists.flatMap((name) =>
    moves(
      [
        ["requires", name],
        ["metadata", "requires", name],
      ],
      [...block, "requires", name],
      OUTSIDE,
    ),
  ),
  ...["emoji", "install"].flatMap((key) =>
    moves([[key], ["metadata", key]], [...block, key], OUTSIDE),
  ),
  ...["always", "homepage"].flatMap((key) =>
    moves(
      [
        [...block, key],
        ["metadata", key],
      ],
      [key],
      TOP,
    ),
  ),
  ...["gsv", "openclaw", "clawdbot"].flatMap((key) =>
    moves([[key], [`metadata.${key}`]], ["metadata", key], OUTSIDE),
  ),
];
