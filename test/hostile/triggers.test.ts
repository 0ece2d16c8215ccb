/** What starts workflows by itself, as users misuse it: no other has to wait for them, and nothing outlives its token. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { fireSchedules, type FireOptions } from "../../src/hub/workflows/index.ts";
import { createPlatform, type Platform, unlimited } from "../support/platform.ts";
import { service } from "../support/service.ts";

let folder = "";
let platform: Platform;
let close = async (): Promise<void> => {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "skillwright-triggers-"));
  const address = join(folder, "state.db");
  await service("sqlite", address);
  const database = await openDatabase({ address });
  platform = await createPlatform({
    database,
    workflows: { address },
    more: { limiter: unlimited(database) },
  });
  close = async () => {
    await platform.ports.workflows.engine.close(0);
    await database.close();
  };
});

afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

const GRAPH = {
  nodes: [
    { id: "start", type: "start" },
    { id: "end", type: "end" },
  ],
  edges: [{ source: "start", target: "end" }],
};
const EACH_MINUTE = { kind: "schedule", cron: "* * * * *" };

interface Made {
  readonly id: string;
  readonly url: string | null;
}

async function post(path: string, token: string, body: object): Promise<Made> {
  const answered = await platform.send("POST", path, { token, body });
  expect(answered.status, answered.text).toBe(201);
  return answered.json as Made;
}

async function makeWorkflow(token: string): Promise<string> {
  return (await post("/api/v1/workflows", token, { name: "w", graph_data: GRAPH })).id;
}

function makeTrigger(token: string, workflow: string, body: object): Promise<Made> {
  return post(`/api/v1/workflows/${workflow}/triggers`, token, body);
}

/** As if the time of schedules had come. */
async function setDue(triggers: readonly Made[], minutes: number): Promise<void> {
  await platform.ports.database.query
    .updateTable("workflow_triggers")
    .set({ next_at: new Date(Date.now() - minutes * 60_000).toISOString() })
    .where(
      "id",
      "in",
      triggers.map(({ id }) => id),
    )
    .execute();
}

async function fire(options: Partial<FireOptions> = {}): Promise<void> {
  await fireSchedules(platform.ports.workflows, {
    stopping: new AbortController().signal,
    mayRun: () => Promise.resolve(true),
    onProblem: (error) => {
      throw error;
    },
    ...options,
  });
}

async function countRuns(workflow: string): Promise<number> {
  const rows = await platform.ports.database.query
    .selectFrom("workflow_runs")
    .select("id")
    .where("workflow_id", "=", workflow)
    .execute();
  return rows.length;
}

describe("[BX-14] schedules of one user", () => {
  it("let those of others have their turn, however many are due", async () => {
    const [ada, bob] = [
      await platform.join("ada@example.org"),
      await platform.join("bob@example.org"),
    ];
    const adas: Made[] = [];
    for (let count = 0; count < 60; count += 1) {
      const workflow = count % 20 === 0 ? await makeWorkflow(ada) : undefined;
      places.push(workflow ?? places.at(-1) ?? "");
      adas.push(await makeTrigger(ada, places.at(-1) ?? "", EACH_MINUTE));
    }
    const bobs = await makeWorkflow(bob);
    const own = await makeTrigger(bob, bobs, EACH_MINUTE);
    await setDue(adas, 3);
    await setDue([own], 1);
    await fire();
    expect(await countRuns(bobs)).toBe(1);
  });
  const places: string[] = [];

  it("that are deleted, or fail, while they are due keep none of others from running", async () => {
    const [eve, bob] = [
      await platform.join("eve@example.org"),
      await platform.join("rob@example.org"),
    ];
    const [eves, bobs] = [await makeWorkflow(eve), await makeWorkflow(bob)];
    const [gone, failing] = [
      await makeTrigger(eve, eves, EACH_MINUTE),
      await makeTrigger(eve, eves, EACH_MINUTE),
    ];
    const own = await makeTrigger(bob, bobs, EACH_MINUTE);
    const { database } = platform.ports;
    await database.query
      .updateTable("workflow_triggers")
      .set({ is_enabled: 0 })
      .where("id", "not in", [gone.id, failing.id, own.id])
      .execute();
    await setDue([gone], 3);
    await setDue([failing], 2);
    await setDue([own], 1);
    const problems: unknown[] = [];
    const asked: string[] = [];
    await fire({
      mayRun: async (owner) => {
        asked.push(owner);
        const others = database.query.deleteFrom("workflow_triggers").where("id", "=", gone.id);
        if (asked.length === 1) await others.execute();
        else if (owner === asked[0]) throw new Error("a fault");
        return true;
      },
      onProblem: (error) => problems.push(error),
    });
    expect(problems).toEqual([new Error("a fault")]);
    expect(await countRuns(bobs)).toBe(1);
    expect(await countRuns(eves)).toBe(0);
    // It waits for its next time, so that it is in the way of nothing.
    const row = await database.query
      .selectFrom("workflow_triggers")
      .select(["next_at", "last_error"])
      .where("id", "=", failing.id)
      .executeTakeFirstOrThrow();
    expect(Date.parse(row.next_at ?? "")).toBeGreaterThan(Date.now());
    expect(row.last_error).toContain("failed");
  });

  it("are bounded in number, in what they start with, and in runs", async () => {
    const max = await platform.join("max@example.org");
    const workflow = await makeWorkflow(max);
    const path = `/api/v1/workflows/${workflow}/triggers`;
    const large = { ...EACH_MINUTE, input: "x".repeat(20_000) };
    expect((await platform.send("POST", path, { token: max, body: large })).status).toBe(400);
    const own = await makeTrigger(max, workflow, EACH_MINUTE);
    await setDue([own], 1);
    await fire({ mayRun: () => Promise.resolve(false) });
    expect(await countRuns(workflow)).toBe(0);
    const listed = await platform.send("GET", path, { token: max });
    expect(listed.text).toContain("as many runs by schedules as an account may have");
    const { database } = platform.ports;
    const row = await database.query
      .selectFrom("workflow_triggers")
      .selectAll()
      .where("id", "=", own.id)
      .executeTakeFirstOrThrow();
    for (let count = 1; count < 100; count += 1)
      await database.query
        .insertInto("workflow_triggers")
        .values({ ...row, id: `${own.id}-${count}` })
        .execute();
    const other = await makeWorkflow(max);
    const one = { token: max, body: EACH_MINUTE };
    const more = await platform.send("POST", `/api/v1/workflows/${other}/triggers`, one);
    expect([more.status, more.text]).toEqual([
      409,
      expect.stringContaining("An account has at most 100"),
    ]);
  });
});

it("[BX-14] webhooks and schedules end with the token that made them", async () => {
  const owner = await platform.join("tok@example.org");
  const workflow = await makeWorkflow(owner);
  const scopes = ["workflows:run", "workflows:read"];
  const made = await platform.send("POST", "/api/v1/auth/tokens", {
    token: owner,
    body: { name: "ci", scopes, days: 1 },
  });
  const { token, id } = made.json as { readonly token: string; readonly id: string };
  const hook = await makeTrigger(token, workflow, { kind: "webhook" });
  const timed = await makeTrigger(token, workflow, EACH_MINUTE);
  const call = async (): Promise<number> =>
    (
      await platform.send("POST", new URL(hook.url ?? "").pathname, {
        body: "x",
        headers: { "content-type": "text/plain" },
      })
    ).status;
  expect(await call()).toBe(202);
  const { expires_at: end } = await platform.ports.database.query
    .selectFrom("workflow_triggers")
    .select("expires_at")
    .where("id", "=", hook.id)
    .executeTakeFirstOrThrow();
  expect(Date.parse(end ?? "")).toBeLessThanOrEqual(Date.now() + 86_400_000);
  const revoked = await platform.send("DELETE", `/api/v1/auth/tokens/${id}`, { token: owner });
  expect(revoked.status).toBe(204);
  expect(await call()).toBe(404);
  await setDue([timed], 1);
  await fire();
  expect(await countRuns(workflow)).toBe(1);
  const listed = await platform.send("GET", `/api/v1/workflows/${workflow}/triggers`, {
    token: owner,
  });
  expect(listed.json).toEqual({ items: [] });
});
