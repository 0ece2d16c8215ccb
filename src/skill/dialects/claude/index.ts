import { harmlessOddities } from "../shared/writing.ts";
import type { Detection, Dialect, Evidence } from "../dialect.ts";
import { portableKeys } from "../shared/portable.ts";
import { gating, listing } from "./gating.ts";
import { homes } from "./homes.ts";
import { checkName, rules, uploadRules } from "./policy.ts";
import { describe } from "./read.ts";
import { anthropicFields, codeFields, fields } from "./schema.ts";

const ownKeys = codeFields.map((field) => String(field.path[0]));

function detect({ frontmatter, path }: Evidence): Detection | undefined {
  if (/(?:^|[\\/])\.claude[\\/]/.test(path))
    return { weight: 4, reason: "it lies below a `.claude` folder" };
  const own = Object.keys(frontmatter).filter((key) => ownKeys.includes(key));
  if (own.includes("model") && typeof frontmatter["model"] !== "string" && own.length === 1)
    return undefined;
  if (own.length > 0) return { weight: 4, reason: `it has the field \`${own[0]}\` of Claude Code` };
  return undefined;
}

export const claude: Dialect = {
  id: "claude",
  title: "Claude",
  summary: "Claude Code's fields and Anthropic's rules for names and descriptions.",
  source: { document: "Claude Code skill documentation and Skills API rules", date: "2026-08-22" },
  fields,
  namespaces: [],
  fence: {
    byteOrderMark: "dropped",
    opener: "blanks",
    closer: "blanks",
    whenMissing: "body",
    whenUnclosed: "body",
    whenEmpty: "empty",
    body: "verbatim",
  },
  scalars: "core",
  tolerates: [
    "byte-order-mark",
    "opener-blanks",
    "closer-blanks",
    "mixed-line-ends",
    "carriage-return",
    "no-frontmatter",
    "empty-frontmatter",
  ],
  unknownKeys: "kept",
  placeholders: ["arguments"],
  nameEqualsDirectory: false,
  listedDescription: 1536,
  preserve: { path: ["metadata"], form: "strings", prefix: "skillwright." },
  allowsFlow: true,
  jsonKeys: [],
  keyOrder: [...portableKeys, ...ownKeys],
  metadataIsStrings: true,
  checkName,
  detect,
  describe,
  rules,
  gating,
  homes,
  listing,
  skeleton: () => ({ when_to_use: "Use when the user asks for it by name." }),
};

/** What Anthropic's upload takes: the fields of the open specification and no others. */
export const claudeUpload: Dialect = {
  ...claude,
  id: "claude@upload",
  title: "Claude upload",
  summary: "Anthropic's upload and Skills API: six fields, any other is a hard error.",
  fields: anthropicFields.map((field) => ({ ...field, severity: "error" })),
  unknownKeys: "refused",
  tolerates: harmlessOddities,
  keyOrder: portableKeys,
  detect: () => undefined,
  rules: uploadRules,
  // "Under 30 MB", which may mean the smaller kind of megabyte.
  packageBytesBelow: 30_000_000,
  skeleton: () => ({}),
};
