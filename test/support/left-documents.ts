import type { Database } from "../../src/hub/data/index.ts";

/** Makes it as if those who are at documents had said what they said two minutes earlier. */
export async function silenceDocuments({ query }: Database): Promise<void> {
  const rows = await query
    .selectFrom("documents")
    .select(["id", "updated_at", "vector_sign"])
    .execute();
  for (const { id, updated_at: updated, vector_sign: sign } of rows)
    await query
      .updateTable("documents")
      .set({ updated_at: earlier(updated), vector_sign: sign === null ? null : earlier(sign) })
      .where("id", "=", id)
      .execute();
}

function earlier(moment: string): string {
  return new Date(Date.parse(moment) - 120_000).toISOString();
}
