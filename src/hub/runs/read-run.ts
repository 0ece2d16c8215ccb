import type { User } from "../accounts/index.ts";
import type { TranscriptEvent } from "../chat/index.ts";
import type { Database } from "../data/index.ts";
import type { RunContent, RunInputs } from "./content.ts";
import { toRunRecord, type RunRecord } from "./run-row.ts";

/** A run with what is kept of its content: of one that broke off perhaps the inputs alone. */
export interface RunWithContent {
  readonly run: RunRecord;
  readonly content: Partial<RunContent>;
}

/** A run of this user; to other users it does not exist. */
export async function readRun(
  { query }: Pick<Database, "query">,
  user: User,
  id: string,
): Promise<RunWithContent | undefined> {
  const row = await query
    .selectFrom("runs")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { inputs, answer, events } = row;
  return {
    run: toRunRecord(row),
    content: {
      // Both are written by this folder alone.
      ...(inputs === null ? {} : { inputs: JSON.parse(inputs) as RunInputs }),
      ...(answer === null ? {} : { answer }),
      ...(events === null ? {} : { events: JSON.parse(events) as readonly TranscriptEvent[] }),
    },
  };
}
