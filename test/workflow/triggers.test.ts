/** What starts workflows by itself: requests, times, and inputs of declared types. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnDatabases } from "../contract/databases.ts";
import {
  type Answered,
  createPlatform,
  eventsOf,
  type Platform,
  type SendOptions,
  unlimited,
} from "../support/platform.ts";
import { until } from "../support/wait.ts";
import { createLimiter } from "../../src/hub/requests/index.ts";
import { changeUser } from "../../src/hub/accounts/index.ts";
import { openDatabase } from "../../src/hub/data/index.ts";
import { fireSchedules } from "../../src/hub/workflows/index.ts";

const INPUTS = { city: "text", days: "number?", tags: "list?" };
const STAYS = new AbortController().signal;

/** Tells what it was started with, in the words of its template. */
function graph(template: string, inputs?: object): object {
  return {
    nodes: [
      { id: "start", type: "start", data: inputs === undefined ? {} : { inputs } },
      { id: "say", type: "template", data: { template } },
      { id: "end", type: "end" },
    ],
    edges: [
      { source: "start", target: "say" },
      { source: "say", target: "end" },
    ],
  };
}

const SAY_CITY = graph("{{inputs.city}} for {{inputs.days}}", INPUTS);

function finalOf({ text }: Answered): unknown {
  const data = eventsOf(text).find(({ event }) => event === "workflow_complete")?.data;
  return (data as { readonly final_output: unknown } | undefined)?.final_output;
}

function plain(body: string): SendOptions {
  return { body, headers: { "content-type": "text/plain" } };
}

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

interface Made {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly next_times: readonly string[];
  readonly last_error: string | null;
}

describeOnDatabases("what starts a workflow", ({ newAddress }) => {
  let address = "";
  let platform: Platform;
  let ada = "";
  const closers: (() => Promise<void>)[] = [];

  async function open(more: object = {}): Promise<Platform> {
    const database = await openDatabase({ address });
    const opened = await createPlatform({
      database,
      workflows: { address, pollMs: 20 },
      more: { limiter: unlimited(database), ...more },
    });
    opened.ports.workflows.engine.begin();
    closers.push(async () => {
      await opened.ports.workflows.engine.close(0);
      await database.close();
    });
    return opened;
  }
  beforeAll(async () => {
    address = await newAddress();
    platform = await open();
    await platform.join("root@example.org");
    ada = await platform.join("ada@example.org");
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });

  async function post<T>(path: string, body: object, token = ada, status = 201): Promise<T> {
    const answered = await platform.send("POST", path, { token, body });
    expect(answered.status, answered.text).toBe(status);
    return answered.json as T;
  }
  const make = async (graph_data: object, token = ada): Promise<string> =>
    (await post<Made>("/api/v1/workflows", { name: "w", graph_data }, token)).id;
  const trigger = (id: string, body: object, token = ada): Promise<Made> =>
    post<Made>(`/api/v1/workflows/${id}/triggers`, body, token);
  const run = (id: string, body: object): Promise<Answered> =>
    platform.send("POST", `/api/v1/workflows/${id}/execute`, { token: ada, body });
  const call = (url: string, sent: SendOptions = {}, at = platform): Promise<Answered> =>
    at.send("POST", new URL(url).pathname, sent);

  async function runsOf(id: string, token = ada): Promise<readonly { readonly input: string }[]> {
    const path = `/api/v1/workflows/executions?workflow_id=${id}`;
    const { json } = await platform.send("GET", path, { token });
    return (json as { readonly items: readonly { readonly input: string }[] }).items;
  }
  async function outputOf(execution: unknown): Promise<unknown> {
    const { execution_id: id } = execution as { readonly execution_id: string };
    let output: unknown;
    await until("the run has ended", async () => {
      const path = `/api/v1/workflows/executions/${id}`;
      const { json } = await platform.send("GET", path, { token: ada });
      output = (json as { readonly output: unknown }).output;
      return (json as { readonly status: string }).status === "completed";
    });
    return output;
  }
  /** As if that time had come. */
  async function setNext(id: string, next_at: string): Promise<void> {
    await platform.ports.database.query
      .updateTable("workflow_triggers")
      .set({ next_at })
      .where("id", "=", id)
      .execute();
  }
  const fire = (at = platform): Promise<void> =>
    fireSchedules(at.ports.workflows, {
      stopping: STAYS,
      mayRun: () => Promise.resolve(true),
      onProblem: (error) => {
        throw error;
      },
    });
  async function listed(id: string): Promise<readonly Made[]> {
    const { json } = await platform.send("GET", `/api/v1/workflows/${id}/triggers`, { token: ada });
    return (json as { readonly items: readonly Made[] }).items;
  }

  it("takes inputs of the types that the start node declares, and no others", async () => {
    const id = await make(SAY_CITY);
    const { json } = await platform.send("GET", `/api/v1/workflows/${id}`, { token: ada });
    expect((json as { readonly inputs: unknown }).inputs).toEqual([
      { name: "city", type: "text", required: true },
      { name: "days", type: "number", required: false },
      { name: "tags", type: "list", required: false },
    ]);
    expect(finalOf(await run(id, { inputs: { city: "Rome", days: 3 } }))).toBe("Rome for 3");
    expect(finalOf(await run(id, { inputs: { city: "Rome" } }))).toBe("Rome for ");
    expect(finalOf(await run(id, { input: "Oslo" }))).toBe("Oslo for ");
    expect(finalOf(await run(id, { input: '{"city":"Bern","days":2}' }))).toBe("Bern for 2");
    for (const [body, message] of [
      [{ inputs: { city: 7 } }, "Input `city` must be text"],
      [{ inputs: { city: "Rome", days: "3" } }, "Input `days` must be a number"],
      [{ inputs: { days: 3 } }, "Missing input `city`"],
      [
        { inputs: { city: "Rome", town: "x" } },
        "Unknown input `town`; the workflow takes `city`, `days`, `tags`",
      ],
      [{}, "Input cannot be empty"],
    ] as const) {
      const { status, text } = await run(id, body);
      expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    }
    const twice = await make(graph("{{inputs.a}}", { a: "text", b: "text" }));
    expect((await run(twice, { input: "one text" })).text).toContain("as one object of JSON");
    const wrong = await platform.send("POST", "/api/v1/workflows", {
      token: ada,
      body: { name: "w", graph_data: graph("x", { a: "date" }) },
    });
    expect(wrong.text).toContain("A type of input is one of text, number, boolean");
  });

  it("runs by a webhook, once for each key, with the inputs of its body", async () => {
    const id = await make(SAY_CITY);
    const { url } = await trigger(id, { kind: "webhook", name: "orders" });
    const sent = {
      body: { city: "Rome", days: 1, more: {} },
      headers: { "idempotency-key": "k1" },
    };
    const other = await open();
    const answers = await Promise.all(
      [platform, other, platform, other].map((at) => call(url, sent, at)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 202,
    ]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await outputOf(answers[0]?.json)).toBe("Rome for 1");
    expect(await runsOf(id)).toHaveLength(1);
    expect((await call(url, { body: { city: "Oslo" } })).status).toBe(202);
    expect(await runsOf(id)).toHaveLength(2);
    const refused = await call(url, { body: { days: 1 } });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Missing input")]);
    const free = await make(graph("[{{input}}]"));
    const hook = await trigger(free, { kind: "webhook" });
    expect(await outputOf((await call(hook.url, plain("a line"))).json)).toBe("[a line]");
    expect(await outputOf((await call(hook.url, { body: { a: 1 } })).json)).toBe('[{"a":1}]');
    const nul = await call(hook.url, plain("a\0b"));
    expect(nul.status).toBe(400);
    expect((await call(hook.url, plain("x".repeat(300_000)))).status).toBe(413);
  });

  it("wants a signature where the webhook has a secret, and takes none that is old or of other bytes", async () => {
    const id = await make(graph("{{input}}"));
    const { url, secret } = await trigger(id, { kind: "webhook", signed: true });
    const body = '{"a":1}';
    const json = { "content-type": "application/json" };
    const hub = (text: string): string =>
      `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;
    const standard = (seconds: number, name: string): Record<string, string> => ({
      "webhook-id": name,
      "webhook-timestamp": String(seconds),
      "webhook-signature": `v1,${createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
        .update(`${name}.${seconds}.${body}`)
        .digest("base64")}`,
    });
    const now = Math.floor(Date.now() / 1000);
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await call(url, { body, headers: { ...json, ...headers } })).status;
    expect(await statusOf({})).toBe(403);
    expect(await statusOf({ "x-hub-signature-256": hub(`${body} `) })).toBe(403);
    expect(await statusOf(standard(now - 3600, "m0"))).toBe(403);
    expect(await statusOf({ ...standard(now, "m0"), "webhook-id": "m9" })).toBe(403);
    expect(await runsOf(id)).toHaveLength(0);
    expect(await statusOf({ "x-hub-signature-256": hub(body) })).toBe(202);
    expect(await statusOf(standard(now, "m1"))).toBe(202);
    // Sent again, as somebody would who has listened.
    expect(await statusOf(standard(now, "m1"))).toBe(200);
    // The signature says nothing of other names for the same request.
    for (const other of ["idempotency-key", "x-github-delivery"])
      expect(await statusOf({ ...standard(now, "m1"), [other]: "again" }), other).toBe(200);
    const { rows } = await platform.ports.database.query
      .selectFrom("workflow_triggers")
      .selectAll()
      .where("is_signed", "=", 1)
      .execute()
      .then((all) => ({ rows: JSON.stringify(all) }));
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain(new URL(url).pathname.split("/").at(-1));
  });

  it("ends with the trigger, its workflow and the account of its owner, and is the owner's alone", async () => {
    const bob = await platform.join("bob@example.org");
    const id = await make(graph("{{input}}"), bob);
    const made = await trigger(id, { kind: "webhook" }, bob);
    const timed = await trigger(id, { kind: "schedule", cron: "* * * * *" }, bob);
    const root = await platform.join("admin@example.org");
    const place = `/api/v1/workflows/${id}/triggers`;
    await platform.send("PUT", `/api/v1/workflows/${id}/sharing`, {
      token: bob,
      body: { visibility: "public" },
    });
    for (const token of [ada, root]) {
      const webhook = { kind: "webhook" };
      expect((await platform.send("POST", place, { token, body: webhook })).status).toBe(403);
      expect((await platform.send("GET", place, { token })).status).toBe(403);
      expect((await platform.send("DELETE", `${place}/${made.id}`, { token })).status).toBe(403);
    }
    const foreign = await make(graph("x"));
    const crossed = `/api/v1/workflows/${foreign}/triggers/${made.id}`;
    expect((await platform.send("DELETE", crossed, { token: ada })).status).toBe(404);
    const off = { token: bob, body: { enabled: false } };
    expect((await platform.send("PATCH", `${place}/${made.id}`, off)).status).toBe(200);
    expect((await call(made.url, plain("x"))).status).toBe(404);
    const on = { token: bob, body: { enabled: true } };
    await platform.send("PATCH", `${place}/${made.id}`, on);
    expect((await call(made.url, plain("x"))).status).toBe(202);
    const { accounts, database } = platform.ports;
    const { id: bobId } = await database.query
      .selectFrom("users")
      .select("id")
      .where("email", "=", "bob@example.org")
      .executeTakeFirstOrThrow();
    await changeUser(accounts, bobId, { isActive: false });
    expect((await call(made.url, plain("x"))).status).toBe(404);
    await setNext(timed.id, ago(1));
    await fire();
    await changeUser(accounts, bobId, { isActive: true });
    const again = await platform.join("carl@example.org");
    expect(await runsOf(id, again)).toHaveLength(0);
    const runs = await database.query
      .selectFrom("workflow_runs")
      .select("id")
      .where("workflow_id", "=", id)
      .execute();
    expect(runs).toHaveLength(1);
    await database.query.deleteFrom("workflows").where("id", "=", id).execute();
    expect((await call(made.url, plain("x"))).status).toBe(404);
    const left = await database.query
      .selectFrom("workflow_triggers")
      .select("id")
      .where("workflow_id", "=", id)
      .execute();
    expect(left).toEqual([]);
  });

  it("counts the runs of a webhook for its owner", async () => {
    const { database, clock } = platform.ports;
    const limits = { workflow: { count: 2, seconds: 60 } };
    const at = await open({ limiter: createLimiter({ database, clock, limits }) });
    const { url } = await trigger(await make(graph("{{input}}")), { kind: "webhook" });
    const answers: number[] = [];
    for (const _ of [1, 2, 3]) answers.push((await call(url, plain("x"), at)).status);
    expect(answers).toEqual([202, 202, 429]);
  });

  it("runs at its times once, over four servers and one that ended in between", async () => {
    const id = await make(graph("{{input}}"));
    const timed = await trigger(id, {
      kind: "schedule",
      cron: "0 9 * * 1-5",
      time_zone: "Europe/Rome",
      input: "morning",
    });
    expect(timed.next_times).toHaveLength(5);
    for (const time of timed.next_times) {
      const shown = new Date(time).toLocaleString("en-GB", { timeZone: "Europe/Rome" });
      expect(shown).toMatch(/09:00:00$/u);
      expect([1, 2, 3, 4, 5]).toContain(new Date(time).getUTCDay());
    }
    await fire();
    expect(await runsOf(id)).toHaveLength(0);
    const due = ago(1);
    await setNext(timed.id, due);
    const servers = [platform, platform, await open(), await open()];
    await Promise.all(servers.map((at) => fire(at)));
    expect((await runsOf(id)).map(({ input }) => input)).toEqual(["morning"]);
    // A server that ended before it wrote the next time down.
    await setNext(timed.id, due);
    await fire();
    expect(await runsOf(id)).toHaveLength(1);
    expect((await listed(id))[0]?.next_times[0]).toBe(timed.next_times[0]);
  });

  it("does with missed times what the schedule says", async () => {
    for (const [missed, runs] of [
      ["skip", 0],
      ["once", 1],
      ["all", 3],
    ] as const) {
      const id = await make(graph("{{input}}"));
      const timed = await trigger(id, { kind: "schedule", cron: "0 * * * *", missed });
      const hour = 3_600_000;
      const first = Math.floor((Date.now() - 10 * 60_000) / hour) * hour - 2 * hour;
      await setNext(timed.id, new Date(first).toISOString());
      await fire();
      await fire();
      // In the ten minutes after a full hour that one is not missed yet.
      const made = (await runsOf(id)).length;
      expect([runs, runs + 1], missed).toContain(made);
    }
  });

  it("says why a schedule has started nothing, and refuses times that never come", async () => {
    const id = await make(graph("{{inputs.city}}", { city: "text" }));
    const path = `/api/v1/workflows/${id}/triggers`;
    for (const [body, message] of [
      [{ cron: "* * * *" }, "It has five parts"],
      [{ cron: "61 * * * *" }, "It cannot be read"],
      [{ cron: "0 0 31 2 *" }, "It names a time that never comes"],
      [{ cron: "* * * * *", time_zone: "Mars/North" }, "There is no time zone `Mars/North`"],
      [{ cron: "* * * * *" }, "Missing input `city`"],
    ] as const) {
      const sent = { token: ada, body: { kind: "schedule", ...body } };
      const { status, text } = await platform.send("POST", path, sent);
      expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    }
    const timed = await trigger(id, {
      kind: "schedule",
      cron: "* * * * *",
      inputs: { city: "Rome" },
    });
    await platform.send("PUT", `/api/v1/workflows/${id}`, {
      token: ada,
      body: { graph_data: graph("{{inputs.town}}", { town: "text" }) },
    });
    await setNext(timed.id, ago(1));
    await fire();
    expect((await listed(id))[0]?.last_error).toContain("Missing input `town`");
    expect(await runsOf(id)).toHaveLength(0);
  });
});
