import type { Database } from "../data/index.ts";

export interface ModelUsage {
  /** `provider:model`. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly runs: number;
}

/** What runs that began since a moment took of each model, those of all users. */
export async function tokenUsageSince(
  { query }: Database,
  since: string,
): Promise<readonly ModelUsage[]> {
  const rows = await query
    .selectFrom("runs")
    .select(({ fn }) => [
      "model",
      fn.sum<number | string | null>("input_tokens").as("input"),
      fn.sum<number | string | null>("output_tokens").as("output"),
      fn.countAll<number | string>().as("runs"),
    ])
    .where("started_at", ">=", since)
    .where("model", "is not", null)
    .groupBy("model")
    .orderBy("model")
    .execute();
  return rows.map(({ model, input, output, runs }) => ({
    model: model ?? "",
    inputTokens: Number(input ?? 0),
    outputTokens: Number(output ?? 0),
    runs: Number(runs),
  }));
}
