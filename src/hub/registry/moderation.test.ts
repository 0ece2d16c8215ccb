import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import {
  asJson,
  createRegistry,
  HARMFUL,
  DOUBTFUL,
  skillFiles,
} from "../../../test/support/market.ts";

describeOnDatabases("moderation of the registry", ({ open }) => {
  it("sends a version to a moderator when several have reported it, and back by decision", async () => {
    const { publish, ask, ada, bob, eve, root } = await createRegistry({
      database: await open(),
      market: { reportsToReview: 2, reporterHours: 0 },
    });
    await publish(ada, skillFiles());
    const body = { reason: "spam", text: "It does nothing." };
    const first = await ask("POST", "/skills/web-search/reports", bob, body);
    expect([first.status, first.json]).toMatchObject([
      201,
      { kind: "report", version: "1.0.0", state: "open", decision: null },
    ]);
    expect((await ask("POST", "/skills/web-search/reports", bob, body)).status).toBe(409);
    expect((await ask("GET", "/skills/web-search")).status).toBe(200);
    await ask("POST", "/skills/web-search/reports", eve, body);
    expect((await ask("GET", "/skills")).json).toMatchObject({ skills: [] });
    expect((await ask("GET", "/reports", ada)).status).toBe(403);
    // Nobody is told who reported them.
    const log = await ask("GET", "/skills/web-search/log", ada);
    expect(log.text).not.toMatch(/"bob"|"eve"/u);
    expect(log.json).toMatchObject({
      entries: [
        { event: "publish" },
        { event: "audit" },
        { event: "report", actor: "reporter", reason: "spam" },
        { event: "report", actor: "reporter" },
        { event: "flag", actor: "registry", from: "listed", to: "in-review" },
      ],
    });
    const reports = (await ask("GET", "/reports", root)).json as {
      readonly reports: readonly { readonly id: string }[];
    };
    expect(reports.reports).toHaveLength(2);
    const [one, two] = reports.reports;
    const dismissed = await ask("POST", `/reports/${one?.id}`, root, {
      state: "dismissed",
      reason: "It does.",
    });
    expect(dismissed.json).toMatchObject({ state: "dismissed", decision: "It does." });
    expect((await ask("GET", "/skills/web-search/download")).status).toBe(200);
    await ask("POST", `/reports/${two?.id}`, root, { state: "upheld", reason: "It does not." });
    expect((await ask("GET", "/skills/web-search")).status).toBe(403);
    expect((await ask("GET", "/publishers/ada")).json).toMatchObject({ reputation: -50 });
  });

  it("gives moderators what waits for them, and what is in quarantine, page by page", async () => {
    const { publish, ask, ada, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles({ name: "long-one", more: [DOUBTFUL] }));
    await publish(ada, skillFiles({ name: "long-two", more: [DOUBTFUL] }));
    await publish(ada, skillFiles({ name: "web-harm", body: HARMFUL }));
    await publish(ada, skillFiles());
    expect((await ask("GET", "/queue", ada)).status).toBe(403);
    const first = await ask("GET", "/queue?limit=1", root);
    expect(first.json).toMatchObject({
      versions: [{ full_name: "@ada/long-one", state: "in-review", audit: { verdict: "review" } }],
    });
    const { next_cursor: cursor } = first.json as { readonly next_cursor: string };
    expect((await ask("GET", `/queue?limit=1&cursor=${cursor}`, root)).json).toMatchObject({
      versions: [{ full_name: "@ada/long-two" }],
      next_cursor: null,
    });
    expect((await ask("GET", "/queue?state=quarantined", root)).json).toMatchObject({
      versions: [{ full_name: "@ada/web-harm", state: "quarantined" }],
    });
  });

  it("lets the publisher appeal against a quarantine, and keeps every step in the log", async () => {
    const database = await open();
    const { publish, ask, ada, bob, root } = await createRegistry({ database });
    await publish(ada, skillFiles({ body: HARMFUL }));
    const appeal = { text: "It only quotes what others write." };
    const path = "/skills/web-search/1.0.0/appeal";
    expect((await ask("POST", path, bob, appeal)).status).toBe(403);
    const made = await ask("POST", path, ada, appeal);
    expect([made.status, made.json]).toMatchObject([201, { kind: "appeal", state: "open" }]);
    expect((await ask("POST", path, ada, appeal)).status).toBe(409);
    expect((await ask("GET", "/skills/web-search")).status).toBe(404);
    const { id } = made.json as { readonly id: string };
    await ask("POST", `/reports/${id}`, root, { state: "upheld", reason: "A quotation." });
    expect((await ask("GET", "/skills/web-search")).status).toBe(200);
    const log = await ask("GET", "/skills/web-search/log", ada);
    const { entries } = log.json as {
      readonly entries: readonly Readonly<
        Record<"actor" | "event" | "from" | "to" | "reason", string>
      >[];
    };
    expect(entries.map(({ actor, event, from, to }) => [actor, event, from, to])).toEqual([
      ["ada", "publish", null, "draft"],
      ["registry", "audit", "draft", "quarantined"],
      ["ada", "appeal", "quarantined", "in-review"],
      [expect.any(String), "appeal-upheld", null, null],
      [expect.any(String), "list", "in-review", "listed"],
    ]);
    expect((await ask("GET", "/skills/web-search/log", bob)).status).toBe(403);
    const page = await ask("GET", "/skills/web-search/log?limit=4", ada);
    const { next_cursor } = page.json as { readonly next_cursor: string };
    expect(
      (await ask("GET", `/skills/web-search/log?cursor=${next_cursor}`, ada)).json,
    ).toMatchObject({ entries: [{ event: "list" }], next_cursor: null });
    for (const statement of [sql`update market_log set reason = 'x'`, sql`delete from market_log`])
      await expect(statement.execute(database.query)).rejects.toThrow(/only grows/u);
  });

  it("yanks a version out of lists and ranges, and still gives it to whoever names it", async () => {
    const { publish, ask, ada, bob, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    await publish(ada, skillFiles({ version: "1.1.0" }));
    const yank = "/skills/web-search/1.1.0/yank";
    expect((await ask("POST", yank, bob, {})).status).toBe(403);
    expect((await ask("POST", yank, ada, { reason: "Broken." })).json).toMatchObject({
      state: "yanked",
    });
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      latest_version: "1.0.0",
    });
    expect((await ask("GET", "/skills/web-search/download?version=1.1.0")).status).toBe(200);
    await ask("POST", "/skills/web-search/1.0.0/yank", ada, {});
    expect((await ask("GET", "/skills")).json).toMatchObject({ skills: [] });
    expect((await ask("GET", "/skills/web-search/download?version=1.0.0")).status).toBe(200);
    expect((await ask("GET", "/skills/web-search/download")).status).toBe(404);
    expect((await ask("POST", "/skills/web-search/1.1.0/unyank", ada, {})).status).toBe(200);
    expect((await ask("POST", "/skills/web-search/1.1.0/unyank", ada, {})).status).toBe(409);
    await ask("POST", "/skills/web-search/1.1.0/yank", root, { reason: "Harm." });
    // What a moderator took away, the publisher does not bring back.
    expect((await ask("POST", "/skills/web-search/1.1.0/unyank", ada, {})).status).toBe(403);
  });

  it("tells users of deprecations, and counts each client once a day", async () => {
    const { publish, ask, ada, bob, eve } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    const deprecated = await ask("PUT", "/skills/web-search/deprecation", ada, {
      message: "Use web-find.",
    });
    expect(deprecated.json).toMatchObject({ deprecated: "Use web-find." });
    await ask("PUT", "/skills/web-search/deprecation", ada, { version: "1.0.0", message: "Old." });
    expect((await ask("GET", "/skills/web-search/1.0.0")).json).toMatchObject({
      deprecated: "Old.",
    });
    await ask("PUT", "/skills/web-search/deprecation", ada, {});
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({ deprecated: null });
    for (const token of [bob, bob, eve, undefined, undefined])
      await ask("GET", "/skills/web-search/download", token);
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({ downloads: 3 });
    expect((await ask("GET", "/skills/web-search/1.0.0")).json).toMatchObject({ downloads: 3 });
    expect((await ask("PUT", "/skills/web-search/star", bob)).json).toEqual({ was_starred: false });
    expect((await ask("PUT", "/skills/web-search/star", bob)).json).toEqual({ was_starred: true });
    expect((await ask("GET", "/skills?only=starred", bob)).json).toMatchObject({
      skills: [{ name: "web-search", stars: 1 }],
    });
    expect((await ask("DELETE", "/skills/web-search/star", bob)).json).toEqual({
      was_starred: true,
    });
    expect((await ask("GET", "/skills?only=starred", bob)).json).toMatchObject({ skills: [] });
  });

  it("scans again, and takes away what is blocked now", async () => {
    const database = await open();
    const { publish, ask, ada } = await createRegistry({ database });
    await publish(ada, skillFiles());
    const again = await ask("POST", "/skills/web-search/1.0.0/reaudit", ada);
    expect(again.json).toMatchObject({ state: "listed", audit: { verdict: "allow" } });
  });

  it("lets a device in that a person has let in, once", async () => {
    const { ask, ada } = await createRegistry({ database: await open() });
    const begun = (await ask("POST", "/device/code", undefined, { label: "laptop" })).json as {
      readonly device_code: string;
      readonly user_code: string;
    };
    expect(begun.user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/u);
    const { device_code, user_code } = begun;
    const poll = async (): Promise<{ state: string; token: string | null }> =>
      (await ask("POST", "/device/token", undefined, { device_code })).json;
    expect(await poll()).toEqual({ state: "pending", token: null });
    expect(await poll()).toEqual({ state: "slow-down", token: null });
    const answer = { user_code: user_code.toLowerCase(), is_approved: true };
    expect((await ask("POST", "/device/answer", undefined, answer)).status).toBe(401);
    expect((await ask("POST", "/device/answer", ada, answer)).status).toBe(204);
    expect((await ask("POST", "/device/answer", ada, answer)).status).toBe(404);
    const { state, token } = await poll();
    expect(state).toBe("approved");
    expect((await ask("GET", "/whoami", token ?? "")).json).toMatchObject({ handle: "ada" });
    expect((await ask("POST", "/device/answer", token ?? "", answer)).status).toBe(403);
    expect(await poll()).toEqual({ state: "expired", token: null });
  });

  it("names what takes the place of a deprecated skill, and forgets it with the message", async () => {
    const { publish, ask, ada, bob } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    await publish(bob, skillFiles({ name: "better-search" }));
    const path = "/skills/web-search/deprecation";
    const body = { message: "It is slow.", successor: "better-search" };
    expect((await ask("PUT", path, bob, body)).status).toBe(403);
    expect((await ask("PUT", path, ada, body)).json).toMatchObject({
      deprecated: "It is slow.",
      successor: "@bob/better-search",
    });
    expect((await ask("GET", "/skills")).json).toMatchObject({
      skills: expect.arrayContaining([
        expect.objectContaining({ name: "web-search", successor: "@bob/better-search" }),
      ]),
    });
    for (const wrong of [
      { message: "Gone.", successor: "web-search" },
      { message: "Gone.", successor: "better-search", version: "1.0.0" },
      { successor: "better-search" },
    ])
      expect((await ask("PUT", path, ada, wrong)).status).toBe(400);
    expect((await ask("PUT", path, ada, { ...body, successor: "no-such" })).status).toBe(404);
    expect((await ask("PUT", path, ada, {})).json).toMatchObject({
      deprecated: null,
      successor: null,
    });
  });

  it("tells publishers what was asked about their skill, and not who reported it", async () => {
    const { publish, ask, ada, bob, eve, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    const text = "I am Bob, and it read my letters.";
    await ask("POST", "/skills/web-search/reports", bob, { reason: "harm", text });
    await ask("POST", "/skills/web-search/1.0.0/promote", ada, { tier: "community" });
    const own = await ask("GET", "/skills/web-search/requests", ada);
    expect(own.json).toMatchObject({
      promotions: [{ to: "community", state: "refused" }],
      reports: [{ kind: "report", reason: "harm", state: "open", text: "" }],
    });
    const seen = await ask("GET", "/skills/web-search/requests", root);
    expect(seen.json).toMatchObject({ reports: [{ text }] });
    expect((await ask("GET", "/skills/web-search/requests", eve)).status).toBe(403);
    expect((await ask("GET", "/skills/web-search/requests")).status).toBe(401);
  });

  it("shuts a publisher out with all that it has, and lets it in again", async () => {
    const { publish, ask, ada, bob, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    await publish(ada, skillFiles({ version: "1.1.0" }), { draft: true });
    const ban = { is_banned: true, reason: "It stole words." };
    expect((await ask("PUT", "/publishers/ada/ban", bob, ban)).status).toBe(403);
    expect((await ask("PUT", "/publishers/nobody/ban", root, ban)).status).toBe(404);
    expect((await ask("PUT", "/publishers/ada/ban", root, ban)).json).toMatchObject({
      is_banned: true,
    });
    expect((await ask("GET", "/skills/web-search", bob)).status).toBe(403);
    const files = asJson(skillFiles({ name: "another" }));
    const refused = await ask("POST", "/skills", ada, { files });
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining("It stole words."),
    ]);
    expect((await ask("POST", "/skills/web-search/1.1.0/submit", ada)).status).toBe(403);
    const log = await ask("GET", "/skills/web-search/log", ada);
    expect(log.text).toContain("It stole words.");
    const free = { is_banned: false, reason: "It gave them back." };
    expect((await ask("PUT", "/publishers/ada/ban", root, free)).json).toMatchObject({
      is_banned: false,
    });
    expect((await ask("POST", "/skills", ada, { files })).status).toBe(201);
    // Somebody has to look at what was taken away.
    expect((await ask("GET", "/skills/web-search", bob)).status).toBe(403);
  });
});
