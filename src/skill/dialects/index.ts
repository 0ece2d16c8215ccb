import { agentFlow, agentFlowCode } from "./agent-flow/index.ts";
import { agentskills } from "./agentskills/index.ts";
import { claude, claudeUpload } from "./claude/index.ts";
import type { Detection, Dialect, Evidence } from "./dialect.ts";
import { gaia } from "./gaia/index.ts";
import { gaiaNested } from "./gaia-nested/index.ts";
import { gsv, gsvCode } from "./gsv/index.ts";
import { openclaw, openclawRelease } from "./openclaw/index.ts";
import { personalMcp } from "./personal-mcp/index.ts";
import { getKey, isObject, type JsonObject } from "../model/index.ts";
import { parseRelaxedJson } from "../text/index.ts";

export type {
  Description,
  Detection,
  Dialect,
  EffectivePolicy,
  GrantDecision,
  InstallOption,
  InstallRequest,
  MetadataBlock,
  MigratedHandler,
  Migration,
  Permission,
  PlaceholderSyntax,
  ProjectedValue,
  Reading,
  TrustRules,
} from "./dialect.ts";
export type { Field, Shape, Violation, ViolationRule } from "./field.ts";
export { isBeyondSandbox } from "./shared/permissions.ts";
export type {
  ConfigRules,
  DiscoveryRules,
  GateWords,
  GatingRules,
  OddValue,
  RequirementName,
} from "./gating.ts";
export type {
  HomeFolder,
  HomeRoot,
  HomeRules,
  PluginRules,
  InstallRules,
  RunEnvironmentRules,
  SearchRules,
  SettingsField,
  SettingsRefusal,
  SettingsRules,
  StartRules,
} from "./homes.ts";
export type {
  DroppingBudget,
  EscapeTable,
  ListingForm,
  ListingRules,
  ShrinkingBudget,
} from "./listing.ts";
export { NAMESPACE } from "./field.ts";
export { findDirectory, parseAs, type Place, readAs, skillOf } from "./reading.ts";
export { resolveMetadata } from "./shared/metadata.ts";
export { isAbsent, knownTopKeys, resolvePath, findViolations } from "./shared/check.ts";
export { foldName, slug } from "./shared/names.ts";
export { type RangeGrammar, satisfies as inRange } from "./shared/ranges.ts";
export { openGating } from "./shared/open-gating.ts";
export { isSemver } from "./shared/semver.ts";
export { checkShape, coerce } from "./shared/shape.ts";
export { jsonSchema, shapeWords } from "./shared/schema.ts";

/** Every dialect, in the order in which tables show them; ties in detection go to the first. */
export const dialects: readonly Dialect[] = [
  gsv,
  openclaw,
  gaia,
  gaiaNested,
  agentFlow,
  personalMcp,
  agentskills,
  claude,
];

/** Variants of a dialect: a release, or the original program where its document says otherwise. */
export const profiles: readonly Dialect[] = [gsvCode, openclawRelease, agentFlowCode, claudeUpload];

/** The format or profile with this id. */
export function findDialect(id: string): Dialect | undefined {
  return [...dialects, ...profiles].find((dialect) => dialect.id === id);
}

/** Which format a file is written in, with the evidence. */
export interface DetectedFormat extends Detection {
  readonly dialect: Dialect;
}

/** The dialect a file is written in, and why. */
export function detectDialect(frontmatter: JsonObject, path = ""): DetectedFormat {
  const written = getKey(frontmatter, "metadata");
  const metadata = typeof written === "string" ? parseRelaxedJson(written, "json5") : written;
  const namespaces = isObject(metadata)
    ? Object.keys(metadata).filter((key) => isObject(metadata[key]))
    : [];
  const evidence: Evidence = { frontmatter, namespaces, path };
  let best: DetectedFormat | undefined;
  for (const dialect of dialects) {
    const detection = dialect.detect(evidence);
    if (detection !== undefined && detection.weight > (best?.weight ?? 0))
      best = { ...detection, dialect };
  }
  const fallback = dialects[0] as Dialect;
  return (
    best ?? { dialect: fallback, weight: 0, reason: "nothing in it belongs to another dialect" }
  );
}
