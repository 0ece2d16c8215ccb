import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { forgetExecutions } from "../workflows/index.ts";
import { deleteOldRuns } from "./forget-runs.ts";

const OLD = "2026-01-01T00:00:00.000Z";
const NEW = "2026-06-01T00:00:00.000Z";
const BETWEEN = "2026-03-01T00:00:00.000Z";

describeOnDatabases("records of runs", ({ open }) => {
  it("are taken away when they are old, with steps and events, and no others", async () => {
    const database = await open();
    const { query } = database;
    await query.insertInto("users").values(USER).execute();
    const run = { user_id: "u", kind: "skill" as const, status: "success" as const, message: "" };
    const plain = { ...run, duration_ms: 1, request_id: "r", skill: null, session_id: null };
    const none = { model: null, input_tokens: null, output_tokens: null, cost: null };
    for (let at = 0; at < 1200; at += 1)
      await query
        .insertInto("runs")
        .values({ ...plain, ...none, first_token_ms: null, id: `old-${at}`, started_at: OLD })
        .execute();
    await query
      .insertInto("runs")
      .values({ ...plain, ...none, first_token_ms: null, id: "new", started_at: NEW })
      .execute();
    await query.insertInto("workflows").values(WORKFLOW).execute();
    for (const [id, finished_at] of [
      ["w-old", OLD],
      ["w-new", NEW],
      ["w-open", null],
    ] as const) {
      await query
        .insertInto("workflow_runs")
        .values({ ...EXECUTION, id, finished_at })
        .execute();
      await query
        .insertInto("workflow_steps")
        .values({ run_id: id, node_id: "n", result: "{}", finished_at: OLD })
        .execute();
    }
    const { signal } = new AbortController();
    expect(await deleteOldRuns(database, BETWEEN, signal)).toBe(1200);
    expect(await forgetExecutions({ database }, BETWEEN, signal)).toBe(1);
    expect(await query.selectFrom("runs").select("id").execute()).toEqual([{ id: "new" }]);
    const left = await query
      .selectFrom("workflow_steps")
      .select("run_id")
      .orderBy("run_id")
      .execute();
    expect(left).toEqual([{ run_id: "w-new" }, { run_id: "w-open" }]);
  });
});

const USER = {
  id: "u",
  email: "ada@example.org",
  password_hash: "",
  role: "user",
  is_active: 1,
  created_at: OLD,
} as const;

const WORKFLOW = {
  id: "w",
  owner_id: "u",
  name: "w",
  description: null,
  graph: "{}",
  size: 2,
  version: 1,
  created_at: OLD,
  updated_at: OLD,
} as const;

const EXECUTION = {
  workflow_id: "w",
  workflow_name: "w",
  user_id: "u",
  graph: "{}",
  input: "",
  model: null,
  history: null,
  status: "completed",
  output: null,
  error: null,
  failed_node: null,
  wants_cancel: 0,
  claimed_by: null,
  claim: 0,
  lease_until: null,
  attempts: 0,
  created_at: OLD,
  updated_at: OLD,
} as const;
