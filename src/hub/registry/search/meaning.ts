import { sql } from "kysely";
import { cosine, toCode, toFloats } from "../../../run/knowledge/index.ts";
import type { EmbeddingModel } from "../../../run/models/index.ts";
import type { Database } from "../../data/index.ts";
import { TopResults } from "./best.ts";
import type { Catalog } from "./catalog.ts";
import { countBits, hasBit } from "./number-set.ts";

/** So many are compared by their vectors, after all were by the signs of those. */
const BY_CODE = 200;
/** So many are found by meaning at most. */
const MOST = 50;
/** Descriptions that have nothing in common lie this close by chance. */
const LEAST_LIKENESS = 0.4;
/** Vectors of questions that are kept: the pages of one answer all need the same. */
const KEPT_QUESTIONS = 256;

export type Likeness = ReadonlyMap<number, number>;

/** Finds skills by what their descriptions mean. */
export class Meaning {
  readonly #database: Database;
  readonly #model: EmbeddingModel;
  readonly #questions: Map<string, Float32Array> = new Map();

  constructor(database: Database, model: EmbeddingModel) {
    this.#database = database;
    this.#model = model;
  }

  async find(catalog: Catalog, allowed: Uint32Array, text: string): Promise<Likeness> {
    const wanted = await this.#vectorOf(text);
    const code = toCode(wanted);
    const distances = new Map<number, number>();
    const best = new TopResults(
      BY_CODE,
      (a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0),
    );
    for (const number of catalog.coded.list()) {
      const own = catalog.entries[number]?.code;
      if (own === undefined || !hasBit(allowed, number)) continue;
      distances.set(number, differences(code, own));
      best.add(number);
    }
    return await this.#compare(wanted, best.sorted());
  }

  async #compare(wanted: Float32Array, numbers: readonly number[]): Promise<Likeness> {
    if (numbers.length === 0) return new Map();
    const { rows } = await sql<{
      number: number;
      vector: Uint8Array;
    }>`select number, vector from market_vectors
      where model = ${this.#model.id} and number in (${sql.join(numbers)})`.execute(
      this.#database.query,
    );
    const near = rows
      .map(({ number, vector }) => [number, cosine(wanted, toFloats(vector))] as const)
      .filter(([, likeness]) => likeness >= LEAST_LIKENESS)
      .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MOST);
    return new Map(near);
  }

  async #vectorOf(text: string): Promise<Float32Array> {
    const kept = this.#questions.get(text);
    if (kept !== undefined) return kept;
    const [vector = new Float32Array(0)] = await this.#model.embed([text]);
    if (this.#questions.size >= KEPT_QUESTIONS)
      for (const oldest of this.#questions.keys()) {
        this.#questions.delete(oldest);
        break;
      }
    this.#questions.set(text, vector);
    return vector;
  }
}

function differences(one: Uint8Array, other: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < one.length; at += 1) count += countBits((one[at] ?? 0) ^ (other[at] ?? 0));
  return count;
}
