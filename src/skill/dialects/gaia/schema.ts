import type { Json } from "../../model/index.ts";
import { type Field, list, record, text } from "../field.ts";
import { PERMISSION_SAYS, securityTiers } from "../shared/permissions.ts";
import { coerceVersion, SEMVER, SEMVER_SAYS } from "../shared/semver.ts";
import { requirementFields, toolShape } from "../shared/tool-fields.ts";
import { readPermission } from "./trust.ts";

const FIELDS = "GAIA SKILL.md draft 0.1.0, section 2.2";

export const NAME: RegExp = /^[a-z][a-z0-9-]{0,63}$/;
export const NAME_RULE_TEXT =
  "lower-case letters, digits and hyphens, a letter first, at most 64 characters";

function writeVersion(value: Json): Json | undefined {
  return typeof value === "string" ? coerceVersion(value) : undefined;
}

const required: readonly Field[] = [
  {
    path: ["name"],
    facet: "identity.name",
    shape: text({ pattern: NAME, says: NAME_RULE_TEXT }),
    isRequired: true,
    doc: "Name of the skill, unique in its registry: lower-case letters, digits and hyphens.",
    clause: "GAIA SKILL.md draft 0.1.0, section 2.3",
    misspellings: ["id", "title"],
  },
  {
    path: ["version"],
    facet: "identity.version",
    shape: text({ pattern: SEMVER, says: SEMVER_SAYS }),
    isRequired: true,
    doc: "Version by SemVer 2.0.0.",
    clause: FIELDS,
    write: writeVersion,
    whenAbsent: "0.1.0",
  },
  {
    path: ["description"],
    facet: "guidance.description",
    shape: text({ min: 1, max: 200, trims: true }),
    isRequired: true,
    doc: "What the skill does, in one line of at most 200 characters.",
    clause: FIELDS,
    misspellings: ["summary", "desc"],
  },
  {
    path: ["author"],
    facet: "ownership.author",
    shape: text({ min: 1, trims: true }),
    isRequired: true,
    doc: "Publisher, by name or GitHub handle.",
    clause: FIELDS,
    misspellings: ["authors", "publisher", "maintainer"],
    whenAbsent: "unknown",
  },
  {
    path: ["license"],
    facet: "identity.license",
    shape: text({ min: 1, trims: true }),
    isRequired: true,
    doc: "Licence as an SPDX identifier.",
    clause: FIELDS,
    misspellings: ["licence", "licenses"],
    whenAbsent: "LicenseRef-unknown",
  },
  {
    path: ["permissions"],
    facet: "authority.permissions",
    shape: list(
      text({ test: (value) => readPermission(value) !== undefined, says: PERMISSION_SAYS }),
    ),
    isRequired: true,
    doc: "Everything the skill may touch, as `<domain>:<level>` with an optional scope.",
    clause: "GAIA SKILL.md draft 0.1.0, section 3",
    misspellings: ["permission", "grants"],
    whenAbsent: [],
  },
  {
    path: ["tools"],
    facet: "tools.declared",
    shape: list(toolShape, { min: 1 }),
    isRequired: true,
    doc: "Functions of `tools.py` that the skill offers; at least one.",
    clause: "GAIA SKILL.md draft 0.1.0, section 5",
    misspellings: ["tool", "actions", "functions"],
  },
  {
    path: ["security_tier"],
    facet: "authority.tier",
    shape: text({ values: securityTiers }),
    isRequired: true,
    doc: "How far the skill is trusted: `verified`, `community` or `experimental`.",
    clause: "GAIA SKILL.md draft 0.1.0, section 4",
    misspellings: ["tier", "security-tier", "securityTier", "security"],
    whenAbsent: "experimental",
  },
];

const optional: readonly Field[] = [
  ...requirementFields(["requirements"], FIELDS),
  {
    path: ["requirements", "skills"],
    facet: "relations.skills",
    shape: list(
      record({
        name: { shape: text({ min: 1, trims: true }), required: true, doc: "Name of the skill." },
        version: { shape: text(), doc: "Range of versions, such as `>=1.0.0`." },
      }),
    ),
    doc: "Skills that must be installed first.",
    clause: "GAIA SKILL.md draft 0.1.0, section 10.3",
    misspellings: ["depends_on", "depends"],
  },
  {
    path: ["registry"],
    facet: "identity.registry",
    shape: text(),
    doc: "Address of the registry; without it AMD's own.",
    clause: FIELDS,
  },
  {
    path: ["tags"],
    facet: "identity.tags",
    shape: list(text({ takesScalars: true })),
    doc: "Words by which the skill is found.",
    clause: FIELDS,
    misspellings: ["keywords", "labels", "categories"],
  },
  {
    path: ["homepage"],
    facet: "identity.homepage",
    shape: text(),
    doc: "Address of the documentation.",
    clause: FIELDS,
    misspellings: ["url", "website"],
  },
  {
    path: ["repository"],
    facet: "identity.repository",
    shape: text(),
    doc: "Address of the source repository.",
    clause: FIELDS,
    misspellings: ["repo", "source"],
  },
];

export const fields: readonly Field[] = [...required, ...optional];
