import type { Insertable } from "kysely";
import type { Clock } from "../../platform/machine/index.ts";
import type { Claimant, NewRun } from "../../run/workflow/index.ts";
import { momentOf } from "../accounts/index.ts";
import type { Tables } from "../data/index.ts";

/** A run as it is stored when it begins; `by` has it from its first moment. */
export function toNewRow(
  clock: Clock,
  run: NewRun,
  by: Claimant | undefined,
): Insertable<Tables["workflow_runs"]> & { readonly size: number } {
  const now = momentOf(clock);
  const graph = JSON.stringify(run.graph);
  return {
    id: run.id,
    workflow_id: run.workflowId,
    workflow_name: run.workflowName,
    user_id: run.userId,
    graph,
    size: Buffer.byteLength(graph) + Buffer.byteLength(run.input),
    input: run.input,
    model: run.model ?? null,
    history: run.history === undefined ? null : JSON.stringify(run.history),
    status: "running" as const,
    output: null,
    error: null,
    failed_node: null,
    wants_cancel: 0 as const,
    claimed_by: by?.owner ?? null,
    claim: by === undefined ? 0 : 1,
    lease_until: by === undefined ? null : momentOf(clock, by.leaseMs),
    attempts: by === undefined ? 0 : 1,
    created_at: now,
    updated_at: now,
    finished_at: null,
  };
}
