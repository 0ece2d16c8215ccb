import { getKey, isList, isObject } from "../../model/index.ts";
import { harmlessOddities, refusingFence } from "../shared/writing.ts";
import type { Detection, Dialect, Evidence } from "../dialect.ts";
import { describeAsWritten } from "../shared/describe.ts";
import { toolLayout } from "../shared/tool-fields.ts";
import { migrate } from "./migrate.ts";
import { checkName, rules } from "./policy.ts";
import { fields } from "./schema.ts";
import { trust } from "./trust.ts";

function detect({ frontmatter, namespaces }: Evidence): Detection | undefined {
  // The two shapes of GAIA are never merged: the nested block decides.
  if (namespaces.includes("gaia")) return undefined;
  if (typeof getKey(frontmatter, "security_tier") === "string")
    return { weight: 8, reason: "it has the field `security_tier`" };
  const tools = getKey(frontmatter, "tools");
  const hasTools = isList(tools) && tools.some(isObject);
  if (hasTools && isList(getKey(frontmatter, "permissions")))
    return { weight: 8, reason: "it lists `permissions` and declares `tools`" };
  return undefined;
}

const inRequirements = (key: string): { from: string[]; to: string[]; why: string } => ({
  from: [key],
  to: ["requirements", key],
  why: `GAIA reads \`${key}\` inside \`requirements\`.`,
});

export const gaia: Dialect = {
  id: "gaia",
  title: "GAIA",
  summary: "AMD GAIA's draft format: permissions, tools and a security tier at the top level.",
  source: { document: "GAIA SKILL.md format specification, draft 0.1.0", date: "2026-04-14" },
  fields,
  namespaces: [],
  ignoredNamespaces: ["gaia", "openclaw", "clawdbot", "gsv"],
  misplacements: [
    inRequirements("dependencies"),
    inRequirements("node_dependencies"),
    inRequirements("env_vars"),
    inRequirements("python"),
    inRequirements("hardware"),
    inRequirements("skills"),
    ...["security_tier", "permissions", "tools", "requirements"].map((key) => ({
      from: ["metadata", "gaia", key],
      to: [key],
      why: `The draft reads \`${key}\` at the top level.`,
    })),
  ],
  fence: refusingFence,
  scalars: "core",
  tolerates: harmlessOddities,
  unknownKeys: "kept",
  placeholders: [],
  nameEqualsDirectory: false,
  preserve: { path: ["x-skillwright"], form: "map", prefix: "" },
  allowsFlow: true,
  jsonKeys: [],
  keyOrder: [
    "name",
    "version",
    "description",
    "author",
    "license",
    "permissions",
    "requirements",
    "tools",
    "security_tier",
    "registry",
    "tags",
    "homepage",
    "repository",
  ],
  metadataIsStrings: false,
  checkName,
  detect,
  describe: describeAsWritten,
  rules,
  trust,
  layout: toolLayout,
  migrate: (document, from) => migrate(document, from, gaia.tolerates),
  skeleton: () => ({
    version: "0.1.0",
    author: "unknown",
    license: "MIT",
    permissions: ["filesystem:none", "network:none"],
    tools: [{ name: "run", description: "Says what the skill does." }],
    security_tier: "experimental",
  }),
};
