import type { Dialect } from "../dialect.ts";
import { describeAsWritten } from "../shared/describe.ts";
import { toolLayout } from "../shared/tool-fields.ts";
import { migrate } from "./migrate.ts";
import { checkName, rules } from "./policy.ts";
import { parse } from "./read.ts";
import { fields } from "./schema.ts";
import { trust } from "./trust.ts";

export const gaiaNested: Dialect = {
  id: "gaia-nested",
  title: "GAIA, nested",
  summary: "What AMD GAIA ships: an Agent Skill with GAIA's own fields under `metadata.gaia`.",
  source: { document: "GAIA skills, as shipped", date: "2026-08-21" },
  fields,
  namespaces: ["gaia"],
  ignoredNamespaces: ["openclaw", "clawdbot", "clawdis", "hermes", "gsv"],
  misplacements: ["security_tier", "permissions", "requirements", "tools", "tools_required"].map(
    (key) => ({
      from: [key],
      to: ["metadata", "gaia", key],
      why: `GAIA reads \`${key}\` under \`metadata.gaia\` and ignores it at the top level.`,
    }),
  ),
  fence: {
    byteOrderMark: "dropped",
    opener: "blanks",
    closer: "blanks",
    whenMissing: "refused",
    whenUnclosed: "refused",
    whenEmpty: "refused",
    body: "trimmed",
  },
  scalars: "core",
  tolerates: [
    "byte-order-mark",
    "opener-blanks",
    "closer-blanks",
    "mixed-line-ends",
    "duplicate-key",
  ],
  unknownKeys: "kept",
  placeholders: [],
  nameEqualsDirectory: true,
  preserve: { path: ["metadata", "skillwright"], form: "map", prefix: "" },
  allowsFlow: true,
  jsonKeys: [],
  keyOrder: ["name", "description", "license", "version", "metadata"],
  metadataIsStrings: false,
  checkName,
  detect: ({ namespaces }) =>
    namespaces.includes("gaia")
      ? { weight: 8, reason: "it has the block `metadata.gaia`" }
      : undefined,
  parse: (text) => parse(gaiaNested, text),
  describe: describeAsWritten,
  rules,
  trust,
  layout: toolLayout,
  migrate: (document, from) => migrate(document, from, gaiaNested.tolerates),
  skeleton: () => ({
    license: "MIT",
    version: "0.1.0",
    metadata: { gaia: { security_tier: "experimental" } },
  }),
};
