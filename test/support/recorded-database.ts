/** A database that remembers what it was asked: tests count statements and rows, where seconds would depend on the machine. */
import { CompiledQuery, type KyselyPlugin, type QueryId } from "kysely";
import type { Database } from "../../src/hub/data/index.ts";

export interface Asked {
  readonly statement: CompiledQuery;
  /** Rows that the answer has. */
  rows: number;
  /** Rows that it changed itself; what goes away with them by a reference is not counted. */
  changed: number;
}

export interface Recorded {
  readonly database: Database;
  readonly asked: Asked[];
}

export function recordDatabase(database: Database): Recorded {
  const asked: Asked[] = [];
  const open = new Map<QueryId, Asked>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const statement = database.query.getExecutor().compileQuery(node, queryId);
      const one = { statement, rows: 0, changed: 0 };
      open.set(queryId, one);
      asked.push(one);
      return node;
    },
    transformResult: ({ result, queryId }) => {
      const one = open.get(queryId);
      if (one !== undefined) {
        one.rows = result.rows.length;
        one.changed = Number(result.numAffectedRows ?? 0);
      }
      return Promise.resolve(result);
    },
  };
  return { database: { ...database, query: database.query.withPlugin(plugin) }, asked };
}

/** How SQLite answers statements, a line for each. */
export async function plansOf(
  { query }: Database,
  asked: readonly Pick<Asked, "statement">[],
): Promise<readonly string[]> {
  const plans: string[] = [];
  for (const { statement } of asked) {
    const explain = CompiledQuery.raw(`explain query plan ${statement.sql}`, [
      ...statement.parameters,
    ]);
    const { rows } = await query.executeQuery<{ readonly detail: string }>(explain);
    plans.push(rows.map(({ detail }) => detail).join("; "));
  }
  return plans;
}
