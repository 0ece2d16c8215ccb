/** What holds for all models: which one answers by default, which take its place, who may use which, and how much. */
import { z } from "zod";
import { currencyCode } from "../../run/models/index.ts";
import type { Database } from "../data/index.ts";

export interface ModelRules {
  /** `provider:model`. */
  readonly default?: string | undefined;
  /** Asked one after the other where a model fails before it has said anything. */
  readonly fallback: readonly string[];
  /** Models that users who are no administrators may use, such as `openai:*`; empty: all. */
  readonly allow: readonly string[];
  /** For each user and day of UTC; 0: without a limit. */
  readonly budget: { readonly tokens: number; readonly cost: number };
  /** Of all prices and costs; absent in what is set: it stays as it is. */
  readonly currency?: string | undefined;
}

const modelId = z.string().min(3).max(256);
const amount = z.number().min(0).max(1_000_000_000_000);

export const rulesSchema: z.ZodType<ModelRules> = z.strictObject({
  default: modelId.optional(),
  fallback: z.array(modelId).max(20).default([]),
  allow: z.array(modelId).max(200).default([]),
  budget: z.strictObject({ tokens: amount.default(0), cost: amount.default(0) }).prefault({}),
  currency: currencyCode.optional(),
});

/** Where neither the settings nor the rules name one. */
export const DEFAULT_CURRENCY = "USD";

export const NO_RULES: ModelRules = { fallback: [], allow: [], budget: { tokens: 0, cost: 0 } };

const ID = "rules";

export async function readRules({ query }: Pick<Database, "query">): Promise<ModelRules> {
  const row = await query
    .selectFrom("model_rules")
    .select("value")
    .where("id", "=", ID)
    .executeTakeFirst();
  if (row === undefined) return NO_RULES;
  const parsed = rulesSchema.safeParse(JSON.parse(row.value));
  return parsed.success ? parsed.data : NO_RULES;
}

export async function writeRules(
  { query }: Pick<Database, "query">,
  rules: ModelRules,
): Promise<void> {
  const { currency } = await readRules({ query });
  const value = JSON.stringify({ ...(currency === undefined ? {} : { currency }), ...rules });
  await query
    .insertInto("model_rules")
    .values({ id: ID, value })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ value }))
    .execute();
}

/** What the rules say of the models of a provider holds for them under its new name. */
export async function renameInRules(
  database: Pick<Database, "query">,
  from: string,
  to: string,
): Promise<void> {
  const { default: usual, fallback, allow, ...others } = await readRules(database);
  const renamed = (model: string): string =>
    model.startsWith(`${from}:`) ? `${to}${model.slice(from.length)}` : model;
  await writeRules(database, {
    ...others,
    fallback: fallback.map(renamed),
    allow: allow.map(renamed),
    ...(usual === undefined ? {} : { default: renamed(usual) }),
  });
}

/** `*` stands for anything at the end of a pattern. */
export function isAllowed({ allow }: ModelRules, model: string): boolean {
  return (
    allow.length === 0 ||
    allow.some((pattern) =>
      pattern.endsWith("*") ? model.startsWith(pattern.slice(0, -1)) : model === pattern,
    )
  );
}
