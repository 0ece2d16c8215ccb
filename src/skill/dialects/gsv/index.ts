import type { Detection, Dialect, Evidence } from "../dialect.ts";
import { codeGating, codeListing, gating, listing } from "./gating.ts";
import { homes } from "./homes.ts";
import { checkName, codeRules, documentRules, misreadText, policyBy, rulesBy } from "./policy.ts";
import { describe, describeByCode, parseByCode } from "./read.ts";
import { codeFields, fields, misplacements } from "./schema.ts";

const AGENT_PATH = /(?:^|[\\/])agents[\\/][^\\/]+[\\/]skills[\\/]/;

function detect({ namespaces, path }: Evidence): Detection | undefined {
  if (namespaces.includes("gsv"))
    return { weight: 8, reason: "it has a `gsv` block in `metadata`" };
  if (AGENT_PATH.test(path))
    return { weight: 8, reason: "it lies in the `skills` folder of an agent" };
  return undefined;
}

export const gsv: Dialect = {
  id: "gsv",
  title: "GSV",
  summary: "Skills that are offered when a connected host can serve them, as the reference says.",
  source: { document: "GSV skills frontmatter reference", date: "2026-02-18" },
  fields,
  namespaces: ["gsv", "openclaw", "clawdbot"],
  ignoredNamespaces: ["clawdis", "moltbot", "clawdhub"],
  misplacements,
  fence: {
    byteOrderMark: "kept",
    opener: "exact",
    closer: "exact",
    whenMissing: "body",
    whenUnclosed: "body",
    whenEmpty: "empty",
    body: "verbatim",
  },
  scalars: "core",
  tolerates: ["mixed-line-ends", "carriage-return", "no-frontmatter", "empty-frontmatter"],
  unknownKeys: "kept",
  placeholders: [],
  nameEqualsDirectory: false,
  preserve: { path: ["metadata", "skillwright"], form: "map", prefix: "" },
  allowsFlow: true,
  jsonKeys: ["metadata"],
  keyOrder: ["name", "description", "homepage", "always", "metadata"],
  metadataText: "trailing-commas",
  metadataIsStrings: false,
  checkName,
  detect,
  describe,
  rules: rulesBy(documentRules),
  policy: policyBy(documentRules),
  gating,
  homes,
  listing,
  skeleton: () => ({
    metadata: { gsv: { emoji: "🧩", requires: { bins: [], capabilities: [] } } },
  }),
};

/** What the gateway's program did where the reference says otherwise, or nothing. */
export const gsvCode: Dialect = {
  ...gsv,
  id: "gsv@code",
  title: "GSV gateway",
  summary: "The gateway's own reader: a scanner of lines that wants JSON in `metadata`.",
  source: { document: "GSV gateway sources", date: "2026-03-01" },
  fields: codeFields,
  fence: { ...gsv.fence, closer: "prefix" },
  tolerates: [
    ...gsv.tolerates,
    "closer-blanks",
    "invalid-yaml",
    "unquoted-text",
    "json-comment",
    "duplicate-key",
    "tab-indent",
    "not-a-mapping",
  ],
  detect: () => undefined,
  parse: parseByCode,
  describe: describeByCode,
  rules: (reading) => [...rulesBy(codeRules)(reading), ...misreadText(reading)],
  policy: policyBy(codeRules),
  gating: codeGating,
  listing: codeListing,
};
