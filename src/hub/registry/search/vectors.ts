import { sql } from "kysely";
import { computeSha256 } from "../../../platform/index.ts";
import { toBytes, toCode } from "../../../run/knowledge/index.ts";
import type { EmbeddingModel } from "../../../run/models/index.ts";
import type { Database } from "../../data/index.ts";
import { marketWords } from "../words.ts";

interface Waiting {
  readonly number: number;
  readonly slug: string;
  readonly summary: string;
  readonly source: string | null;
}

const AT_A_TIME = 16;
/** More of a description says little more, and takes the model longer. */
const MOST_LETTERS = 400;

/** Makes the vectors of skills that have none, or were described in other words since. Gives how many. */
export async function embedSkills(
  database: Database,
  model: EmbeddingModel,
  signal?: AbortSignal,
): Promise<number> {
  let made = 0;
  for (;;) {
    const waiting = await readWaiting(database, model);
    for (const { number, slug, summary } of waiting) {
      if (signal?.aborted === true) return made;
      const text = `${marketWords(slug).join(" ")}: ${summary}`.slice(0, MOST_LETTERS);
      const [vector] = await model.embed([text], signal);
      if (vector === undefined) return made;
      await writeVector(database, model, { number, source: sourceOf(slug, summary), vector });
      made += 1;
    }
    if (waiting.length < AT_A_TIME) return made;
  }
}

/** By which is known whether a vector still fits. */
export function sourceOf(slug: string, summary: string): string {
  return computeSha256(`${slug}\n${summary}`).slice(0, 32);
}

async function readWaiting(
  { query }: Database,
  model: EmbeddingModel,
): Promise<readonly Waiting[]> {
  const { rows } = await sql<Waiting>`select market_skills.number, slug, summary, source
    from market_skills left join market_vectors
      on market_vectors.number = market_skills.number and market_vectors.model = ${model.id}
    where is_listed = 1 and source is null
    order by market_skills.number limit ${AT_A_TIME}`.execute(query);
  return rows;
}

interface Made {
  readonly number: number;
  readonly source: string;
  readonly vector: Float32Array;
}

async function writeVector(
  { query }: Database,
  { id }: EmbeddingModel,
  { number, source, vector }: Made,
): Promise<void> {
  const [code, bytes] = [toCode(vector), toBytes(vector)];
  await query.transaction().execute(async (transaction) => {
    await sql`insert into market_vectors (number, model, source, code, vector)
      values (${number}, ${id}, ${source}, ${code}, ${bytes})
      on conflict (number) do update set model = excluded.model, source = excluded.source,
        code = excluded.code, vector = excluded.vector`.execute(transaction);
    // Tells every process that it has changed.
    await sql`update market_skills set visibility = visibility where number = ${number}`.execute(
      transaction,
    );
  });
}
