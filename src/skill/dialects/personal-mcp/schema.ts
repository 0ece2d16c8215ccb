import type { Json, Path } from "../../model/index.ts";
import { anything, type Field, list, map, record, type Shape, text } from "../field.ts";
import { codeFields } from "../shared/code-fields.ts";
import { portableFields } from "../shared/portable.ts";
import { coerceVersion, isSemver, SEMVER_SAYS } from "../shared/semver.ts";
import { hasNoTag } from "../shared/xml-tag.ts";
import { isReferencePath } from "./paths.ts";
import {
  readDependencies,
  readReferences,
  writeDependencies,
  writeReferences,
} from "./relations.ts";

const SUPPORT = "Frontmatter contract, Anthropic frontmatter support";
const METADATA = "Frontmatter contract, repository metadata field rules";

/** The block that holds what is meant for the catalog. */
export const BLOCK = "x-personal-mcp";

export const ID: RegExp = /^[a-z][a-z0-9-]*$/;
export const ID_SAYS = "lower-case letters, digits and hyphens, a letter first";
export const NAME_RULE_TEXT: string = `${ID_SAYS}, without \`anthropic\` or \`claude\``;

/** The pattern of the contract's model, which is a little wider than SemVer and a little narrower. */
export const MODEL_VERSION: RegExp =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:[-+][0-9A-Za-z.-]+)?$/;

export function isName(value: string): boolean {
  return ID.test(value) && !/anthropic|claude/.test(value);
}

/** The address under which a skill's own document is published. */
export function documentUri(id: string): string {
  return `resource://skills/${id}/document`;
}

const trimmedText = text({ trims: true });
const toolNames = list(text(), { splits: "tools" });

/** Types by the contract's model; the other Claude Code fields it takes as they come. */
const MODELLED: { readonly [key: string]: Shape } = {
  when_to_use: text(),
  "argument-hint": text(),
  arguments: list(text(), { splits: "words" }),
  "disallowed-tools": toolNames,
  "allowed-tools": toolNames,
  license: text(),
  compatibility: text(),
  metadata: map(text()),
};
const STRICT = new Set([...Object.keys(MODELLED), "disable-model-invocation", "user-invocable"]);

function asModelled(field: Field): Field {
  const key = String(field.path[0]);
  const shape = MODELLED[key] ?? field.shape;
  return { ...field, shape, clause: SUPPORT, severity: STRICT.has(key) ? "error" : "warning" };
}

const portable = portableFields.map(asModelled);
/** The page lists fourteen; `background` is not among them. */
const code = codeFields.filter((field) => field.path[0] !== "background").map(asModelled);

const identity: readonly Field[] = [
  {
    path: ["name"],
    facet: "identity.name",
    shape: text({ min: 1, max: 64, trims: true, test: isName, says: NAME_RULE_TEXT }),
    isRequired: true,
    doc: "Name of the skill, equal to its folder and its id; without reserved words.",
    clause: SUPPORT,
    misspellings: ["title"],
  },
  {
    path: ["description"],
    facet: "guidance.description",
    shape: text({
      min: 1,
      max: 1024,
      trims: true,
      test: hasNoTag,
      says: "text without XML tags",
    }),
    isRequired: true,
    doc: "What the skill does and when to use it.",
    clause: SUPPORT,
    misspellings: ["summary", "desc"],
  },
];

const reference = record({
  path: {
    shape: text({
      trims: true,
      test: isReferencePath,
      says: "the path of a Markdown file below `references/`",
    }),
    required: true,
    doc: "Markdown file below `references/`, relative to the skill.",
  },
  mime_type: { shape: trimmedText, doc: "Media type; without it `text/markdown`." },
  title: { shape: trimmedText, doc: "Label for people." },
  aliases: {
    shape: list(trimmedText),
    doc: "Ids that it had before, under which it is still found.",
    severity: "warning",
  },
});

function inBlock(key: string, field: Omit<Field, "path" | "clause">): Field {
  const path: Path = [BLOCK, key];
  return { ...field, path, clause: METADATA };
}

const block: readonly Field[] = [
  {
    path: [BLOCK],
    shape: map(anything),
    isRequired: true,
    doc: "What the MCP catalog needs to know of the skill.",
    clause: METADATA,
    misspellings: ["x-personal-mpc", "x_personal_mcp", "personal-mcp"],
  },
  inBlock("id", {
    facet: "identity.id",
    shape: text({ trims: true, pattern: ID, says: ID_SAYS }),
    isRequired: true,
    doc: "Identity in the catalog; equals `name` and the folder.",
    derive: (name) => name,
  }),
  inBlock("version", {
    facet: "identity.version",
    shape: text({
      trims: true,
      test: (value) => MODEL_VERSION.test(value) || isSemver(value),
      says: SEMVER_SAYS,
    }),
    isRequired: true,
    doc: "Semantic version of the skill.",
    write: (value) => (typeof value === "string" ? coerceVersion(value) : undefined),
    whenAbsent: "0.1.0",
  }),
  inBlock("tags", {
    facet: "identity.tags",
    shape: list(trimmedText),
    default: [],
    doc: "Words in kebab-case by which the skill is found.",
    misspellings: ["keywords", "labels"],
  }),
  inBlock("capabilities", {
    facet: "relations.published",
    shape: list(trimmedText, { min: 1 }),
    isRequired: true,
    doc: "MCP addresses that the skill publishes, its own document among them.",
    misspellings: ["capability", "resources"],
    derive: (name): Json => [documentUri(name)],
  }),
  inBlock("depends_on", {
    facet: "relations.skills",
    shape: list(trimmedText),
    default: [],
    doc: "Ids of other skills that this one builds on.",
    misspellings: ["depends-on", "dependencies", "requires"],
    read: readDependencies,
    write: writeDependencies,
    approximation: "the versions that are asked for are not said here",
  }),
  inBlock("references", {
    facet: "relations.references",
    shape: map(reference),
    default: {},
    doc: "Reference documents by id in kebab-case.",
    misspellings: ["reference", "refs"],
    read: readReferences,
    write: writeReferences,
  }),
];

export const fields: readonly Field[] = [...identity, ...portable, ...code, ...block];
