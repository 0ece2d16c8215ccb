import { harmlessOddities } from "../shared/writing.ts";
import type { Detection, Dialect, Evidence } from "../dialect.ts";
import { gating, policy, policyByRelease, releaseGating } from "./gating.ts";
import { homes, releaseHomes } from "./homes.ts";
import { installOptions, installOptionsByRelease } from "./install.ts";
import { listing, releaseListing } from "./listing.ts";
import { misplacements, releaseMisplacements } from "./misplacements.ts";
import { checkName, commandNames, rules, rulesByRelease } from "./policy.ts";
import { describe, describeByRelease, metadataByRelease, parseByRelease } from "./read.ts";
import { fields, releaseFields } from "./schema.ts";

const KIN = ["openclaw", "clawdbot", "clawdis", "moltbot"];
const COMMANDS = ["command-dispatch", "command-tool", "command-arg-mode"];

function detect({ frontmatter, namespaces, path }: Evidence): Detection | undefined {
  const block = KIN.find((name) => namespaces.includes(name));
  if (block !== undefined)
    return { weight: 7, reason: `it has a \`${block}\` block in \`metadata\`` };
  const command = COMMANDS.find((key) => Object.hasOwn(frontmatter, key));
  if (command !== undefined) return { weight: 6, reason: `it has the field \`${command}\`` };
  if (/(?:^|[\\/])\.openclaw[\\/]/.test(path))
    return { weight: 6, reason: "it lies below an `.openclaw` folder" };
  return undefined;
}

export const openclaw: Dialect = {
  id: "openclaw",
  title: "OpenClaw",
  summary: "Local skills behind gates on programs, variables and configuration, as documented.",
  source: { document: "OpenClaw documentation, Skills", date: "2026-02" },
  fields,
  namespaces: ["openclaw"],
  ignoredNamespaces: ["clawdbot", "clawdis", "moltbot", "clawdhub"],
  misplacements,
  fence: {
    byteOrderMark: "dropped",
    opener: "blanks",
    closer: "blanks",
    whenMissing: "body",
    whenUnclosed: "refused",
    whenEmpty: "empty",
    body: "verbatim",
  },
  scalars: "core",
  tolerates: harmlessOddities,
  unknownKeys: "kept",
  placeholders: ["base-dir"],
  nameEqualsDirectory: false,
  preserve: { path: ["metadata", "skillwright"], form: "map", prefix: "" },
  allowsFlow: true,
  jsonKeys: ["metadata"],
  readsOneLine: true,
  keyOrder: [
    "name",
    "description",
    "homepage",
    "user-invocable",
    "disable-model-invocation",
    ...COMMANDS,
    "metadata",
  ],
  metadataText: "json5",
  metadataIsStrings: false,
  checkName,
  detect,
  describe,
  rules,
  policy,
  gating,
  homes,
  listing,
  installOptions,
  program: {
    command: "openclaw",
    package: "openclaw",
    versionInSettings: ["meta", "lastTouchedVersion"],
    folders: { bundled: "skills", custodian: "custodian-skills" },
  },
  skeleton: () => ({
    metadata: { openclaw: { emoji: "🧩", requires: { bins: [], env: [] } } },
  }),
};

/** Release 2026.9: reads more than the document allows, and drops in silence what it cannot use. */
export const openclawRelease: Dialect = {
  ...openclaw,
  id: "openclaw@2026.9",
  title: "OpenClaw 2026.9",
  isCurrent: true,
  summary: "What release 2026.9 does with a file, where it differs from its documentation.",
  source: { document: "OpenClaw release 2026.9.6", date: "2026-09" },
  fields: releaseFields,
  namespaces: ["openclaw", "clawdbot"],
  ignoredNamespaces: ["clawdis", "moltbot", "clawdhub"],
  misplacements: releaseMisplacements,
  tolerates: [...openclaw.tolerates, "unquoted-text"],
  readsOneLine: false,
  maxFileBytes: 256_000,
  detect: () => undefined,
  parse: (text) => parseByRelease(openclawRelease, text),
  describe: describeByRelease,
  rules: rulesByRelease,
  metadata: metadataByRelease,
  policy: policyByRelease,
  gating: releaseGating,
  homes: releaseHomes,
  listing: releaseListing,
  commandNames,
  installOptions: installOptionsByRelease,
};
