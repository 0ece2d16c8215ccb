import type { InsertObject } from "kysely";
import type { Clock } from "../../platform/machine/index.ts";
import type { Claimant, NewRun } from "../../run/workflow/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { type Database, databaseTime, type Tables } from "../data/index.ts";

/** A run as it is stored when it begins; `by` has it from its first moment. */
export function toNewRow(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  run: NewRun,
  by: Claimant | undefined,
): InsertObject<Tables, "workflow_runs"> & { readonly size: number; readonly created_at: string } {
  const now = timestampAt(clock);
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
    lease_until: by === undefined ? null : databaseTime(database, by.leaseMs),
    attempts: by === undefined ? 0 : 1,
    created_at: now,
    updated_at: now,
    finished_at: null,
    parent_id: run.parent?.runId ?? null,
    parent_node: run.parent?.nodeId ?? null,
    child_index: run.parent?.index ?? null,
    root_id: run.parent?.rootId ?? run.id,
    depth: run.parent?.depth ?? 0,
    lending: run.lending === undefined ? null : JSON.stringify(run.lending),
  };
}
