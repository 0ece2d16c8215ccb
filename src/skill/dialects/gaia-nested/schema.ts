import { isList, type Json } from "../../model/index.ts";
import { anything, type Field, list, map, text } from "../field.ts";
import { KEBAB } from "../shared/names.ts";
import { PERMISSION_SAYS, securityTiers, splitPermission } from "../shared/permissions.ts";
import { portableFields } from "../shared/portable.ts";
import { coerceVersion, SEMVER, SEMVER_SAYS } from "../shared/semver.ts";
import { requirementFields, toolShape } from "../shared/tool-fields.ts";
import { readPermission } from "./trust.ts";

const CLAUSE = "GAIA skills, frontmatter and metadata.gaia";

export const NAME_RULE_TEXT =
  "lower-case words of letters and digits, joined by single hyphens, at most 64 characters";

/** `shell:execute:git,npm` is two grants here: each names one program. */
function splitGrants(value: Json): Json | undefined {
  if (!isList(value)) return undefined;
  return value.flatMap((grant) => {
    const permission = typeof grant === "string" ? splitPermission(grant) : undefined;
    if (permission?.domain !== "shell" || permission.scope === undefined) return [grant];
    return permission.scope.split(",").map((name) => `shell:${permission.level}:${name.trim()}`);
  });
}

function writeVersion(value: Json): Json | undefined {
  return typeof value === "string" ? coerceVersion(value) : undefined;
}

const top: readonly Field[] = [
  {
    path: ["name"],
    facet: "identity.name",
    shape: text({ max: 64, pattern: KEBAB, says: NAME_RULE_TEXT }),
    isRequired: true,
    doc: "Name of the skill, equal to its folder.",
    clause: CLAUSE,
    misspellings: ["id", "title"],
  },
  {
    path: ["description"],
    facet: "guidance.description",
    shape: text({ min: 1, max: 1024, trims: true }),
    isRequired: true,
    doc: "What the skill does and when to use it.",
    clause: CLAUSE,
    misspellings: ["summary", "desc"],
  },
  {
    path: ["license"],
    facet: "identity.license",
    shape: text(),
    doc: "Licence of the skill.",
    clause: CLAUSE,
    misspellings: ["licence"],
  },
  {
    path: ["version"],
    facet: "identity.version",
    shape: text({ pattern: SEMVER, says: SEMVER_SAYS }),
    doc: "Version by SemVer 2.0.0; needed to publish.",
    clause: CLAUSE,
    write: writeVersion,
  },
  {
    path: ["metadata"],
    shape: map(anything),
    doc: "Further data by namespace; GAIA reads `gaia`.",
    clause: CLAUSE,
  },
  ...portableFields
    .filter((field) => field.path[0] === "compatibility" || field.path[0] === "allowed-tools")
    .map((field): Field => ({ ...field, severity: "warning", isInert: true })),
  {
    path: ["disallowed-tools"],
    facet: "authority.disallowedTools",
    shape: list(text({ takesScalars: true }), { splits: "tools" }),
    doc: "Tools the skill must not use; GAIA takes the field without effect.",
    clause: CLAUSE,
    severity: "warning",
    isInert: true,
  },
];

const block: readonly Field[] = [
  {
    path: ["metadata", "gaia"],
    shape: map(anything),
    doc: "What only GAIA reads: tier, permissions, requirements and tools.",
    clause: CLAUSE,
  },
  {
    path: ["metadata", "gaia", "security_tier"],
    facet: "authority.tier",
    shape: text({ values: securityTiers }),
    default: "experimental",
    doc: "How far the skill claims to be trusted: `verified`, `community` or `experimental`.",
    clause: CLAUSE,
    misspellings: ["tier", "security-tier", "securityTier"],
  },
  {
    path: ["metadata", "gaia", "permissions"],
    facet: "authority.permissions",
    shape: list(
      text({
        takesScalars: true,
        test: (value) => readPermission(value) !== undefined,
        says: `${PERMISSION_SAYS}, and one bare program as the scope of \`shell:execute\``,
      }),
    ),
    default: [],
    doc: "Everything the skill may touch, as `<domain>:<level>` with an optional scope.",
    clause: CLAUSE,
    misspellings: ["permission", "grants"],
    write: splitGrants,
  },
  ...requirementFields(["metadata", "gaia", "requirements"], CLAUSE),
  {
    path: ["metadata", "gaia", "tools"],
    facet: "tools.declared",
    shape: list(toolShape),
    default: [],
    doc: "Functions of `tools.py` that the skill provides.",
    clause: CLAUSE,
    misspellings: ["tool", "actions"],
  },
  {
    path: ["metadata", "gaia", "tools_required"],
    facet: "tools.required",
    shape: list(text({ takesScalars: true })),
    default: [],
    doc: "Tools of the agent that the skill calls.",
    clause: CLAUSE,
    misspellings: ["tools-required", "required_tools", "toolsRequired"],
  },
];

export const fields: readonly Field[] = [...top, ...block];
