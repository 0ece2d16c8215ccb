/** What administrators turn on and off while the server runs, by the names that Agent Flow Lite has for it. */
import { failure } from "../../platform/index.ts";
import type { Database } from "../data/index.ts";
import { featureCodes } from "./diagnostics.ts";

const FEATURES = [
  "ENABLE_CODE_NODE",
  "ENABLE_HTTP_NODE",
  "ENABLE_OPENAI_API",
  "ENABLE_PUBLIC_EMBED",
] as const;

export type Feature = (typeof FEATURES)[number];

/** On unless it is turned off. */
const USUALLY_ON: ReadonlySet<Feature> = new Set(["ENABLE_CODE_NODE", "ENABLE_HTTP_NODE"]);

/** Why each can be unavailable, and what would change that. */
const HINTS: { readonly [F in Feature]: string } = {
  ENABLE_CODE_NODE: "The operator allows it with `codeNodes` in the settings of the server.",
  ENABLE_HTTP_NODE: "The operator allows it with `httpNodes` in the settings of the server.",
  ENABLE_OPENAI_API: "This server has no API in the manner of OpenAI.",
  ENABLE_PUBLIC_EMBED: "",
};

export interface FeaturePorts {
  readonly database: Database;
  /** What the operator's settings allow; administrators can turn on nothing beyond it. */
  readonly available: ReadonlySet<Feature>;
}

export interface FeatureState {
  readonly key: Feature;
  readonly isEnabled: boolean;
}

export async function listFeatures(ports: FeaturePorts): Promise<readonly FeatureState[]> {
  const rows = await ports.database.query.selectFrom("feature_flags").selectAll().execute();
  const decided = new Map(rows.map(({ key, is_enabled }) => [key, is_enabled !== 0]));
  return FEATURES.map((key) => ({
    key,
    isEnabled: ports.available.has(key) && (decided.get(key) ?? USUALLY_ON.has(key)),
  }));
}

export async function isFeatureEnabled(ports: FeaturePorts, feature: Feature): Promise<boolean> {
  if (!ports.available.has(feature)) return false;
  const row = await ports.database.query
    .selectFrom("feature_flags")
    .select("is_enabled")
    .where("key", "=", feature)
    .executeTakeFirst();
  return row === undefined ? USUALLY_ON.has(feature) : row.is_enabled !== 0;
}

/** The name may be in letters of any case. */
export async function setFeature(
  ports: FeaturePorts,
  name: string,
  isEnabled: boolean,
): Promise<FeatureState> {
  const wanted = name.trim().toUpperCase();
  const key = FEATURES.find((feature) => feature === wanted);
  if (key === undefined) throw failure(featureCodes.unknown, `Unsupported feature flag: ${name}`);
  if (isEnabled && !ports.available.has(key))
    throw failure(featureCodes.unavailable, `\`${key}\` is not available on this server.`, {
      hint: HINTS[key],
    });
  const is_enabled = isEnabled ? (1 as const) : (0 as const);
  await ports.database.query
    .insertInto("feature_flags")
    .values({ key, is_enabled })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ is_enabled }))
    .execute();
  return { key, isEnabled };
}
